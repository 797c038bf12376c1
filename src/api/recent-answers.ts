import type { RequestKind } from "../access/decision.ts";
import type { Atlas, ReadyAnswer } from "../snapshot/atlas.ts";

const MAX_ANSWERS = 8_192;
/** Of requests and answers together: some megabytes. */
const MAX_CHARACTERS = 6_000_000;
/** Longer requests are rare, and no person's. */
const MAX_REQUEST = 300;

/** A target whose answer is ready. */
interface Answer {
  readonly action: "answer";
  readonly kind: RequestKind;
  readonly pattern: string;
  readonly answer: ReadyAnswer;
}

/** The answers given last over one atlas, by path and query: the oldest goes where there is no more room. */
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

/** The answer that a GET of this path and query had over this atlas; undefined where it is not known, or no more. */
export function recentAnswer(atlas: Atlas, request: string): Answer | undefined {
  return recentOf(atlas).get(request);
}

/** Keeps the answer to a GET: answers change with the atlas alone. */
export function keepAnswer(atlas: Atlas, request: string, { kind, pattern, answer }: Omit<Answer, "action">): void {
  recentOf(atlas).add(request, { action: "answer", kind, pattern, answer });
}
