import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompressSync, brotliDecompress, constants } from "node:zlib";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { ShareBasis } from "../domain/place.ts";

/** Raised with every change to the file's format. */
export const GEOGRAPHY_FORMAT = 1;

/** A source file of the geography, with its license requirements. */
export interface GeographySource {
  readonly file: string;
  readonly publisher: string;
  readonly title: string;
  readonly url: string;
  readonly license: string;
  /** Attribution required where the data is shown; empty if none. */
  readonly attribution: string;
  /** Day of retrieval, `YYYY-MM-DD`. */
  readonly retrieved: string;
  readonly sha256: string;
  /** What the file was made from, and its known faults. */
  readonly note: string;
}

/** Latitude and longitude in degrees, of a point inside the place. */
interface LabelPoint {
  readonly latitude: number;
  readonly longitude: number;
}

export interface GeographyCounty extends LabelPoint {
  /** Census GEOID, five digits. */
  readonly fips: string;
  /** With the word "County". */
  readonly county: string;
}

export interface GeographyCity extends LabelPoint {
  /** Census GEOID of the place, seven digits. */
  readonly geoid: string;
  /** The canonical name. */
  readonly city: string;
  readonly county: string;
}

/** A named place without its own government: a neighborhood of a city, or an unincorporated community. */
export interface NamedPlace extends LabelPoint {
  readonly name: string;
  /** Census GEOID of a community with a known boundary; otherwise null. */
  readonly geoid: string | null;
  /** GEOID of its city; null on unincorporated land. */
  readonly cityGeoid: string | null;
  readonly county: string;
  /** Approximate number of residents, used only to order search results; 0 if unknown. */
  readonly residents: number;
  /** Share of the place that lies in `cityGeoid`, or on the land of `county`. */
  readonly share: number;
  /** For a postal name, its ZIP codes; otherwise empty. */
  readonly zips: readonly string[];
  /** The source and license of the name. */
  readonly source: string;
  readonly license: string;
}

export interface ZipShare {
  /** null for the unincorporated land of the county. */
  readonly cityGeoid: string | null;
  readonly county: string;
  /** The shares of a ZIP code add up to 1. */
  readonly share: number;
  readonly basis: Exclude<ShareBasis, "point">;
}

export interface ZipCode {
  readonly zip: string;
  /** The postal service's name for it; empty if unknown. */
  readonly postalName: string;
  /** Largest first. */
  readonly shares: readonly ZipShare[];
}

/**
 * Boundaries as TopoJSON: quantized and simplified, with shared lines stored once. The id of a geometry is the GEOID of
 * its place.
 */
export type Boundaries = Topology<{
  readonly counties: GeometryCollection;
  readonly cities: GeometryCollection;
  readonly communities: GeometryCollection;
}>;

/** All location data of places, sorted and prepared ahead of time. */
export interface GeographyFile {
  readonly format: typeof GEOGRAPHY_FORMAT;
  /** First 16 hex digits of the SHA-256 of the rest. */
  readonly version: string;
  readonly sources: readonly GeographySource[];
  readonly counties: readonly GeographyCounty[];
  readonly cities: readonly GeographyCity[];
  readonly names: readonly NamedPlace[];
  readonly zips: readonly ZipCode[];
  readonly boundaries: Boundaries;
}

/** An invalid geography file; the message says why and what to do. */
export class GeographyError extends Error {
  override readonly name = "GeographyError";
}

/** What to do about an invalid file. */
export const GEOGRAPHY_REMEDY = 'restore the released file, or create it again with "safety dataset import"';

export function sealGeography(content: Omit<GeographyFile, "version" | "format">): GeographyFile {
  const { sources, counties, cities, names, zips } = content;
  // `readPackedGeography` expects the arcs at the end.
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
  return JSON.parse((await geographyJson(bytes)).toString());
}

/** The JSON of a geography file. Any changed byte is refused. @throws GeographyError */
export async function geographyJson(bytes: Uint8Array): Promise<Buffer> {
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
  return plain;
}

/** @throws GeographyError that names the file */
export function readGeography(path: string): Promise<GeographyFile> {
  return readGeographyAs(path, parseGeography);
}

/** Reads the file as `parse` returns it. @throws GeographyError that names the file */
export async function readGeographyAs<Content>(
  path: string,
  parse: (bytes: Uint8Array) => Promise<Content>,
): Promise<Content> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new GeographyError(`the geography file at ${path} cannot be read; ${GEOGRAPHY_REMEDY}`, { cause });
  });
  try {
    return await parse(bytes);
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
