import { ownText, type Typed } from "../base/text.ts";
import type { NationAbsence } from "../domain/nation.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { NationEntry } from "../figures/entries.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
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
    const made = states.get(state) ?? namesOfState(gazetteer, state, ofState(state).map(known));
    states.set(state, made);
    return made;
  };
  /** What the edition has of a row. */
  const ofRow = (row: number): NationKnown => {
    const place = gazetteer.place(row);
    const own = namesIn(place.state).byRow.get(row);
    if (own !== undefined) return own;
    const found = gazetteer.find(place.state, ownText(saidName(place.name, place.kind)));
    return known(withoutFigures(place, found.is !== "one" || found.row !== row));
  };
  const meaningIn = (state: StateCode, name: Typed): NationMeaning => {
    const names = namesIn(state);
    const published = names.published.get(name);
    if (published !== undefined) return { is: "one", place: published, also: null };
    const row = isCode(name) ? gazetteer.ofGeoid(name) : undefined;
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
        const agency = gazetteer
          .namesIn(state, name)
          .map((key) => names.agencies.get(key))
          .find((known) => known !== undefined);
        if (agency !== undefined) return { is: "one", place: agency, also: null };
        return { is: "none", near: found.near.map(ofRow), contradiction: found.contradiction };
      }
    }
  };
  const codeMeaning = (state: StateCode, row: number): NationMeaning =>
    gazetteer.place(row).state === state
      ? { is: "one", place: ofRow(row), also: null }
      : { is: "none", near: [ofRow(row)], contradiction: "state" };
  return {
    find: ({ state, name }: Pick<AskedName, "state" | "name">): NationMeaning => meaningIn(state, name),
    ofRow,
    /** The row of what the edition has; undefined for an agency of several municipalities. */
    rowOf: (entry: NationEntry | NationAbsence): number | undefined => rowOf(gazetteer, entry.state, entry),
  };
}

/** A GEOID, with or without the Census Bureau's prefix. */
const CODE = /^ *(?:\d{3}0000US)?\d{5}(?:\d{2}(?:\d{3})?)? *$/;

function isCode(name: string): boolean {
  return CODE.test(name);
}

interface StateNames {
  readonly byRow: ReadonlyMap<number, NationKnown>;
  /** Names as the edition publishes them, where they mean the place. Nearly all names are asked for like this. */
  readonly published: ReadonlyMap<string, NationKnown>;
  /** Agencies of several municipalities, which the gazetteer does not have. */
  readonly agencies: ReadonlyMap<string, NationKnown>;
}

function namesOfState(gazetteer: Gazetteer, state: StateCode, places: readonly NationKnown[]): StateNames {
  const byRow = new Map<number, NationKnown>();
  const published = new Map<string, NationKnown>();
  const agencies = new Map<string, NationKnown>();
  for (const place of places) {
    const { entry } = place;
    const found = gazetteer.find(state, ownText(entry.name));
    const row = rowOf(gazetteer, state, entry);
    if (row === undefined) {
      for (const name of [entry.name, ...("aliases" in entry ? entry.aliases : [])]) agencies.set(ownKey(name), place);
      if (found.is === "none") published.set(entry.name, place);
      continue;
    }
    if (!byRow.has(row)) byRow.set(row, place);
    if (found.is === "one" && found.row === row && found.also === null) published.set(entry.name, place);
  }
  return { byRow, published, agencies };
}

function rowOf(gazetteer: Gazetteer, state: StateCode, { geoid, name, county }: NationPlaceEntry): number | undefined {
  if (geoid !== null) return gazetteer.ofGeoid(geoid);
  const alone = gazetteer.find(state, ownText(name));
  if (alone.is === "one") return alone.row;
  const inCounty = county === null ? alone : gazetteer.find(state, ownText(`${name}, ${county}`));
  return inCounty.is === "one" ? inCounty.row : undefined;
}
