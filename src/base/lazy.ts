/** A part that is loaded on first use, so that startup does not wait for its libraries. */
export class Lazy<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  #loaded: { readonly part: Part } | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Rejects if loading fails. The next call tries again: the machine may have run out of files or connections. */
  get(): Promise<Part> {
    this.#loading ??= this.#load().then(
      (part) => {
        this.#loaded = { part };
        return part;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** The part itself once it is loaded, so that its users need not wait for a promise. */
  now(): Part | Promise<Part> {
    return this.#loaded === undefined ? this.get() : this.#loaded.part;
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
