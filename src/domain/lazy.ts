/** A part that is brought in with its first use, so that the start does not wait for its libraries. */
export class Lazy<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Rejects as the load does, which the next use then tries again: files or connections may have run short. */
  get(): Promise<Part> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** For whoever lets the part go: it, where it was ever used. Never rejects: what fails to load is told to its user. */
  get loaded(): Promise<Part | undefined> {
    return (this.#loading ?? Promise.resolve(undefined)).catch(() => undefined);
  }
}
