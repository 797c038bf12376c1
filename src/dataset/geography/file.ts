import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompressSync, brotliDecompress, constants } from "node:zlib";
import type { GeographyContent } from "../../places/geography-tables.ts";

/** Raised with every change to the file's format. */
const GEOGRAPHY_FORMAT = 1;

/** The input table with all location data of places, sorted and prepared by the import. */
export interface GeographyFile extends GeographyContent {
  readonly format: typeof GEOGRAPHY_FORMAT;
  /** First 16 hex digits of the SHA-256 of the rest. */
  readonly version: string;
}

export class GeographyError extends Error {
  override readonly name = "GeographyError";
}

const GEOGRAPHY_REMEDY = 'restore the released file, or create it again with "safety dataset import"';

export function sealGeography(content: GeographyContent): GeographyFile {
  const { sources, counties, cities, names, zips } = content;
  // The arcs are the last member.
  const { arcs, ...outlines } = content.boundaries;
  const boundaries = { ...outlines, arcs };
  const draft = { format: GEOGRAPHY_FORMAT, version: "", sources, counties, cities, names, zips, boundaries } as const;
  return { ...draft, version: versionOf(JSON.stringify(draft)) };
}

/** The content of the file: JSON compressed with Brotli. The same geography gives the same bytes. */
export function geographyBytes(file: GeographyFile): Buffer {
  const text = Buffer.from(JSON.stringify(file));
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

const decompress = promisify(brotliDecompress);
/** Bytes at the start of the file that are enough for `VERSION_MEMBER`. */
const MAX_VERSION_MEMBER = 100;
const VERSION_MEMBER = /^\{"format":(\d+),"version":"([0-9a-f]{16})"/;

/** Parses a geography file. Any changed byte is refused. @throws GeographyError */
export async function parseGeography(bytes: Uint8Array): Promise<GeographyFile> {
  const plain = await decompress(bytes).catch(() => Buffer.alloc(0));
  const [start, format, version] = VERSION_MEMBER.exec(plain.toString("latin1", 0, MAX_VERSION_MEMBER)) ?? [];
  if (start === undefined) throw new GeographyError(`the geography file is truncated or invalid; ${GEOGRAPHY_REMEDY}`);
  if (Number(format) !== GEOGRAPHY_FORMAT) {
    throw new GeographyError(
      `the geography file has format ${format}, but this program reads ${GEOGRAPHY_FORMAT}; use the file released with the program`,
    );
  }
  if (versionOf(`{"format":${format},"version":""`, plain.subarray(start.length)) !== version) {
    throw new GeographyError(
      `the geography file was changed after it was created: its hash does not match; ${GEOGRAPHY_REMEDY}`,
    );
  }
  return JSON.parse(plain.toString());
}

/** @throws GeographyError that names the file */
export async function readGeography(path: string): Promise<GeographyFile> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new GeographyError(`the geography file at ${path} cannot be read; ${GEOGRAPHY_REMEDY}`, { cause });
  });
  try {
    return await parseGeography(bytes);
  } catch (error) {
    if (error instanceof GeographyError) throw new GeographyError(`${path}: ${error.message}`, { cause: error.cause });
    throw error;
  }
}

/** @param parts of the JSON with an empty version */
function versionOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 16);
}
