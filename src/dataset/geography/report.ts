import type { GeographyFile, GeographySource } from "../../geography/file.ts";
import type { Accuracy } from "./accuracy.ts";
import { TOLERANCE_M } from "./boundaries.ts";

/** The result of an import of the geography files. */
export interface GeographyReport {
  readonly version: string;
  /** Of the compressed file. */
  readonly bytes: number;
  readonly counts: {
    readonly counties: number;
    readonly cities: number;
    readonly communities: number;
    readonly names: number;
    readonly zips: number;
    /** Corners of all lines, after the simplification. */
    readonly corners: number;
  };
  /** Meters that a line was allowed to move. */
  readonly toleranceM: number;
  readonly accuracy: Accuracy;
  /** ZIP codes by the basis of their shares. */
  readonly zipBases: Readonly<Record<string, number>>;
  /** Names that are other spellings of a city's own, or are left out by review. */
  readonly namesLeftOut: readonly string[];
  readonly sources: readonly GeographySource[];
}

export function geographyReport(
  geography: GeographyFile,
  bytes: number,
  namesLeftOut: readonly string[],
  accuracy: Accuracy,
): GeographyReport {
  const { version, sources, counties, cities, names, zips, boundaries } = geography;
  const zipBases = { residents: 0, area: 0, hint: 0 };
  for (const { shares } of zips) zipBases[shares[0]?.basis ?? "hint"] += 1;
  return {
    version,
    bytes,
    counts: {
      counties: counties.length,
      cities: cities.length,
      communities: boundaries.objects.communities.geometries.length,
      names: names.length,
      zips: zips.length,
      corners: boundaries.arcs.reduce((sum, arc) => sum + arc.length, 0),
    },
    toleranceM: TOLERANCE_M,
    accuracy,
    zipBases,
    namesLeftOut,
    sources,
  };
}
