import type { CoveringArea } from "../../domain/area-record.ts";
import type { LocatedCandidate, NationLocateAnswer, NationLocation } from "../../domain/nation-location.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { GazetteerPlace } from "../../gazetteer/gazetteer.ts";
import type { Whereabouts } from "../../gazetteer/locate-point.ts";
import type { ZipShares } from "../../gazetteer/zip-table.ts";
import { MAX_SUGGESTIONS, sentences } from "../hints.ts";
import type { Elements } from "../nation-elements.ts";
import { type Ways, withoutGrade } from "../nation-hints.ts";
import type { NationKnown, NationNames, NationPlaceEntry } from "../nation-names.ts";

/** Places that an answer lists. */
const MOST_CANDIDATES = 100;

export interface LocatorParts extends Ways, Pick<Elements, "whereOf"> {
  readonly names: NationNames;
  /** The area of a county department that covers a place without figures of its own, or a point. */
  readonly coveredBy: (entry: NationPlaceEntry) => CoveringArea | null;
  readonly coveredAt: (where: Whereabouts) => CoveringArea | null;
}

/** A location; members that are left out are null, or empty. */
export type LocationParts = Pick<NationLocation, "matched" | "basis"> & Partial<NationLocation>;
type RowShare = ZipShares["candidates"][number];
type County = NonNullable<NationLocation["county"]>;

interface Placed {
  readonly place: GazetteerPlace;
  readonly known: NationKnown;
}

export type Located = ReturnType<typeof createLocated>;

/** Rows of the gazetteer as locations show them, with what the edition has of them. */
export function createLocated({ gazetteer, names, whereOf, coveredBy, coveredAt, ...ways }: LocatorParts) {
  const { includes } = ways;
  /** With its kind, also where it is a government that is called without: Honolulu County. */
  function countyOf(row: number): County {
    const { officialName, state, geoid } = gazetteer.place(row);
    return { county: officialName, state, geoid };
  }

  /** A county of a state by its name. One of Connecticut's former counties has no GEOID. */
  function countyCalled(state: StateCode, county: string): County {
    const row = gazetteer.rowOfCounty(state, county);
    return row === undefined ? { county, state, geoid: null } : countyOf(row);
  }

  /** The record of its look-up's answer, which is kept: it is read faster than it is made. */
  function recordOf({ answer }: NationKnown): NationLocation["record"] {
    return answer === undefined ? null : JSON.parse(answer.body).data;
  }

  /** The record of a place, or why it has none. */
  function figuresOf(known: NationKnown): Pick<NationLocation, "record" | "reason" | "covered_by" | "hint"> {
    const { reason, hint } = withoutGrade(known.entry, null, ways);
    return { record: recordOf(known), reason, covered_by: coveredBy(known.entry), hint };
  }

  /** Where a state's own edition answers with the county. */
  function ownEditionHint(hasRecord: boolean, state: StateCode | undefined): string | null {
    if (hasRecord || state !== includes.abbreviation) return null;
    return `${includes.name} has an edition of its own: /v1${includes.path}/locate has the county's figures where a place has none. They are of all agencies in the county.`;
  }

  /** A row with what the edition has of it. */
  function placeOf(row: number): Placed {
    const known = names.ofRow(row);
    return { known, place: "place" in known.entry ? known.entry.place : gazetteer.place(row) };
  }

  function candidateOf(place: GazetteerPlace, share: number | null): LocatedCandidate {
    const isCounty = place.kind === "county";
    return {
      city: isCounty ? null : names.nameOf(place),
      kind: place.kind,
      state: place.state,
      county: isCounty ? place.name : mainCountyOf(place),
      geoid: place.geoid,
      population: place.residents,
      share,
    };
  }

  function ofPlace({ place, known }: Placed): Omit<LocationParts, "basis"> {
    const county = place.kind === "county" ? countyOf(place.row) : countyCalled(place.state, mainCountyOf(place));
    return { ...figuresOf(known), ...matchedBy(place), county };
  }

  /** A county is no place: its figures are of areas. */
  function matchedBy(place: GazetteerPlace): Pick<NationLocation, "matched" | "place"> {
    if (place.kind === "county") return { matched: { kind: place.kind, name: place.name }, place: null };
    const own = {
      city: names.nameOf(place),
      kind: place.kind,
      official_name: place.officialName,
      state: place.state,
      county: mainCountyOf(place),
      counties: place.counties,
      geoid: place.geoid,
      ...gazetteer.pointOf(place.row),
      population: place.residents,
    };
    return { matched: { kind: own.kind, name: own.city }, place: own };
  }

  return {
    countyOf,
    countyCalled,
    figuresOf,
    coveredAt,
    /** The area that covers at least this share of several places. */
    coveringShare(shares: readonly RowShare[], least: number): CoveringArea | null {
      const areas = shares.flatMap(({ row, share }) => {
        const area = coveredBy(names.ofRow(row).entry);
        return area === null ? [] : [{ area, share }];
      });
      for (const covered of Map.groupBy(areas, ({ area }) => area.ori).values()) {
        const [first] = covered;
        const sum = covered.reduce((total, { share }) => total + share, 0);
        if (first !== undefined && sum >= least) return first.area;
      }
      return null;
    },
    /** The county that holds every one of these rows wholly; null if there is none. */
    onlyCountyOf(rows: readonly number[]): County | null {
      const [first, ...others] = rows.map((row) => gazetteer.place(row));
      const [county, ...more] = first?.counties ?? [];
      if (first === undefined || county === undefined || more.length > 0) return null;
      const isOnly = others.every(
        ({ state, counties }) =>
          state === first.state && counties.length === 1 && counties[0]?.county === county.county,
      );
      return isOnly ? countyCalled(first.state, county.county) : null;
    },
    candidateOf: (row: number, share: number | null) => candidateOf(gazetteer.place(row), share),
    /** A row, which may be a county's, with its figures. */
    ofRow: (row: number) => ofPlace(placeOf(row)),
    /** The same as the only candidate. */
    only(row: number): Omit<LocationParts, "basis"> {
      const own = placeOf(row);
      return { ...ofPlace(own), candidates: [candidateOf(own.place, 1)] };
    },
    /** A row as the only candidate, without its county and what covers it. */
    matchedAt(row: number): Omit<LocationParts, "basis"> {
      const { place, known } = placeOf(row);
      const { reason, hint } = withoutGrade(known.entry, null, ways);
      return { ...matchedBy(place), record: recordOf(known), reason, hint, candidates: [candidateOf(place, 1)] };
    },
    found(parts: LocationParts): NationLocateAnswer {
      const { matched, basis, place = null, part_of = null, county = null, record = null, reason = null } = parts;
      const { covered_by = null, boundary = null, candidates = [] } = parts;
      const hint = sentences(parts.hint, ownEditionHint(record !== null, place?.state ?? county?.state));
      const where = { matched, place, part_of, county, record, reason, covered_by, basis, boundary };
      return { found: true, data: { ...where, candidates: candidates.slice(0, MOST_CANDIDATES), hint } };
    },
    missed(hint: string | null, near: readonly NationKnown[] = []): NationLocateAnswer {
      const suggestions = near.slice(0, MAX_SUGGESTIONS).map(({ entry }) => ways.elementOf(entry));
      return { found: false, data: null, reason: null, suggestions, hint };
    },
  };
}

/** The county with most residents of a place. */
function mainCountyOf({ counties }: GazetteerPlace): string {
  return counties[0]?.county ?? "";
}
