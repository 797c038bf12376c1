import type { RequestKind } from "../access/decision.ts";
import type { Atlas, ReadyAnswer } from "../snapshot/atlas.ts";

/** Maximum number of answers in a generation, and the maximum size of their requests and answers in total. */
const MAX_ANSWERS = 4_096;
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

/**
 * A cache of the most recent answers over one atlas, by path and query: the current generation and the one before it.
 * When the current one is full, the one before is dropped as a whole, which costs less than to drop one answer at a time.
 */
class RecentAnswers {
  #current = new Map<string, Answer>();
  #before: ReadonlyMap<string, Answer> = new Map();
  #characters = 0;

  get(request: string): Answer | undefined {
    return this.#current.get(request) ?? this.#before.get(request);
  }

  /** Adds an answer that is not cached. */
  add(request: string, answer: Answer): void {
    if (request.length > MAX_REQUEST) return;
    this.#characters += request.length + answer.answer.body.length;
    if (this.#current.size === MAX_ANSWERS || this.#characters > MAX_CHARACTERS) {
      this.#before = this.#current;
      this.#current = new Map();
      this.#characters = request.length + answer.answer.body.length;
    }
    this.#current.set(request, answer);
  }
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
