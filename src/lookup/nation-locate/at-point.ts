import type { NationLocateAnswer } from "../../domain/nation-location.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import { hintAtPoint } from "../hints.ts";
import type { Located, LocationParts } from "./located.ts";

const WORDS = {
  area: "the United States",
  inside: "in a state",
  outside: "The point is neither in one of the 50 states nor in the District of Columbia.",
};

/** The municipality that holds a point, or else the census-designated place and the county. */
export function createPointLocator(gazetteer: Gazetteer, located: Located) {
  const { only, countyCalled, candidateOf, coveredAt, found, missed } = located;

  /** null outside the states. */
  function atPoint(point: GeoPoint): LocationParts | null {
    const where = gazetteer.locate(point);
    if (where === null) return null;
    const { state, municipality, community, unheld, isNearGrown } = where;
    const boundary = isNearGrown ? "boundary of 2019" : null;
    const row = municipality ?? (unheld.length > 0 ? null : community);
    const county = countyCalled(state, where.county);
    const covered_by = coveredAt(where);
    if (row !== null) return { ...only(row, { county, covered_by }), basis: "boundary", boundary };
    const matched = { kind: "county", name: where.county } as const;
    if (unheld.length === 0) {
      const hint = `The point is in ${where.county}, outside the boundaries of all cities and towns.`;
      return { matched, basis: "boundary", boundary, county, covered_by, hint };
    }
    return {
      matched,
      basis: "boundary_not_held",
      boundary,
      covered_by,
      candidates: unheld.map((own) => candidateOf(own, null)),
      hint: `The point is in ${where.county}. The boundaries of some municipalities there are not in the dataset, so any of the candidates may hold it.`,
    };
  }

  const isInside = (point: GeoPoint) => gazetteer.locate(point) !== null;
  return {
    atPoint,
    locatePoint(point: GeoPoint): NationLocateAnswer {
      const location = atPoint(point);
      return location === null ? missed(hintAtPoint(point, WORDS, isInside)) : found(location);
    },
  };
}

export type PointLocator = ReturnType<typeof createPointLocator>;
