export interface GuessesQuestion {
  readonly id: number;
  readonly password: string;
  /** Words that a guesser would try first. */
  readonly words: readonly string[];
}

export interface GuessesAnswer {
  readonly id: number;
  readonly guesses: number;
}

interface PendingGuess {
  readonly resolve: (guesses: number) => void;
  readonly reject: (error: Error) => void;
}

/** Estimates in a thread of its own how many guesses a password would take. The thread starts with the first question. */
class PasswordGuesses {
  readonly #pending = new Map<number, PendingGuess>();
  #thread: Worker | undefined;
  #lastId = 0;

  /** Rejects when the thread fails; the next question starts another one. */
  ask(password: string, words: readonly string[]): Promise<number> {
    const id = ++this.#lastId;
    const question: GuessesQuestion = { id, password, words };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#thread ??= this.#start();
      this.#thread.postMessage(question);
    });
  }

  #start(): Worker {
    const thread = new Worker(new URL("./password-thread.ts", import.meta.url), { ref: false });
    thread.onmessage = ({ data: { id, guesses } }: MessageEvent<GuessesAnswer>) => {
      this.#pending.get(id)?.resolve(guesses);
      this.#pending.delete(id);
    };
    const failed = (message: string) => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      for (const { reject } of this.#pending.values()) reject(new Error(`passwords cannot be estimated: ${message}`));
      this.#pending.clear();
    };
    thread.onerror = ({ message }) => failed(message);
    thread.addEventListener("close", () => failed("the thread ended"), { once: true });
    return thread;
  }
}

const guesses = new PasswordGuesses();

/** How many guesses a password would take a guesser who tries `words` first. */
export function guessesOf(password: string, words: readonly string[]): Promise<number> {
  return guesses.ask(password, words);
}
