import { objectText } from "../../base/json-text.ts";
import { Lru } from "../../base/lru.ts";
import { oncePer } from "../../base/once-per.ts";
import type { CoveringArea } from "../../domain/area-record.ts";
import type { NationLocation } from "../../domain/nation-location.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import { hintAtPoint, sentences } from "../hints.ts";
import type { Located, LocationParts } from "./located.ts";

const WORDS = {
  area: "the United States",
  inside: "in a state",
  outside: "The point is neither in one of the 50 states nor in the District of Columbia.",
};

/** Candidates of a generation. Most of the country's 14,000 municipalities without a boundary are listed for many points. */
const CANDIDATES_KEPT = 8_192;

type Member = Exclude<keyof NationLocation, "hint">;

/**
 * A location as JSON texts: what is at a point is at many others, so most of an answer need not be written again. Members
 * are in the order of answers.
 */
interface WrittenLocation {
  readonly members: Readonly<Record<Member, string>>;
  readonly hint: string | null;
  /** Whether it has a record. */
  readonly hasRecord: boolean;
  /** undefined where any of several municipalities may hold the point. */
  readonly state: NonNullable<NationLocation["county"]>["state"] | undefined;
}

/** The municipality that holds a point, or else the census-designated place and the county. */
export function createPointLocator(gazetteer: Gazetteer, located: Located) {
  const { countyOf, matchedAt, candidateOf, coveredAt, missed, ownEditionHint } = located;
  let candidates = new Lru<string, number>({ entries: CANDIDATES_KEPT });
  const counties = new Map<number, string>();
  const areaText = oncePer((area: CoveringArea) => JSON.stringify(area));

  function countyText(row: number): string {
    const text = counties.get(row) ?? JSON.stringify(countyOf(row));
    counties.set(row, text);
    return text;
  }

  function candidateText(row: number): string {
    const known = candidates.get(row);
    if (known !== undefined) return known;
    const text = JSON.stringify(candidateOf(row, null));
    candidates.set(row, text);
    return text;
  }

  /** null outside the states. */
  function writtenAt(point: GeoPoint): WrittenLocation | null {
    const where = gazetteer.locate(point);
    if (where === null) return null;
    const { state, municipality, community, unheld, isNearGrown, countyRow } = where;
    const county =
      countyRow === null ? JSON.stringify({ county: where.county, state, geoid: null }) : countyText(countyRow);
    const covering = coveredAt(where);
    const covered_by = covering === null ? "null" : areaText(covering);
    const boundary = isNearGrown ? '"boundary of 2019"' : "null";
    const row = municipality ?? (unheld.length > 0 ? null : community);
    if (row !== null) {
      const { matched, place, recordText: record = "null", reason, hint, candidates: own } = matchedAt(row);
      return {
        members: {
          ...{ matched: JSON.stringify(matched), place: JSON.stringify(place), part_of: "null", county, record },
          ...{ reason: JSON.stringify(reason), covered_by, basis: '"boundary"', boundary },
          candidates: JSON.stringify(own),
        },
        ...{ hint, hasRecord: record !== "null", state },
      };
    }
    const isHeld = unheld.length === 0;
    return {
      members: {
        matched: JSON.stringify({ kind: "county", name: where.county }),
        ...{ place: "null", part_of: "null", county: isHeld ? county : "null", record: "null", reason: "null" },
        ...{ covered_by, basis: isHeld ? '"boundary"' : '"boundary_not_held"', boundary },
        candidates: `[${unheld.map(candidateText).join(",")}]`,
      },
      hint: isHeld
        ? `The point is in ${where.county}, outside the boundaries of all cities and towns.`
        : `The point is in ${where.county}. The boundaries of some municipalities there are not in the dataset, so any of the candidates may hold it.`,
      ...{ hasRecord: false, state: isHeld ? state : undefined },
    };
  }

  const isInside = (point: GeoPoint) => gazetteer.locate(point) !== null;
  return {
    /** Drops the texts that points share. */
    forget(): void {
      candidates = new Lru({ entries: CANDIDATES_KEPT });
      counties.clear();
      areaText.forget();
    },
    atPoint(point: GeoPoint): LocationParts | null {
      const written = writtenAt(point);
      return written && { ...JSON.parse(objectText(written.members)), hint: written.hint };
    },
    /** The answer as JSON text. */
    locatePoint(point: GeoPoint): string {
      const written = writtenAt(point);
      if (written === null) return JSON.stringify(missed(hintAtPoint(point, WORDS, isInside)));
      const { members, hint, hasRecord, state } = written;
      const hints = JSON.stringify(sentences(hint, ownEditionHint(hasRecord, state)));
      return objectText({ found: "true", data: objectText({ ...members, hint: hints }) });
    },
  };
}

export type PointLocator = ReturnType<typeof createPointLocator>;
