import { ownText, type Typed } from "../base/text.ts";
import type { NationAbsence } from "../domain/nation.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { NationEntry } from "../figures/entries.ts";
import { departmentName, isTribal } from "../gazetteer/department-name.ts";
import type { Gazetteer, GazetteerPlace } from "../gazetteer/gazetteer.ts";
import { ownKey, saidName } from "../gazetteer/legal-names.ts";
import type { AskedName, KnownPlace, Meaning } from "./places.ts";
import { type WithoutFigures, withoutFigures } from "./without-figures.ts";

/** What the edition has of a place, or that it has nothing. */
export type NationPlaceEntry = NationEntry | NationAbsence | WithoutFigures;
export type NationKnown = KnownPlace<NationPlaceEntry>;
export type NationMeaning = Meaning<NationPlaceEntry>;

interface NamesParts {
  readonly gazetteer: Gazetteer;
  /** The places of a state that the edition has, with and without a record. */
  readonly ofState: (state: StateCode) => readonly (NationEntry | NationAbsence)[];
  readonly known: (entry: NationPlaceEntry) => NationKnown;
}

export type NationNames = ReturnType<typeof createNationNames>;

/** Joins the names and GEOIDs of the gazetteer with what a nation's dataset has. */
export function createNationNames({ gazetteer, ofState, known }: NamesParts) {
  const states = new Map<StateCode, StateNames>();
  /** Made on first use: the start would wait for thousands of places that nobody asks for. */
  const namesIn = (state: StateCode): StateNames => {
    const made = states.get(state);
    if (made !== undefined) return made;
    const own = namesOfState({ gazetteer, known }, state, ofState(state));
    states.set(state, own);
    return own;
  };
  /** What the edition has of a row; undefined if nothing. */
  const ownOf = (row: number): NationKnown | undefined => namesIn(gazetteer.stateOf(row)).ofRow(row);
  /** The same, or that it has nothing. */
  const ofRow = (row: number): NationKnown => {
    const own = ownOf(row);
    if (own !== undefined) return own;
    const place = gazetteer.place(row);
    return known(withoutFigures(place, () => shortestName(gazetteer, place, namesIn(place.state).has)));
  };
  const meaningIn = (state: StateCode, name: Typed): NationMeaning => {
    const names = namesIn(state);
    const published = names.published(name);
    if (published !== undefined) return { is: "one", place: published, also: null };
    const row = gazetteer.ofGeoid(name);
    if (row !== undefined) return codeMeaning(state, row);
    const found = gazetteer.find(state, name);
    switch (found.is) {
      case "one":
        return { is: "one", place: ofRow(found.row), also: found.also === null ? null : ofRow(found.also) };
      case "several":
        return { is: "several", places: found.rows.map(ofRow) };
      case "part":
        return { is: "part", name: found.name, of: ofRow(found.city) };
      case "state":
        return { is: "state" };
      default: {
        const [agency, ...more] = agenciesCalled(state, name);
        if (agency !== undefined && more.length > 0) return { is: "several", places: [agency, ...more] };
        const policed = agency ?? policedBy(state, name);
        if (policed !== undefined) return { is: "one", place: policed, also: null };
        return { is: "none", near: found.near.map(ofRow), contradiction: found.contradiction };
      }
    }
  };
  /** Agencies of several municipalities, by the most literal reading of a name; one in a county by its name alone or with it. */
  const agenciesCalled = (state: StateCode, name: Typed): readonly NationKnown[] => {
    for (const reading of gazetteer.readingsIn(state, name)) {
      const called = namesIn(state).agencies(reading.name);
      const meant = reading.county !== null ? called.filter(({ entry }) => entry.county === null) : called;
      if (meant.length > 0) return meant;
    }
    return [];
  };
  /** The place that a department's name says, if the tables have a department of it, or a county. */
  const policedBy = (state: StateCode, name: Typed): NationKnown | undefined => {
    const said = isTribal(name, state) ? null : departmentName(name);
    const found = said === null ? null : gazetteer.find(state, said.place);
    if (said === null || found?.is !== "one") return undefined;
    const place = ofRow(found.row);
    const isCounty = gazetteer.place(found.row).level === "county";
    const hasDepartment = isCounty || (!said.isSheriff && "trend" in place.entry && place.entry.trend !== null);
    return hasDepartment ? place : undefined;
  };
  /** As the edition calls a place, or else as people do. */
  const nameOf = ({ row, name, kind }: GazetteerPlace): string => ownOf(row)?.entry.name ?? saidName(name, kind);
  const codeMeaning = (state: StateCode, row: number): NationMeaning =>
    gazetteer.place(row).state === state
      ? { is: "one", place: ofRow(row), also: null }
      : { is: "none", near: [ofRow(row)], contradiction: "state" };
  return {
    find: ({ state, name }: Pick<AskedName, "state" | "name">): NationMeaning => meaningIn(state, name),
    ofRow,
    ownOf,
    nameOf,
    /** Drops what was made for requests, with its answers. It is made again when it is asked for. */
    forget: () => states.clear(),
    /** The row of what the edition has; undefined for an agency of several municipalities. */
    rowOf: (entry: NationEntry | NationAbsence): number | undefined => rowOf(gazetteer, entry),
  };
}

