import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { writeAtomically } from "../../figures/file.ts";
import type { GeographyContent } from "../../gazetteer/tables.ts";
import { fail } from "../fault.ts";

/** The input table with all location data of places: JSON, compressed with Brotli. */
const FILE = "geography.json.br";

/** The same geography gives the same bytes. @returns their number */
export async function writeGeography(dataDir: string, geography: GeographyContent): Promise<number> {
  const { sources, counties, cities, names, zips, boundaries } = geography;
  const text = Buffer.from(JSON.stringify({ sources, counties, cities, names, zips, boundaries }));
  const bytes = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  await writeAtomically(join(dataDir, FILE), bytes);
  return bytes.length;
}

/** @throws DatasetError if the file is missing or truncated */
export async function readGeography(dataDir: string): Promise<GeographyContent> {
  try {
    return JSON.parse(brotliDecompressSync(await readFile(join(dataDir, FILE))).toString());
  } catch {
    const remedy = 'restore it from the repository, or create it again with "safety dataset import"';
    return fail({ file: FILE }, `the file is missing or truncated in ${dataDir}; ${remedy}`);
  }
}
