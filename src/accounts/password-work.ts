type PasswordTask =
  | { readonly kind: "hash"; readonly password: string }
  | { readonly kind: "verify"; readonly password: string; readonly hash: string }
  /** `words` are those that a guesser would try first. */
  | { readonly kind: "guesses"; readonly password: string; readonly words: readonly string[] };

export type PasswordQuestion = PasswordTask & { readonly id: number };

export type PasswordAnswer =
  | { readonly id: number; readonly ok: true; readonly result: string | number | boolean }
  | { readonly id: number; readonly ok: false; readonly reason: string };

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Sign-ins and the like that may be under way at once: a second or two of work for the thread. */
export const MAX_PASSWORD_WORK = 48;

/** So much password work is under way that no more is begun. Nothing was changed. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Work on passwords in a thread of its own, one piece after another. The thread starts with the first question. */
export class PasswordWork {
  readonly #pending = new Map<number, Pending>();
  readonly #most: number;
  #underWay = 0;
  #thread: Worker | undefined;
  #lastId = 0;

  constructor(most = MAX_PASSWORD_WORK) {
    this.#most = most;
  }

  /**
   * Does something that asks about passwords, such as a sign-in. Checked before it begins, so that the answer does not
   * depend on whether an account exists. @throws PasswordsBusy where too many others are under way.
   */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= this.#most) throw new PasswordsBusy(`${this.#underWay} are under way`);
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
    }
  }

  /** An argon2id hash in PHC format. */
  async hash(password: string): Promise<string> {
    return String(await this.#ask({ kind: "hash", password }));
  }

  async verify(password: string, hash: string): Promise<boolean> {
    return (await this.#ask({ kind: "verify", password, hash })) === true;
  }

  /** How many guesses a password would take a guesser who tries `words` first. */
  async guesses(password: string, words: readonly string[]): Promise<number> {
    return Number(await this.#ask({ kind: "guesses", password, words }));
  }

  /** Rejects when the thread fails; the next question starts another one. */
  #ask(asked: PasswordTask): Promise<unknown> {
    const id = ++this.#lastId;
    const question: PasswordQuestion = { id, ...asked };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#thread ??= this.#start();
      this.#thread.postMessage(question);
    });
  }

  #start(): Worker {
    const thread = new Worker(new URL("./password-thread.ts", import.meta.url), { ref: false, smol: true });
    thread.onmessage = ({ data: answer }: MessageEvent<PasswordAnswer>) => {
      const pending = this.#pending.get(answer.id);
      this.#pending.delete(answer.id);
      if (answer.ok) pending?.resolve(answer.result);
      else pending?.reject(new Error(`the password could not be worked on: ${answer.reason}`));
    };
    const failed = (message: string) => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      for (const { reject } of this.#pending.values()) reject(new Error(`the thread for passwords failed: ${message}`));
      this.#pending.clear();
    };
    thread.onerror = ({ message }) => failed(message);
    thread.addEventListener("close", () => failed("it ended"), { once: true });
    return thread;
  }
}

/** The one of the process. */
export const passwordWork = new PasswordWork();
