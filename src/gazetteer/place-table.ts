import type { StateCode } from "../editions/us-states.ts";

/** What a place is, by its legal name. A community is a census-designated place: it has no government of its own. */
export const PLACE_KINDS = [
  "county",
  "city",
  "town",
  "village",
  "borough",
  "municipality",
  "government",
  "community",
  "township",
  "plantation",
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** How many digits of a GEOID follow those of the state, for each level. Rows of a state are sorted by level and code. */
export const LEVELS = [
  { level: "county", digits: 3 },
  { level: "place", digits: 5 },
  { level: "subdivision", digits: 8 },
] as const;
export type PlaceLevel = (typeof LEVELS)[number]["level"];

/** Points are whole numbers of this part of a degree: about a meter. */
export const POINT_PARTS = 100_000;
/** Shares are whole numbers of this part. */
export const SHARE_PARTS = 1_000;

/**
 * Every county, place, and active county subdivision of the country, in columns: as objects, they would take ten times
 * the memory. A row is a place's number in all columns. Lists of numbers that grow have the differences instead.
 */
export interface PlaceTableFile {
  readonly format: 1;
  /** In the order of the rows. `counties` names those that places are in: in Connecticut also the eight former ones. */
  readonly states: readonly {
    readonly code: StateCode;
    readonly rows: readonly [counties: number, places: number, subdivisions: number];
    readonly counties: readonly string[];
  }[];
  /** The digits of each GEOID after those of the state, as differences within a state and level. */
  readonly codes: readonly number[];
  /** Official names with their kinds, in lines: "Austin city". */
  readonly names: string;
  /** A digit for each row: its index in `PLACE_KINDS`. */
  readonly kinds: string;
  readonly residents: readonly number[];
  /** The county with most residents of each row, by its index in the state's `counties`. */
  readonly counties: readonly number[];
  /** Row, county, and share of residents of the places in several counties: all counties of each, largest first. */
  readonly shares: readonly (readonly [row: number, county: number, share: number])[];
  /** A subdivision and the place that has the same land and name: one municipality. */
  readonly same: readonly (readonly [subdivision: number, place: number])[];
  /** Earlier GEOIDs, and the row that each is now. */
  readonly earlier: readonly (readonly [geoid: string, row: number])[];
  /** Names that people say, besides the official one. */
  readonly others: readonly (readonly [row: number, name: string])[];
  /** Parts of a city that are counties: "Brooklyn". */
  readonly parts: readonly (readonly [row: number, city: number, name: string])[];
  /** Places that their bare name means, although another place of the name would come first. */
  readonly meant: readonly number[];
}

/** A point inside each place, in `POINT_PARTS`; each as the difference from the row before. */
export interface PointTableFile {
  readonly format: 1;
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
}

/** A state's rows are consecutive. */
export interface StateRows {
  readonly code: StateCode;
  readonly first: number;
  readonly end: number;
  /** The first row of each level, and the end of the last. */
  readonly levels: readonly [counties: number, places: number, subdivisions: number, end: number];
  readonly counties: readonly string[];
}

export interface PlaceTable {
  readonly states: readonly StateRows[];
  readonly codes: Uint32Array;
  readonly kinds: Uint8Array;
  readonly residents: Uint32Array;
  readonly counties: Uint8Array;
  readonly shares: ReadonlyMap<number, readonly (readonly [county: number, share: number])[]>;
  /** The place of a subdivision that is the same municipality, and the subdivision of the place. */
  readonly same: ReadonlyMap<number, number>;
  readonly subdivisionOf: ReadonlyMap<number, number>;
  readonly earlier: ReadonlyMap<string, number>;
  readonly others: ReadonlyMap<number, readonly string[]>;
  readonly parts: readonly (readonly [row: number, city: number, name: string])[];
  readonly meant: ReadonlySet<number>;
  officialName(row: number): string;
  /** @throws RangeError for a row that the table does not have */
  stateAt(row: number): StateRows;
}

export function openPlaceTable(file: PlaceTableFile): PlaceTable {
  let row = 0;
  const states = file.states.map(({ code, rows: [counties, places, subdivisions], counties: names }): StateRows => {
    const first = row;
    row += counties + places + subdivisions;
    const levels = [first, first + counties, first + counties + places, row] as const;
    return { code, first, end: row, levels, counties: names };
  });
  const codes = Uint32Array.from(file.codes);
  for (const { levels } of states) {
    for (const [index] of LEVELS.entries()) {
      const end = levels[index + 1] ?? 0;
      for (let at = (levels[index] ?? 0) + 1; at < end; at++) codes[at] = (codes[at] ?? 0) + (codes[at - 1] ?? 0);
    }
  }
  return {
    states,
    codes,
    kinds: Uint8Array.from(file.kinds, Number),
    residents: Uint32Array.from(file.residents),
    counties: Uint8Array.from(file.counties),
    shares: grouped(file.shares.map(([place, ...share]) => [place, share] as const)),
    same: new Map(file.same),
    subdivisionOf: new Map(file.same.map(([subdivision, place]) => [place, subdivision])),
    earlier: new Map(file.earlier),
    others: grouped(file.others),
    parts: file.parts,
    meant: new Set(file.meant),
    officialName: lineReader(file.names, file.codes.length),
    stateAt: stateReader(states),
  };
}

/** A byte for each row: nearly all that is read of one begins with its state. */
function stateReader(states: readonly StateRows[]): (row: number) => StateRows {
  const indexes = new Uint8Array(states.at(-1)?.end ?? 0);
  for (const [index, { first, end }] of states.entries()) indexes.fill(index, first, end);
  return (row) => {
    const state = states[indexes[row] ?? -1];
    if (state === undefined) throw new RangeError(`there is no row ${row}`);
    return state;
  };
}

export interface PointTable {
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
}

export function openPointTable({ latitudes, longitudes }: PointTableFile): PointTable {
  return { latitudes: summed(latitudes), longitudes: summed(longitudes) };
}

/** The numbers of which a list has the differences. */
export function summed(differences: readonly number[]): Int32Array {
  const values = Int32Array.from(differences);
  for (let at = 1; at < values.length; at++) values[at] = (values[at] ?? 0) + (values[at - 1] ?? 0);
  return values;
}

function grouped<Value>(
  pairs: readonly (readonly [row: number, value: Value])[],
): ReadonlyMap<number, readonly Value[]> {
  return new Map([...Map.groupBy(pairs, ([row]) => row)].map(([row, own]) => [row, own.map(([, value]) => value)]));
}

/** One text and the beginnings of its lines take a tenth of the memory of a text for each line. */
function lineReader(text: string, lines: number): (line: number) => string {
  const starts = new Uint32Array(lines + 1);
  let line = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts[++line] = at + 1;
  starts[lines] = text.length + 1;
  return (number) => text.slice(starts[number] ?? 0, (starts[number + 1] ?? 1) - 1);
}
