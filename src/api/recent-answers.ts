import type { RequestKind } from "../access/decision.ts";
import type { Atlas, ReadyAnswer } from "../snapshot/atlas.ts";

const MAX_ANSWERS = 8_192;
/** Total size of requests and answers: a few megabytes. */
const MAX_CHARACTERS = 6_000_000;
/** Longer requests are rare and do not come from a form. */
const MAX_REQUEST = 300;

/** A target and its answer. */
interface Answer {
  readonly action: "answer";
  readonly kind: RequestKind;
  readonly pattern: string;
  readonly answer: ReadyAnswer;
}

/**
 * A cache of the most recent answers over one atlas, by path and query. When it is full, the oldest answer is dropped.
 */
class RecentAnswers {
  readonly #answers = new Map<string, Answer>();
  #characters = 0;

  get(request: string): Answer | undefined {
    return this.#answers.get(request);
  }

  add(request: string, answer: Answer): void {
    if (request.length > MAX_REQUEST || this.#answers.has(request)) return;
    this.#answers.set(request, answer);
    this.#characters += sizeOf(request, answer);
    while (this.#answers.size > MAX_ANSWERS || this.#characters > MAX_CHARACTERS) this.#dropOldest();
  }

  #dropOldest(): void {
    const oldest = this.#answers.entries().next().value;
    if (oldest === undefined) return;
    this.#answers.delete(oldest[0]);
    this.#characters -= sizeOf(...oldest);
  }
}

function sizeOf(request: string, { answer }: Answer): number {
  return request.length + answer.body.length;
}

const byAtlas = new WeakMap<Atlas, RecentAnswers>();

function recentOf(atlas: Atlas): RecentAnswers {
  const known = byAtlas.get(atlas) ?? new RecentAnswers();
  byAtlas.set(atlas, known);
  return known;
}

/** The cached answer to a GET of this path and query over this atlas; undefined if it is not cached. */
export function recentAnswer(atlas: Atlas, request: string): Answer | undefined {
  return recentOf(atlas).get(request);
}

/** Caches the answer to a GET: answers change only with the atlas. */
export function keepAnswer(atlas: Atlas, request: string, { kind, pattern, answer }: Omit<Answer, "action">): void {
  recentOf(atlas).add(request, { action: "answer", kind, pattern, answer });
}
