/** A part that is loaded on first use, so that startup does not wait for its libraries. */
export class Lazy<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Rejects if loading fails. The next call tries again: the machine may have run out of files or connections. */
  get(): Promise<Part> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Whether it was ever used. */
  get isUsed(): boolean {
    return this.#loading !== undefined;
  }

  /** The part if it was ever used, for cleanup. Never rejects: the caller that needed it got the error. */
  get loaded(): Promise<Part | undefined> {
    return (this.#loading ?? Promise.resolve(undefined)).catch(() => undefined);
  }
}
