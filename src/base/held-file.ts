import { Lru } from "./lru.ts";
import { firstFrom } from "./sorted.ts";

/**
 * Bytes that are compressed together, and the rest of the last line. Of twice as many, the file would take a sixth less
 * memory, and a part of it twice the time to read.
 */
const BLOCK_BYTES = 4_096;
/** Blocks that were read last are kept, so many in each generation of the cache. */
const RECENT_BLOCKS = 8;

const NEWLINE = 0x0a;

/** A file as threads send it to each other: its place in memory, which they share. */
export interface SharedFile {
  /** The file, or its blocks, one after the other. */
  readonly bytes: Uint8Array;
  /** Where each block begins in the file and in `bytes`, and after the last ones the ends; null if nothing is compressed. */
  readonly starts: Readonly<Record<"file" | "bytes", Uint32Array>> | null;
}

/**
 * The bytes of a file in memory. Once they are compressed, they take a third of it, and a part is decompressed when it is
 * read.
 */
export class HeldFile {
  readonly length: number;
  #shared: SharedFile;
  #packing: Promise<void> | undefined;
  readonly #recent = new Lru<Buffer, number>({ entries: RECENT_BLOCKS });

  constructor(shared: SharedFile) {
    this.#shared = shared;
    this.length = shared.starts?.file.at(-1) ?? shared.bytes.length;
  }

  static of(bytes: Uint8Array): HeldFile {
    return new HeldFile({ bytes: sharedCopy([bytes]), starts: null });
  }

  get shared(): SharedFile {
    return this.#shared;
  }

  /** The whole file, which a caller should not keep. */
  bytes(): Buffer {
    const { bytes, starts } = this.#shared;
    if (starts === null) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return Buffer.concat(
      Array.from({ length: starts.file.length - 1 }, (_, block) => unpacked(bytes, starts.bytes, block)),
    );
  }

  /** UTF-8 of a part of a line. */
  text(start: number, end: number): string {
    const { bytes, starts } = this.#shared;
    if (starts === null) return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
    const number = firstFrom(starts.file, start + 1) - 1;
    const first = starts.file[number] ?? 0;
    let block = this.#recent.get(number);
    if (block === undefined) {
      block = unpacked(bytes, starts.bytes, number);
      this.#recent.set(number, block);
    }
    return block.toString("utf8", start - first, end - first);
  }

  /** Compresses it beside other work: no request waits for more than a block. */
  pack(): Promise<void> {
    this.#packing ??= this.#pack();
    return this.#packing;
  }

  async #pack(): Promise<void> {
    if (this.#shared.starts !== null) return;
    const bytes = this.bytes();
    const blocks: Uint8Array[] = [];
    const [inFile, inBytes] = [[0], [0]];
    for (let [start, end] = [0, 0]; start < bytes.length; start = end) {
      const newline = bytes.indexOf(NEWLINE, start + BLOCK_BYTES);
      end = newline === -1 ? bytes.length : newline + 1;
      const block = await Bun.zstdCompress(bytes.subarray(start, end), { level: 1 });
      blocks.push(block);
      inFile.push(end);
      inBytes.push((inBytes.at(-1) ?? 0) + block.length);
    }
    const starts = { file: Uint32Array.from(inFile), bytes: Uint32Array.from(inBytes) };
    this.#shared = { bytes: sharedCopy(blocks), starts };
  }
}

function unpacked(bytes: Uint8Array, starts: Uint32Array, block: number): Buffer {
  return Bun.zstdDecompressSync(bytes.subarray(starts[block], starts[block + 1]));
}

/** Threads share it: a message has its place in memory instead of its bytes. */
function sharedCopy(parts: readonly Uint8Array[]): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let end = 0;
  for (const part of parts) {
    shared.set(part, end);
    end += part.length;
  }
  return shared;
}
