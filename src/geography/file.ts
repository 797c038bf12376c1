import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompressSync, brotliDecompress, constants } from "node:zlib";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { ShareBasis } from "../domain/place.ts";

/** Raised with every change of the file's shape. */
export const GEOGRAPHY_FORMAT = 1;

/** A file that was read to make the geography, with what its license asks for. */
export interface GeographySource {
  readonly file: string;
  readonly publisher: string;
  readonly title: string;
  readonly url: string;
  readonly license: string;
  /** What has to be said where the data is shown; empty where nothing is asked for. */
  readonly attribution: string;
  /** Day of retrieval, `YYYY-MM-DD`. */
  readonly retrieved: string;
  readonly sha256: string;
  /** What the file was made of, and its known faults. */
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

/** A named place without a government of its own: a neighborhood of a city, or a community on county land. */
export interface NamedPlace extends LabelPoint {
  readonly name: string;
  /** Census GEOID of the community whose boundary is known; else null. */
  readonly geoid: string | null;
  /** GEOID of the city that it lies in; null on county land. */
  readonly cityGeoid: string | null;
  readonly county: string;
  /** Rough number of residents, for the order of search results alone; 0 where unknown. */
  readonly residents: number;
  /** Share of the place that lies in `cityGeoid`, or on the land of `county`. */
  readonly share: number;
  /** For a name of the postal service, its ZIP codes; else empty. */
  readonly zips: readonly string[];
  /** Where the name is from, and under which license. */
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
  /** The postal service's name for it; empty where unknown. */
  readonly postalName: string;
  /** Largest first. */
  readonly shares: readonly ZipShare[];
}

/** Boundaries as TopoJSON: quantized, simplified, shared lines once. The id of a geometry is the GEOID of its place. */
export type Boundaries = Topology<{
  readonly counties: GeometryCollection;
  readonly cities: GeometryCollection;
  readonly communities: GeometryCollection;
}>;

/** Everything that is known of where places are, sorted, made ahead of time. */
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

/** A geography file that is refused; the message says why and what to do. */
export class GeographyError extends Error {
  override readonly name = "GeographyError";
}

const REMEDY = 'restore the released file, or make it anew with "safety dataset import"';

export function sealGeography(content: Omit<GeographyFile, "version" | "format">): GeographyFile {
  const { sources, counties, cities, names, zips, boundaries } = content;
  const draft = { format: GEOGRAPHY_FORMAT, version: "", sources, counties, cities, names, zips, boundaries } as const;
  return { ...draft, version: versionOf(JSON.stringify(draft)) };
}

/** The bytes of the file: JSON, compressed with Brotli. The same geography gives the same bytes. */
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
const VERSION_MEMBER = /^\{"format":(\d+),"version":"([0-9a-f]{16})"/;

/** The geography of a file's bytes. Any changed byte is refused. @throws GeographyError */
export async function parseGeography(bytes: Uint8Array): Promise<GeographyFile> {
  const text = await decompress(bytes).then(
    (plain) => plain.toString(),
    () => "",
  );
  const [start, format, version] = VERSION_MEMBER.exec(text) ?? [];
  if (start === undefined) throw new GeographyError(`the geography file is cut or is none; ${REMEDY}`);
  if (Number(format) !== GEOGRAPHY_FORMAT) {
    throw new GeographyError(
      `the geography file has format ${format}, this program reads ${GEOGRAPHY_FORMAT}; use the program's own release of the file`,
    );
  }
  const unversioned = `{"format":${format},"version":""${text.slice(start.length)}`;
  if (versionOf(unversioned) !== version) {
    throw new GeographyError(`the geography file was changed after it was made, its hash does not match; ${REMEDY}`);
  }
  return JSON.parse(text);
}

/** @throws GeographyError that names the file */
export async function readGeography(path: string): Promise<GeographyFile> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new GeographyError(`the geography file at ${path} cannot be read; ${REMEDY}`, { cause });
  });
  try {
    return await parseGeography(bytes);
  } catch (error) {
    if (error instanceof GeographyError) throw new GeographyError(`${path}: ${error.message}`);
    throw error;
  }
}

function versionOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
