import { firstFrom, indexIn } from "../base/sorted.ts";
import type { GeoPoint } from "./distance.ts";
import { POINT_PARTS, SHARE_PARTS, summed } from "./place-table.ts";

/**
 * How the share of a ZIP code in a place is known. `county_only`: no place has a share in it; `point`: it has no area of
 * its own, as one for post-office boxes, and is where its point is.
 */
export const ZIP_BASES = ["residents", "land", "county_only", "point"] as const;
export type ZipBasis = (typeof ZIP_BASES)[number];

/** ZIP codes in columns. Candidates of a code are consecutive, those with the largest share first. */
export interface ZipTableFile {
  readonly format: 2;
  /** As differences. */
  readonly zips: readonly number[];
  /** A digit for each code: its index in `ZIP_BASES`. */
  readonly bases: string;
  /** How many candidates each code has. */
  readonly counts: readonly number[];
  /** Rows of the place table; a county's row is its land outside the other candidates. Differences. */
  readonly rows: readonly number[];
  /** In `SHARE_PARTS`. Those of a code add up to 1 at most. */
  readonly shares: readonly number[];
  /** The row of the county that has nine tenths of each code; -1 if none has. Differences. */
  readonly counties: readonly number[];
  /** In `POINT_PARTS`. Differences. */
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
  /** -1 for a code without an area. */
  readonly residents: readonly number[];
}

export interface ZipCandidate {
  readonly row: number;
  /** 0 to 1. */
  readonly share: number;
}

export interface ZipShares {
  readonly basis: ZipBasis;
  readonly candidates: readonly ZipCandidate[];
  /** The row of the county that has nine tenths of it. */
  readonly county: number | null;
  /** The point of the code itself, in degrees. */
  readonly point: GeoPoint;
  /** In the survey of the years up to 2023; null for a code without an area. */
  readonly residents: number | null;
}

const ZIP_LENGTH = 5;

function zipText(zip: number): string {
  return String(zip).padStart(ZIP_LENGTH, "0");
}

export type ZipTable = ReturnType<typeof openZipTable>;

export function openZipTable(file: ZipTableFile) {
  const zips = summed(file.zips);
  const bases = Uint8Array.from(file.bases, Number);
  const starts = summed([0, ...file.counts]);
  const rows = summed(file.rows);
  const shares = Uint16Array.from(file.shares);
  const counties = summed(file.counties);
  const latitudes = summed(file.latitudes);
  const longitudes = summed(file.longitudes);
  const residents = Int32Array.from(file.residents);
  return {
    size: zips.length,
    zip: (index: number): string => zipText(zips[index] ?? 0),
    /** The codes that begin with digits, in order. */
    beginning(digits: string, most: number): readonly string[] {
      const first = firstFrom(zips, Number(digits.padEnd(ZIP_LENGTH, "0")));
      const end = firstFrom(zips, Number(digits.padEnd(ZIP_LENGTH, "9")) + 1);
      return Array.from(zips.slice(first, Math.min(end, first + most)), zipText);
    },
    /** Of a code of five digits; undefined if it is not known. */
    find(zip: string): ZipShares | undefined {
      const index = indexIn(zips, Number(zip));
      if (index === undefined) return undefined;
      const candidates: ZipCandidate[] = [];
      for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at++) {
        candidates.push({ row: rows[at] ?? 0, share: (shares[at] ?? 0) / SHARE_PARTS });
      }
      const county = counties[index] ?? -1;
      return {
        basis: ZIP_BASES[bases[index] ?? 0] ?? "land",
        candidates,
        county: county === -1 ? null : county,
        point: { latitude: (latitudes[index] ?? 0) / POINT_PARTS, longitude: (longitudes[index] ?? 0) / POINT_PARTS },
        residents: (residents[index] ?? -1) < 0 ? null : (residents[index] ?? null),
      };
    },
  };
}
