import { ownText } from "../../base/text.ts";
import type { CoveringArea } from "../../domain/area-record.ts";
import type { LocatedCandidate, NationLocateAnswer, NationLocation } from "../../domain/nation-location.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { Gazetteer, GazetteerPlace } from "../../gazetteer/gazetteer.ts";
import type { Whereabouts } from "../../gazetteer/locate-point.ts";
import type { ZipShares } from "../../gazetteer/zip-table.ts";
import { MAX_SUGGESTIONS, sentences } from "../hints.ts";
import type { Elements } from "../nation-elements.ts";
import { notFoundIn, type Ways } from "../nation-hints.ts";
import type { NationKnown, NationNames, NationPlaceEntry } from "../nation-names.ts";

/** Places that an answer lists. */
const MOST_CANDIDATES = 100;

export interface LocatorParts extends Ways, Pick<Elements, "whereOf"> {
  readonly gazetteer: Gazetteer;
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

/** What is known of a point besides the place that holds it. */
interface Around {
  readonly county: County;
  readonly covered_by: CoveringArea | null;
}

export type Located = ReturnType<typeof createLocated>;

/** Rows of the gazetteer as locations show them, with what the edition has of them. */
export function createLocated({ gazetteer, names, whereOf, coveredBy, coveredAt, ...ways }: LocatorParts) {
  const { includes } = ways;
  function countyOf(row: number): County {
    const { name, state, geoid } = gazetteer.place(row);
    return { county: name, state, geoid };
  }

  /** A county of a state by its name. One of Connecticut's former counties has no GEOID. */
  function countyCalled(state: StateCode, county: string): County {
    const row = gazetteer.rowOfCounty(state, county);
    return row === undefined ? { county, state, geoid: null } : countyOf(row);
  }

  /** The record of a place, or why it has none. @param covered_by found out here unless it is given */
  function figuresOf(
    known: NationKnown,
    covered_by: CoveringArea | null = coveredBy(known.entry),
  ): Pick<NationLocation, "record" | "reason" | "covered_by" | "hint"> {
    const { entry } = known;
    const asked = { state: entry.state, name: ownText(entry.name) };
    const { reason, hint } = notFoundIn(asked, { is: "one", place: known, also: null }, ways);
    const record = "record" in entry ? { ...entry.record, ...whereOf(entry) } : null;
    return { record, reason, covered_by, hint };
  }

  /** Where a state's own edition answers with the county. */
  function ownEditionHint(record: NationLocation["record"], state: StateCode | undefined): string | null {
    if (record !== null || state !== includes.abbreviation) return null;
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
      county: isCounty ? place.name : (place.counties[0]?.county ?? ""),
      geoid: place.geoid,
      population: place.residents,
      share,
    };
  }

  function ofPlace({ place, known }: Placed, found?: Around): Omit<LocationParts, "basis"> {
    const figures = figuresOf(known, found?.covered_by);
    if (place.kind === "county") {
      const county = found?.county ?? countyOf(place.row);
      return { ...figures, matched: { kind: place.kind, name: place.name }, county };
    }
    const county = place.counties[0]?.county ?? "";
    const own = {
      city: names.nameOf(place),
      kind: place.kind,
      official_name: place.officialName,
      state: place.state,
      county,
      counties: place.counties,
      geoid: place.geoid,
      ...gazetteer.pointOf(place.row),
      population: place.residents,
    };
    const matched = { kind: own.kind, name: own.city };
    return { ...figures, matched, place: own, county: found?.county ?? countyCalled(place.state, county) };
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
    /** The same as the only candidate. @param found at a point, otherwise they are those of the place */
    only(row: number, found?: Around): Omit<LocationParts, "basis"> {
      const own = placeOf(row);
      return { ...ofPlace(own, found), candidates: [candidateOf(own.place, 1)] };
    },
    found(parts: LocationParts): NationLocateAnswer {
      const { matched, basis, place = null, part_of = null, county = null, record = null, reason = null } = parts;
      const { covered_by = null, boundary = null, candidates = [] } = parts;
      const hint = sentences(parts.hint, ownEditionHint(record, place?.state ?? county?.state));
      const where = { matched, place, part_of, county, record, reason, covered_by, basis, boundary };
      return { found: true, data: { ...where, candidates: candidates.slice(0, MOST_CANDIDATES), hint } };
    },
    missed(hint: string | null, near: readonly NationKnown[] = []): NationLocateAnswer {
      const suggestions = near.slice(0, MAX_SUGGESTIONS).map(({ entry }) => ways.elementOf(entry));
      return { found: false, data: null, reason: null, suggestions, hint };
    },
  };
}
