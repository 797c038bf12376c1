import type { RequestKind } from "../access/decision.ts";
import { Lru } from "../domain/lru.ts";
import type { Atlas, ReadyAnswer } from "../snapshot/atlas.ts";

/** Maximum number of answers per generation. */
const MAX_ANSWERS = 2_048;
/** Maximum size of their requests and answers: a few megabytes. */
const MAX_CHARACTERS = 3_000_000;
/** Longer requests are rare and do not come from a form. */
const MAX_REQUEST = 300;

/** A target and its answer. */
interface Answer {
  readonly action: "answer";
  readonly kind: RequestKind;
  readonly pattern: string;
  readonly answer: ReadyAnswer;
}

function recentAnswers(): Lru<Answer> {
  return new Lru<Answer>({
    entries: MAX_ANSWERS,
    size: MAX_CHARACTERS,
    sizeOf: (request, { answer }) => request.length + answer.body.length,
  });
}

/** The most recent answers over each atlas, by path and query. */
const byAtlas = new WeakMap<Atlas, Lru<Answer>>();

function recentOf(atlas: Atlas): Lru<Answer> {
  let recent = byAtlas.get(atlas);
  if (recent === undefined) {
    recent = recentAnswers();
    byAtlas.set(atlas, recent);
  }
  return recent;
}

/** The cached answer to a GET of this path and query over this atlas; undefined if it is not cached. */
export function recentAnswer(atlas: Atlas, request: string): Answer | undefined {
  return recentOf(atlas).get(request);
}

/** Caches the answer to a GET: answers change only with the atlas. */
export function keepAnswer(atlas: Atlas, request: string, { kind, pattern, answer }: Omit<Answer, "action">): void {
  if (request.length <= MAX_REQUEST) recentOf(atlas).set(request, { action: "answer", kind, pattern, answer });
}
