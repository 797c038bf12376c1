import { TaskThread } from "../threads/task-thread.ts";

export type PasswordQuestion =
  | { readonly kind: "hash"; readonly password: string }
  | { readonly kind: "verify"; readonly password: string; readonly hash: string }
  /** `words` are those that a guesser would try first. */
  | { readonly kind: "guesses"; readonly password: string; readonly words: readonly string[] };

export type PasswordAnswer = string | number | boolean;

/** Sign-ins and the like that may be under way at once: a second or two of work for the thread. */
export const MAX_PASSWORD_WORK = 48;

/** So much password work is under way that no more is begun. Nothing was changed. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Work on passwords in a thread of its own, one piece after another. The thread starts with the first question. */
export class PasswordWork {
  readonly #thread = new TaskThread<PasswordQuestion, PasswordAnswer>({
    start: () => new Worker(new URL("./password-thread.ts", import.meta.url), { ref: false, smol: true }),
  });
  readonly #most: number;
  #underWay = 0;

  constructor(most = MAX_PASSWORD_WORK) {
    this.#most = most;
  }

  /**
   * Does something that asks about passwords, such as a sign-in. Checked before it begins, so that the answer does not
   * depend on whether an account exists. @throws PasswordsBusy where too many others are under way, ThreadUnavailable where
   * the thread cannot start.
   */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= this.#most) throw new PasswordsBusy(`${this.#underWay} are under way`);
    this.#thread.requireAvailable();
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
    }
  }

  /** An argon2id hash in PHC format. */
  async hash(password: string): Promise<string> {
    return String(await this.#thread.ask({ kind: "hash", password }));
  }

  async verify(password: string, hash: string): Promise<boolean> {
    return (await this.#thread.ask({ kind: "verify", password, hash })) === true;
  }

  /** How many guesses a password would take a guesser who tries `words` first. */
  async guesses(password: string, words: readonly string[]): Promise<number> {
    return Number(await this.#thread.ask({ kind: "guesses", password, words }));
  }
}

/** The one of the process. */
export const passwordWork = new PasswordWork();
