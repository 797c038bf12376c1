/** A part that is brought in with its first use, so that the start does not wait for its libraries. */
export class Lazy<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  get(): Promise<Part> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The part where it was ever used. */
  get loaded(): Promise<Part> | undefined {
    return this.#loading;
  }
}
