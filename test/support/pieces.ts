import type { Pieces } from "../../src/site/http/made-files.ts";

/** The whole content of a file. */
export async function bytesOf(pieces: Pieces): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  return Buffer.concat(all);
}
