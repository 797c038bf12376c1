import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { type Coding, encoderOf } from "../../http/compression.ts";

/** The content of a file in pieces, so that no step holds all of it. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export interface MadeFile {
  readonly path: string;
  /** Entity tag of the content without a coding, with quotes. */
  readonly etag: string;
}

/** Folders for the downloads of one dataset after the other. */
export interface DownloadFolders {
  /** The path of a new one. Those before the former one are deleted; whoever reads a file of theirs reads it to its end. */
  next(): string;
  close(): void;
}

/** The files of one dataset in a folder: each is made once, and compressed once for each coding. */
export class MadeFiles {
  readonly #folder: string;
  readonly #made = new Map<string, Promise<MadeFile>>();

  /** @param folder created with the first file */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of this name, in a coding. Two callers at once get the same one. */
  async get(name: string, coding: Coding, content: () => Pieces): Promise<MadeFile> {
    if (coding === "identity") return this.#once(name, (path) => write(path, content()));
    const { path: plain, etag } = await this.get(name, "identity", content);
    return this.#once(`${name}.${coding}`, async (path) => {
      await pipeline(createReadStream(plain), encoderOf(coding), createWriteStream(path));
      return etag;
    });
  }

  /** @param make writes the file and returns its tag */
  async #once(name: string, make: (path: string) => Promise<string>): Promise<MadeFile> {
    const known = this.#made.get(name);
    if (known !== undefined) {
      // Programs that clean up old temporary files may have deleted it.
      if (existsSync((await known).path)) return known;
      if (this.#made.get(name) !== known) return this.#once(name, make);
    }
    const making = this.#make(name, make);
    this.#made.set(name, making);
    making.catch(() => this.#made.delete(name));
    return making;
  }

  async #make(name: string, make: (path: string) => Promise<string>): Promise<MadeFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    const etag = await make(`${path}.part`);
    await rename(`${path}.part`, path);
    return { path, etag };
  }
}

/** Writes a file and returns the tag of its content. */
async function write(path: string, pieces: Pieces): Promise<string> {
  const hash = createHash("sha256");
  async function* hashed() {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
      // The thread makes pages meanwhile.
      await setImmediate();
    }
  }
  await pipeline(Readable.from(hashed()), createWriteStream(path));
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}
