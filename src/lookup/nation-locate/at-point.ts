import { Lru } from "../../base/lru.ts";
import type { LocatedCandidate, NationLocateAnswer } from "../../domain/nation-location.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import type { Whereabouts } from "../../gazetteer/locate-point.ts";
import { hintAtPoint } from "../hints.ts";
import type { Located, LocationParts } from "./located.ts";

const WORDS = {
  area: "the United States",
  inside: "in a state",
  outside: "The point is neither in one of the 50 states nor in the District of Columbia.",
};

/** Candidates of a generation. Most of the country's 14,000 municipalities without a boundary are listed for many points. */
const CANDIDATES_KEPT = 8_192;

/** The municipality that holds a point, or else the census-designated place and the county. */
export function createPointLocator(gazetteer: Gazetteer, located: Located) {
  const { countyOf, matchedAt, coveredAt, found, missed } = located;
  let candidates = new Lru<LocatedCandidate, number>({ entries: CANDIDATES_KEPT });

  function candidateOf(row: number): LocatedCandidate {
    const known = candidates.get(row);
    if (known !== undefined) return known;
    const made = located.candidateOf(row, null);
    candidates.set(row, made);
    return made;
  }

  /** What is at a point; null outside the states. */
  function atPoint(point: GeoPoint): LocationParts | null {
    const where = gazetteer.locate(point);
    return where && partsAt(where);
  }

  function partsAt(where: Whereabouts): LocationParts {
    const { state, municipality, community, unheld, isNearGrown, countyRow } = where;
    const county = countyRow === null ? { county: where.county, state, geoid: null } : countyOf(countyRow);
    const covered_by = coveredAt(where);
    const boundary = isNearGrown ? "boundary of 2019" : null;
    const row = municipality ?? (unheld.length > 0 ? null : community);
    if (row !== null) return { ...matchedAt(row), county, covered_by, basis: "boundary", boundary };
    const matched = { kind: "county", name: where.county } as const;
    if (unheld.length === 0) {
      const hint = `The point is in ${where.county}, outside the boundaries of all cities and towns.`;
      return { matched, county, covered_by, basis: "boundary", boundary, hint };
    }
    const hint = `The point is in ${where.county}. The boundaries of some municipalities there are not in the dataset, so any of the candidates may hold it.`;
    return { matched, covered_by, basis: "boundary_not_held", boundary, candidates: unheld.map(candidateOf), hint };
  }

  const isInside = (point: GeoPoint) => gazetteer.locate(point) !== null;
  return {
    /** Drops the candidates that points share. */
    forget(): void {
      candidates = new Lru({ entries: CANDIDATES_KEPT });
    },
    atPoint,
    locatePoint(point: GeoPoint): NationLocateAnswer {
      const parts = atPoint(point);
      return parts === null ? missed(hintAtPoint(point, WORDS, isInside)) : found(parts);
    },
  };
}

export type PointLocator = ReturnType<typeof createPointLocator>;
