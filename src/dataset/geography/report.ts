import type { Accuracy } from "./accuracy.ts";
import { TOLERANCE_M } from "./boundaries.ts";
import type { GeographyFile } from "./file.ts";

export type GeographyReport = ReturnType<typeof geographyReport>;

/**
 * @param bytes of the compressed file
 * @param namesLeftOut names that are other spellings of a city's own, or are left out by review
 */
export function geographyReport(
  geography: GeographyFile,
  bytes: number,
  namesLeftOut: readonly string[],
  accuracy: Accuracy,
) {
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
      /** Corners of all lines, after the simplification. */
      corners: boundaries.arcs.reduce((sum, arc) => sum + arc.length, 0),
    },
    /** Meters that a line was allowed to move. */
    toleranceM: TOLERANCE_M,
    accuracy,
    /** ZIP codes by the basis of their shares. */
    zipBases,
    namesLeftOut,
    sources,
  };
}
