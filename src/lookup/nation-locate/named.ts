import type { Typed } from "../../base/text.ts";
import type { NationLocateAnswer } from "../../domain/nation-location.ts";
import type { StateCode } from "../../editions/us-states.ts";
import { normalized } from "../../gazetteer/fold.ts";
import { nameKey, ownKey } from "../../gazetteer/legal-names.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { territoryHint } from "../../gazetteer/territories.ts";
import { rowOf } from "../nation-elements.ts";
import { notFoundIn } from "../nation-hints.ts";
import type { NationKnown, NationMeaning } from "../nation-names.ts";
import { noneFoundAnywhere } from "../unknown-names.ts";
import { kindText } from "../without-figures.ts";
import type { Located, LocatorParts } from "./located.ts";

/** What a name or a GEOID means. */
export function createNameLocator(parts: LocatorParts, located: Located) {
  const { gazetteer, names } = parts;
  const { ofRow, only, countyOf, figuresOf, candidateOf, found, missed } = located;

  function locateInState(state: StateCode, name: Typed): NationLocateAnswer {
    return locateMeaning(state, name, names.find({ state, name }));
  }

  function locateMeaning(state: StateCode, name: Typed, meaning: NationMeaning): NationLocateAnswer {
    const { hint, ...others } = notFoundIn({ state, name }, meaning, parts);
    const basis = "name";
    switch (meaning.is) {
      case "one": {
        const { entry } = meaning.place;
        const row = rowOf(entry, names);
        if (row === undefined) return found({ ...departmentOf(meaning.place), basis });
        return found({ ...only(row), basis, hint: hint ?? alsoHint(meaning.also) });
      }
      case "several": {
        const rows = meaning.places.flatMap(({ entry }) => rowOf(entry, names) ?? []);
        return rows.length === 0 ? { found: false, data: null, ...others, hint } : severalOf(name, rows, hint);
      }
      case "part": {
        const { entry } = meaning.of;
        const row = rowOf(entry, names);
        const city = row === undefined ? figuresOf(meaning.of) : ofRow(row);
        const matched = { kind: "part", name: meaning.name } as const;
        return found({ ...city, matched, basis, part_of: entry.name, county: boroughOf(row, meaning.name), hint });
      }
      case "state":
        return found({ matched: { kind: "state", name: stateName(state) }, basis, hint });
      default:
        return { found: false, data: null, ...others, hint };
    }
  }

  /** A police department of several municipalities, with those that are known. */
  function departmentOf(known: NationKnown) {
    const { entry } = known;
    const served = ("serves" in entry ? entry.serves : []).flatMap((geoid) => gazetteer.ofGeoid(geoid) ?? []);
    return {
      ...figuresOf(known),
      matched: { kind: "department", name: entry.name } as const,
      candidates: served.map((row) => candidateOf(row, null)),
    };
  }

  function severalOf(name: Typed, rows: readonly number[], hint: string | null): NationLocateAnswer {
    const candidates = rows.map((row) => candidateOf(row, 1));
    return found({ matched: { kind: "several", name: candidates[0]?.city ?? name }, basis: "name", candidates, hint });
  }

  function locateGeoid(geoid: string): NationLocateAnswer {
    const row = gazetteer.ofGeoid(geoid);
    if (row === undefined) return missed("No county, place, or county subdivision has this GEOID.");
    return found({ ...only(row), basis: "geoid" });
  }

  /** Without a state, a name has candidates and never an answer. */
  function locateAnywhere(name: Typed): NationLocateAnswer {
    const { isState, state, rows } = gazetteer.everywhere(name);
    if (state !== null) return locateInState(state, name);
    const places = rows.map((row) => candidateOf(row, 1));
    const basis = "name";
    if (isState !== null) {
      const where = stateName(isState);
      const [city] = places;
      const hint =
        city?.state === isState
          ? `${where} is read as a state. For the city, send "${city.city}, ${isState}".`
          : `${where} is a state. Send the name of a place in it.`;
      return found({ matched: { kind: "state", name: where }, basis, candidates: places, hint });
    }
    const candidates = [...boroughsCalled(name), ...places].toSorted((a, b) => b.population - a.population);
    const [first] = candidates;
    if (first === undefined) {
      const territory = territoryHint(name);
      if (territory !== null) return missed(territory);
      if (CODE.test(name)) return missed("Five digits are a ZIP code. Send a GEOID as geoid.");
      return { found: false, data: null, ...noneFoundAnywhere(name, { ...parts, ofRow: names.ofRow }) };
    }
    const called = first.city ?? first.county;
    const count = candidates.length === 1 ? "One place has" : `${candidates.length} places have`;
    const hint = `${count} this name. Add the state, such as "${called}, ${first.state}".`;
    return found({ matched: { kind: "several", name: called }, basis, candidates, hint });
  }

  function alsoHint(also: NationKnown | null): string | null {
    const row = also === null ? undefined : rowOf(also.entry, names);
    if (row === undefined) return null;
    const { name, state, ...place } = gazetteer.place(row);
    return `The ${kindText(place)} ${name}, ${state} has this name, too.`;
  }

  /** The county that a part of a city is. */
  function boroughOf(row: number | undefined, name: string) {
    const part = gazetteer.table().parts.find(([, city, called]) => city === row && called === name);
    return part === undefined ? null : countyOf(part[0]);
  }

  /** Parts of a city that are counties: "Brooklyn". */
  function boroughsCalled(name: Typed) {
    const key = nameKey(normalized(name));
    return gazetteer
      .table()
      .parts.filter(([, , called]) => ownKey(called) === key)
      .map(([row, , called]) => ({ ...candidateOf(row, 1), city: called, kind: "borough" as const }));
  }

  return {
    locateInState,
    severalOf,
    locateGeoid,
    locateAnywhere,
  };
}

export type NameLocator = ReturnType<typeof createNameLocator>;

/** A GEOID of a place or a county subdivision, where a name is expected. */
const CODE = /^\s*(?:\d{7}|\d{10})\s*$/;
