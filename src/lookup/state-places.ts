import { ByteParts } from "../base/byte-parts.ts";
import { Lazy } from "../base/lazy.ts";
import { ownText, type Typed, typed } from "../base/text.ts";
import { explainCity, explainCounty } from "../domain/explain.ts";
import { historyOfCity, historyOfCounty } from "../domain/history.ts";
import type { BatchData, CityRecord } from "../domain/record.ts";
import type { AbsentCity, AbsentCounty, SnapshotCity, SnapshotCounty } from "../domain/snapshot.ts";
import type { StateEdition } from "../editions/edition.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { stateDataset } from "../figures/dataset.ts";
import { besideNationOf } from "../figures/entries.ts";
import type { DatasetFile } from "../figures/file.ts";
import type { StateNames } from "../gazetteer/edition-names.ts";
import { type Folds, foldsOf } from "../gazetteer/fold.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import type { GeographyTables } from "../gazetteer/tables.ts";
import type { Geography } from "./geography.ts";
import type { AskedName, KnownPlace, Meaning } from "./places.ts";

export type StatePlaces = ReturnType<typeof createStatePlaces>;

/** What the dataset of a state has of a place. */
export type StateEntry = SnapshotCity | SnapshotCounty | AbsentCity | AbsentCounty;

/** A place with a record. */
interface Graded<Entry> extends KnownPlace<Entry> {
  readonly answer: PrebuiltAnswer;
}

const NONE: Meaning<never> = { is: "none", near: [], contradiction: null };

/**
 * The cities and counties of a state by their names. @throws DatasetFileError for the dataset of another state, RangeError
 * if two places have the same normalized name.
 */
export function createStatePlaces(file: DatasetFile, edition: StateEdition, called: StateNames, gazetteer: Gazetteer) {
  const dataset = stateDataset(file, edition);
  const { records, answer } = dataset;
  const folds = foldsOf(edition);
  const keysOf = (name: string, county: string) => folds.cityKeys(ownText(name), ownText(county));
  let decode: (() => GeographyTables) | undefined = file.geography;
  const geography = new Lazy(async () => {
    const { createGeography } = await import("./geography.ts");
    const tables = decode?.();
    if (tables === undefined) throw new Error("the geography was already decoded");
    // From here on, nothing refers to the bytes of the file.
    decode = undefined;
    return createGeography(tables, records, called, gazetteer);
  });
  const cities = byName(
    records.cities.map(
      (entry): Graded<SnapshotCity> => ({
        ...UNRANKED,
        entry,
        answer: answer({ found: true, data: entry.record }),
        explanation: ({ nations }) => ({
          ...explainCity(entry, records),
          nation: besideNationOf(
            nations.map(({ ofGeoid }) => ofGeoid(entry.geoid)).find((known) => known !== undefined),
          ),
        }),
        history: () => historyOfCity(entry, records),
      }),
    ),
    ({ entry }) => {
      const names = namesOf(entry);
      return [...names, ...names.flatMap((name) => keysOf(name, entry.record.county))];
    },
  );
  const counties = byName(
    records.counties.map(
      (entry): Graded<SnapshotCounty> => ({
        ...UNRANKED,
        entry,
        answer: answer({ found: true, data: entry.record }),
        explanation: () => explainCounty(entry, records),
        history: () => historyOfCounty(entry, records),
      }),
    ),
    ({ entry }) => countyNames(entry.record.county, folds),
  );
  const absentCities = byName(
    records.absent.map(
      (entry): KnownPlace<AbsentCity> => ({
        ...WITHOUT_RECORD,
        entry,
        history: () => (entry.trend === null ? undefined : historyOfCity(entry, records)),
      }),
    ),
    ({ entry: { city, county } }) => [
      city,
      ...[city, ...called.aliasesOf(city)].flatMap((name) => keysOf(name, county)),
    ],
  );
  const absentCounties = byName(
    records.absentCounties.map(
      (entry): KnownPlace<AbsentCounty> => ({
        ...WITHOUT_RECORD,
        entry,
        history: () => historyOfCounty(entry, records),
      }),
    ),
    ({ entry }) => countyNames(entry.county, folds),
  );
  const city = (name: Typed) => cities.get(name)?.place ?? cities.get(folds.city(name))?.place;
  return {
    ...dataset,
    /** The city or county for a name in any spelling. */
    city,
    county: (name: Typed) => counties.get(name)?.place ?? counties.get(folds.county(name))?.place,
    /** The city or county without a record for a name in any spelling. */
    absentCity: (name: Typed) => absentCities.get(folds.city(name))?.place.entry,
    absentCounty: (name: Typed) => absentCounties.get(folds.county(name))?.place.entry,
    /** The same for a name as records and absences bear it, which is not folded. */
    published: {
      city: (name: string) => cities.get(name)?.place,
      county: (name: string) => counties.get(name)?.place,
      absentCity: (name: string) => absentCities.get(name)?.place.entry,
      absentCounty: (name: string) => absentCounties.get(name)?.place.entry,
    },
    find({ kind, name }: AskedName): Meaning<StateEntry> {
      const [graded, absent, fold] =
        kind === "city" ? [cities, absentCities, folds.city] : [counties, absentCounties, folds.county];
      const published = graded.get(name);
      if (published !== undefined) return published;
      const folded = fold(name);
      return graded.get(folded) ?? absent.get(folded) ?? NONE;
    },
    missed: () => ({}),
    /** JSON of the answer to a batch (contract 2.3), in UTF-8. */
    batch: batchAnswers(records.cities, (name) => city(name)?.entry),
    /** The locations of places, decoded on first use. Lookups do not need them. */
    geography: (): Promise<Geography> => geography.get(),
    /** Itself once it is loaded. */
    geographyNow: (): Geography | Promise<Geography> => geography.now(),
    index: (): Promise<Geography> => geography.get(),
    get usesGeography() {
      return geography.isUsed;
    },
  };
}

