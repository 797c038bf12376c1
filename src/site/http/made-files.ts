import { createHash, type Hash } from "node:crypto";
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

/** The files of one dataset in a folder: each is made once, and compressed once for each coding, whatever thread asks. */
export class MadeFiles {
  readonly #folder: string;
  readonly #made = new Map<string, Promise<MadeFile>>();

  /** @param folder created with the first file */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of this name, in a coding. Two callers at once get the same one. */
  async get(name: string, coding: Coding, content: () => Pieces): Promise<MadeFile> {
    if (coding === "identity") return this.#once(name, { make: (path) => write(path, content()), tagOf });
    const { path: plain, etag } = await this.get(name, "identity", content);
    return this.#once(`${name}.${coding}`, {
      async make(path) {
        await pipeline(createReadStream(plain), encoderOf(coding), createWriteStream(path));
        return etag;
      },
      tagOf: () => etag,
    });
  }

  async #once(name: string, ways: Ways): Promise<MadeFile> {
    const known = this.#made.get(name);
    if (known !== undefined) {
      // Programs that clean up old temporary files may have deleted it.
      if (existsSync((await known).path)) return known;
      if (this.#made.get(name) !== known) return this.#once(name, ways);
    }
    const making = this.#make(name, ways);
    this.#made.set(name, making);
    making.catch(() => this.#made.delete(name));
    return making;
  }

  async #make(name: string, { make, tagOf }: Ways): Promise<MadeFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    // The thread before this one made it, as a whole.
    if (existsSync(path)) return { path, etag: await tagOf(path) };
    const etag = await make(`${path}.part`);
    await rename(`${path}.part`, path);
    return { path, etag };
  }
}

/** How a file is written, and its tag read. */
interface Ways {
  /** Writes the file and returns its tag. */
  readonly make: (path: string) => Promise<string>;
  readonly tagOf: (path: string) => string | Promise<string>;
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
  return tagFrom(hash);
}

/** The tag of a file's content. */
async function tagOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return tagFrom(hash);
}

function tagFrom(hash: Hash): string {
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}
