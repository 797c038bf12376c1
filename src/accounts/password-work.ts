import { TaskThread } from "../base/task-thread.ts";

export type PasswordQuestion =
  | { readonly kind: "hash"; readonly password: string }
  | { readonly kind: "verify"; readonly password: string; readonly hash: string }
  /** `words` are those that an attacker would try first. */
  | { readonly kind: "guesses"; readonly password: string; readonly words: readonly string[] };

export type PasswordAnswer = string | number | boolean;

/** The most sign-ins and similar calls in progress at once: a second or two of work for the thread. */
export const MAX_PASSWORD_WORK = 48;

export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Does work on passwords in a separate thread, one task at a time. The thread starts with the first task. */
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
   * Runs work that needs passwords, such as a sign-in. The capacity is checked first, so the answer does not depend on
   * whether an account exists. @throws PasswordsBusy if too many are in progress, ThreadUnavailable if the thread
   * cannot start
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

  /** How many guesses an attacker who tries `words` first would need for a password. */
  async guesses(password: string, words: readonly string[]): Promise<number> {
    return Number(await this.#thread.ask({ kind: "guesses", password, words }));
  }
}

export const passwordWork = new PasswordWork();