const UNRANKED = { peers: () => undefined, months: () => undefined } as const;
const WITHOUT_RECORD = { ...UNRANKED, answer: undefined, explanation: () => undefined } as const;

/** A county's name with and without the word "County", and its normalized form. */
function countyNames(county: string, folds: Folds): readonly string[] {
  return [county, county.replace(/ County$/, ""), folds.county(ownText(county))];
}

/** The canonical name of a city and its aliases. */
function namesOf({ record, aliases }: SnapshotCity): readonly string[] {
  return [record.city, ...aliases];
}

/** A name that means one place. */
interface One<Place> {
  readonly is: "one";
  readonly also: null;
  readonly place: Place;
}

function byName<Place>(
  places: readonly Place[],
  names: (place: Place) => readonly string[],
): ReadonlyMap<string, One<Place>> {
  const index = new Map<string, One<Place>>();
  for (const place of places) {
    const one = { is: "one", place, also: null } as const;
    for (const name of names(place)) {
      if ((index.get(name) ?? one) !== one) throw new RangeError(`two places have the name "${name}"`);
      index.set(name, one);
    }
  }
  return index;
}

const NOT_FOUND = '"found":false,"data":null}';

const OPENING = Buffer.from('{"results":[');
const CLOSING = Buffer.from("]}");

/**
 * Writes answers to batches (contract 2.3) from items prepared for each published name: several times faster than
 * `JSON.stringify`, and as bytes, which are copied when an answer is sent. Each `city` is the string of the request.
 */
function batchAnswers(
  cities: readonly SnapshotCity[],
  find: (name: Typed) => SnapshotCity | undefined,
): (names: readonly string[]) => ByteParts {
  const items = new Map<string, Uint8Array>();
  const rests = new Map<SnapshotCity, string>();
  for (const city of cities) {
    const rest = `"found":true,"data":${JSON.stringify(dataOf(city.record))}}`;
    rests.set(city, rest);
    for (const name of namesOf(city)) items.set(name, itemOf(name, rest));
  }
  const itemFor = (name: string) => {
    const text = typed(name);
    const city = typeof text === "string" ? find(text) : undefined;
    return itemOf(name, (city && rests.get(city)) ?? NOT_FOUND);
  };
  return (names) => {
    const parts: Uint8Array[] = [OPENING];
    for (const name of names) {
      const item = items.get(name) ?? itemFor(name);
      parts.push(parts.length === 1 ? item.subarray(1) : item);
    }
    parts.push(CLOSING);
    return new ByteParts(parts);
  };
}

/** With a comma before it, which the first item of an answer loses. */
function itemOf(name: string, rest: string): Uint8Array {
  return Buffer.from(`,{"city":${JSON.stringify(name)},${rest}`);
}

function dataOf({ safety_score, grade, grade_label, crime_rate_per_1k }: CityRecord): BatchData {
  return { safety_score, grade, grade_label, crime_rate_per_1k };
}