interface StateNames {
  /** What the edition has of a row. */
  ofRow(row: number): NationKnown | undefined;
  /** A name as the edition publishes it, where it means the place. Nearly all names are asked for like this. */
  published(name: Typed): NationKnown | undefined;
  /** Whether the edition has a place of the name. */
  has(name: string): boolean;
  /** Agencies of several municipalities, which the gazetteer does not have, by a folded name. */
  agencies(key: string): readonly NationKnown[];
}

type OwnEntry = NationEntry | NationAbsence;

/** What a name means, and what is known of a place, is found out when it is asked for: a state has hundreds. */
function namesOfState(
  { gazetteer, known }: Pick<NamesParts, "gazetteer" | "known">,
  state: StateCode,
  entries: readonly OwnEntry[],
): StateNames {
  const rows = new Map<number, OwnEntry>();
  const agencies = new Map<string, readonly OwnEntry[]>();
  for (const entry of entries) {
    const row = rowOf(gazetteer, entry);
    if (row !== undefined) {
      if (!rows.has(row)) rows.set(row, entry);
      continue;
    }
    const names = [entry.name, ...entry.aliases];
    const inCounty = entry.county === null ? [] : names.map((name) => `${name}, ${entry.county}`);
    for (const key of new Set([...names, ...inCounty].map(ownKey))) {
      agencies.set(key, [...(agencies.get(key) ?? []), entry]);
    }
  }
  const byName = Map.groupBy(entries, ({ name }) => name);
  const meant = new Map<string, OwnEntry | undefined>();
  const meantBy = (name: string, own: readonly OwnEntry[]) => {
    const found = gazetteer.find(state, ownText(name));
    if (found.is === "none")
      return own.length === 1 && own[0] !== undefined && rowOf(gazetteer, own[0]) === undefined ? own[0] : undefined;
    return own.findLast((entry) => found.is === "one" && found.row === rowOf(gazetteer, entry) && found.also === null);
  };
  const made = new Map<OwnEntry, NationKnown>();
  const knownOf = (entry: OwnEntry | undefined) => {
    const own = entry && made.get(entry);
    if (entry === undefined || own !== undefined) return own;
    const first = known(entry);
    made.set(entry, first);
    return first;
  };
  return {
    ofRow: (row) => knownOf(rows.get(row)),
    published(name) {
      const own = byName.get(name);
      if (own === undefined) return undefined;
      if (!meant.has(name)) meant.set(name, meantBy(name, own));
      return knownOf(meant.get(name));
    },
    has: (name) => byName.has(name),
    agencies: (key) => (agencies.get(key) ?? []).flatMap((entry) => knownOf(entry) ?? []),
  };
}

/**
 * What means a place in its state: its name alone, or with its county, its kind, or both. A community has no kind that
 * is said: it may be the middle of a town of its name, which then is meant.
 */
function shortestName(
  gazetteer: Gazetteer,
  place: GazetteerPlace,
  isTaken: (name: string) => boolean,
): readonly string[] {
  const { row, state, kind, counties, geoid, officialName } = place;
  const name = saidName(place.name, kind);
  const names = kind === "community" ? [name] : [name, officialName];
  const county = counties.slice(0, 1).map((own) => own.county);
  const longer = names.flatMap((own) => [...(isTaken(own) ? [] : [[own]]), [own, ...county]]);
  const rowMeant = (parts: readonly string[]) => {
    const found = gazetteer.find(state, ownText(parts.join(", ")));
    return found.is === "one" ? found.row : undefined;
  };
  const around = kind === "community" ? longer.findLast((parts) => rowMeant(parts) !== undefined) : undefined;
  return longer.find((parts) => rowMeant(parts) === row) ?? around ?? [geoid];
}

/** Never by its name: an agency of several municipalities, or of one that is gone, may have the name of a place. */
function rowOf(gazetteer: Gazetteer, { geoid }: NationPlaceEntry): number | undefined {
  return geoid === null ? undefined : gazetteer.ofGeoid(geoid);
}
