/** Longer texts get a buffer of their own. */
const SHARED_BYTES = 65_536;
const shared = new Uint8Array(SHARED_BYTES);

/** UTF-8 in parts, which many texts share. Nothing is copied until the text is sent. */
export class ByteParts {
  readonly #parts: readonly Uint8Array[];

  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts;
  }

  /** The whole text, in a buffer that the next call overwrites: a response copies it when it is made. */
  joined(): Uint8Array<ArrayBuffer> {
    let length = 0;
    for (const part of this.#parts) length += part.length;
    const bytes = length > SHARED_BYTES ? new Uint8Array(length) : shared;
    let end = 0;
    for (const part of this.#parts) {
      bytes.set(part, end);
      end += part.length;
    }
    return bytes.subarray(0, end);
  }

  toString(): string {
    return new TextDecoder().decode(this.joined());
  }
}
