import type { RequestKind } from "../access/decision.ts";
import { Lru } from "../domain/lru.ts";
import type { Places, PrebuiltAnswer } from "../places/places.ts";

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
  readonly answer: PrebuiltAnswer;
}

function recentAnswers(): Lru<Answer> {
  return new Lru<Answer>({
    entries: MAX_ANSWERS,
    size: MAX_CHARACTERS,
    sizeOf: (request, { answer }) => request.length + answer.body.length,
  });
}

/** The most recent answers over each places, by path and query. */
const byPlaces = new WeakMap<Places, Lru<Answer>>();

function recentOf(places: Places): Lru<Answer> {
  let recent = byPlaces.get(places);
  if (recent === undefined) {
    recent = recentAnswers();
    byPlaces.set(places, recent);
  }
  return recent;
}

/** The cached answer to a GET of this path and query over this places; undefined if it is not cached. */
export function recentAnswer(places: Places, request: string): Answer | undefined {
  return recentOf(places).get(request);
}

/** Caches the answer to a GET: answers change only with the places. */
export function keepAnswer(places: Places, request: string, { kind, pattern, answer }: Omit<Answer, "action">): void {
  if (request.length <= MAX_REQUEST) recentOf(places).set(request, { action: "answer", kind, pattern, answer });
}
