import { capitalized } from "../../base/capitalized.ts";
import type { FoundPlace } from "../../domain/place.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import { nameInState } from "../../gazetteer/state-text.ts";
import type { NationPlaceEntry } from "../../lookup/nation-names.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import { kindText } from "../../lookup/without-figures.ts";
import { areaOf } from "../browse/browse-list.ts";
import type { Address } from "../http/page.ts";
import { type Graded, gradedPlace } from "../ui/grade.tsx";
import { counted } from "../ui/number.ts";
import { areaUrl, countiesText, countyUrl, nationPlaceUrl, stateUrl } from "../view/addresses.ts";
import { browseUrl } from "../view/browse-query.ts";
import { type FoundInState, placeHref } from "../view/find-typed.ts";

/** A place that something typed may mean. */
export interface PlaceAnswer {
  /** With its state: "Springfield, Missouri". */
  readonly name: string;
  /** Its county and residents, or what it is. */
  readonly detail: string;
  readonly href: string;
  readonly graded: Graded | null;
  /** Instead of a grade. */
  readonly why: string;
  readonly point: GeoPoint | null;
  /** Its page in its state's own edition. */
  readonly own?: { readonly href: string; readonly edition: StateEdition };
  /** Whether an edition has figures of it, or the reason why it has none. */
  readonly isListed: boolean;
  readonly residents: number;
}

/** A place of the nation. */
export function nationAnswer(entry: NationPlaceEntry, places: NationPlaces): PlaceAnswer {
  const { nation, gazetteer } = places;
  const { name, state, geoid } = entry;
  const counties = countiesText(places.countiesOf(entry));
  const row = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
  const residents = places.residentsOf(entry);
  const isListed = "record" in entry || entry.reason !== null;
  const kind = isListed || !("place" in entry) ? [] : [capitalized(kindText(entry.place))];
  return {
    name: nameInState({ name, state }),
    detail: [
      ...kind,
      ...(counties === null ? [] : [counties]),
      ...(residents > 0 ? [counted(residents, "resident")] : []),
    ].join(" · "),
    /** Of many matches, only the first are shown. */
    get href() {
      return nationPlaceUrl(entry, nation);
    },
    graded: "record" in entry ? gradedPlace(entry) : null,
    why: "no grade",
    point: row === undefined ? null : gazetteer.pointOf(row),
    isListed,
    residents,
  };
}

/**
 * What only a state's own edition has. Its grades compare with the state, so that a list of the nation has none of them.
 * @param known the residents of a community, which that edition does not have
 */
export function stateAnswer(found: FoundInState, known = 0): PlaceAnswer {
  const { place, places } = found;
  const { name, kind, county, within, latitude, longitude } = place;
  const own =
    kind === "county" ? places.published.county(name) : kind === "city" ? places.published.city(name) : undefined;
  const residents = own?.entry.record.population ?? known;
  return {
    name: `${name}, ${places.edition.name}`,
    detail: [WHAT[kind](county, within), ...(residents > 0 ? [counted(residents, "resident")] : [])]
      .filter((part) => part !== "")
      .join(" · "),
    href: placeHref(found),
    graded: null,
    why:
      kind === "neighborhood" && within !== null
        ? `see ${within}`
        : kind === "unincorporated"
          ? `see ${county}`
          : `see ${places.edition.possessive} own edition`,
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    isListed: own !== undefined || kind === "city",
    residents,
  };
}

const WHAT: Readonly<Record<FoundPlace["kind"], (county: string, within: string | null) => string>> = {
  city: (county) => county,
  county: () => "County",
  neighborhood: (county, within) => (within === null ? `Neighborhood, ${county}` : `Neighborhood of ${within}`),
  unincorporated: (county) => `Unincorporated community, ${county}`,
};

/** What the edition has of a row; of a county, its land outside of the places. */
export function rowAnswer(nation: NationPlaces, row: number): PlaceAnswer {
  const answer = nationAnswer(nation.ofRow(row).entry, nation);
  const { level } = nation.gazetteer.place(row);
  return level === "county" ? { ...answer, detail: "Outside of the cities and towns", why: "no figures" } : answer;
}

export function answersOf(nation: NationPlaces, rows: readonly number[]): readonly PlaceAnswer[] {
  return rows.map((row) => rowAnswer(nation, row));
}

/** A county, which has no figures of its own in the nation: its page in its state's edition, its department's area, or its places. */
export function countyAnswer({ states }: Address["editions"], nation: NationPlaces, row: number): PlaceAnswer {
  const { entry } = nation.ofRow(row);
  const { name, state, geoid, residents } = nation.gazetteer.place(row);
  const own = states.find(({ edition }) => edition.abbreviation === state);
  const [area] = nation.areasOf(geoid);
  const [href, why] =
    own !== undefined
      ? [countyUrl(own.edition, name), `see ${own.edition.possessive} own edition`]
      : area === undefined
        ? [browseUrl(stateUrl(state), { county: [areaOf(name)] }), "see its places"]
        : [areaUrl(state, name), "see its area"];
  const detail = `County · ${counted(residents, "resident")}`;
  return { ...nationAnswer(entry, nation), detail, href, why, residents, isListed: true };
}

/** The city that a borough is a part of; undefined for a county that is none. */
export function boroughAnswer(nation: NationPlaces, row: number): PlaceAnswer | undefined {
  const [, city, name] = nation.gazetteer.table().parts.find(([part]) => part === row) ?? [];
  if (city === undefined) return undefined;
  const answer = rowAnswer(nation, city);
  return { ...answer, detail: `${name} is a part of it, without figures of its own` };
}
