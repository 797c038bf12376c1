import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** JSON compressed with Brotli. The same content gives the same bytes. */
export function packed(content: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(content));
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** The cast: whoever packed the content checked it. @throws if the bytes are no packed content */
export function unpacked<Content>(bytes: Uint8Array): Content {
  return JSON.parse(brotliDecompressSync(bytes).toString()) as Content;
}

/** Packed contents in one file, of which only some are unpacked. */
export interface PackedPieces {
  /** Those of some names that the file has. */
  pieces<Content>(names: readonly string[]): readonly Content[];
}

type Directory = Readonly<Record<string, readonly [start: number, length: number]>>;

/** The pieces after a line with the place of each. */
export function packedPieces(contents: readonly (readonly [name: string, content: unknown])[]): Buffer {
  const pieces = contents.map(([name, content]) => [name, packed(content)] as const);
  let start = 0;
  const directory: Directory = Object.fromEntries(
    pieces.map(([name, { length }]) => {
      const at = [name, [start, length]] as const;
      start += length;
      return at;
    }),
  );
  return Buffer.concat([Buffer.from(`${JSON.stringify(directory)}\n`), ...pieces.map(([, bytes]) => bytes)]);
}

/** @param read the bytes of the file, which are not kept @throws if it is no file of pieces */
export function openPieces(read: () => Uint8Array): PackedPieces {
  return {
    pieces<Content>(names: readonly string[]) {
      const { buffer, byteOffset, byteLength } = read();
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      const end = bytes.indexOf("\n") + 1;
      const directory: Directory = JSON.parse(bytes.subarray(0, end).toString());
      return names.flatMap((name) => {
        const [start, length] = directory[name] ?? [];
        if (start === undefined || length === undefined) return [];
        return [unpacked<Content>(bytes.subarray(end + start, end + start + length))];
      });
    },
  };
}
