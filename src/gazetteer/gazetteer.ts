import { lazily } from "../base/lazily.ts";
import { indexIn } from "../base/sorted.ts";
import type { Typed } from "../base/text.ts";
import { type StateCode, US_STATES } from "../editions/us-states.ts";
import { indexState, kindOf } from "./country-names.ts";
import { countiesBeginning, namesOfCounties } from "./county-names.ts";
import { fromSouth, type GeoPoint, pointsWithin } from "./distance.ts";
import { type AnywhereMeaning, findAnywhere } from "./find-anywhere.ts";
import { findInState, type IndexedState, placeRank, type RowMeaning } from "./find-in-state.ts";
import { normalized } from "./fold.ts";
import { readGeoid } from "./geoid.ts";
import { countyKey, legalName, nameKey, plainName } from "./legal-names.ts";
import { drawnStates, locateIn, type PlacePoint, type PointTables, type Whereabouts } from "./locate-point.ts";
import { type NameHashFile, openHashes } from "./name-hash.ts";
import {
  type CountyOutlineFile,
  type DegreeLine,
  linesOfRow,
  type OutlineFile,
  type Outlines,
  openCountyOutlines,
  openOutlines,
} from "./outline-table.ts";
import {
  LEVELS,
  openPlaceTable,
  openPointTable,
  type PlaceKind,
  type PlaceLevel,
  type PlaceTable,
  type PlaceTableFile,
  POINT_PARTS,
  type PointTableFile,
  SHARE_PARTS,
  type StateRows,
  summed,
} from "./place-table.ts";
import { type FormFile, openForms } from "./search-forms.ts";
import { readAddress, type TypedAddress } from "./typed-address.ts";
import { readTypedPlace, type TypedPlace } from "./typed-place.ts";
import { openZipTable, type ZipShares, type ZipTableFile } from "./zip-table.ts";

export type Gazetteer = ReturnType<typeof createGazetteer>;

/** The tables, each read when it is needed. */
export interface GazetteerFiles {
  places(): PlaceTableFile;
  names(): NameHashFile;
  points(): PointTableFile;
  zips(): ZipTableFile;
  counties(): CountyOutlineFile;
  /** The spellings that searches compare. */
  forms(): FormFile;
  /** Of a state. */
  outlines(state: StateCode): readonly OutlineFile[];
  /** The rows of all outlines, as differences. */
  outlinedRows(): readonly number[];
}

export interface CountyShare {
  /** With its kind: "Travis County". */
  readonly county: string;
  /** Of the place's residents, 0 to 1. */
  readonly share: number;
}

/** A place, with figures or without. */
export interface GazetteerPlace {
  readonly row: number;
  readonly geoid: string;
  readonly kind: PlaceKind;
  readonly level: PlaceLevel;
  /** Without its kind: "Austin". */
  readonly name: string;
  /** As the Census Bureau writes it: "Austin city". */
  readonly officialName: string;
  readonly state: StateCode;
  /** Largest share first. */
  readonly counties: readonly CountyShare[];
  readonly residents: number;
}

/**
 * Which place is meant by a name, a GEOID, a ZIP code, or a point: every county, municipality, and census-designated place
 * of the country.
 */
export function createGazetteer(files: GazetteerFiles) {
  const table = lazily(() => openPlaceTable(files.places()));
  const hashes = lazily(() => openHashes(files.names()));
  const points = lazily(() => openPointTable(files.points()));
  const zips = lazily(() => openZipTable(files.zips()));
  const countyOutlines = lazily(() => openCountyOutlines(files.counties()));
  const forms = lazily(() => openForms(files.forms()));
  const { of: outlines, forget: forgetOutlines } = byState((state: StateCode) =>
    files.outlines(state).map(openOutlines),
  );
  const { of: names, forget: forgetNames } = byState(
    (code: StateCode): IndexedState => ({
      code,
      table: table(),
      index: indexState(table(), hashes(), rowsOf(code)),
      inZip,
    }),
  );
  const rowsOf = (code: StateCode): StateRows => {
    const state = table().states.find((one) => one.code === code);
    if (state === undefined) throw new RangeError(`the gazetteer lacks ${code}`);
    return state;
  };
  /** Communities and counties have no shares: one may be in a code of its county. */
  const inZip = (zip: string): ((row: number) => boolean) | undefined => {
    const found = zips().find(zip);
    if (found === undefined || found.basis === "point" || found.basis === "county_only") return undefined;
    const rows = new Set(found.candidates.map(({ row }) => row));
    const around = new Set(found.candidates.flatMap(({ row }) => countiesOf(row)));
    const isInCounty = (row: number) => countiesOf(row).some((county) => around.has(county));
    const hasShares = (row: number) =>
      kindOf(table(), row) !== "community" && levelOf(table().stateAt(row), row).level !== "county";
    return (row) => rows.has(row) || (!hasShares(row) && isInCounty(row));
  };
  const countiesOf = (row: number): readonly string[] => countySharesOf(table(), row).map(({ county }) => county);
  const place = (row: number): GazetteerPlace => placeOf(table(), row);
  const tables = lazily(
    (): PointTables => ({
      table: table(),
      points: points(),
      counties: countyOutlines(),
      outlines,
      rowsOf,
      withoutOutline,
      drawn,
      grown: lazily(() => fromSouth([...countyOutlines().grown].map(pointOf))),
    }),
  );
  const pointOf = (row: number): GeoPoint => ({
    latitude: (points().latitudes[row] ?? 0) / POINT_PARTS,
    longitude: (points().longitudes[row] ?? 0) / POINT_PARTS,
  });
  const find = (state: StateCode, name: Typed): RowMeaning => findInState(name, names(state));
  const counties = lazily(() => new Set(table().states.flatMap(({ counties: own }) => own.map(countyKey))));
  const isCounty = (key: string): boolean => counties().has(key);
  const stateOfZip = (zip: string): StateCode | undefined => {
    const [first] = zips().find(zip)?.candidates ?? [];
    return first === undefined ? undefined : table().stateAt(first.row).code;
  };
  const countyNames = lazily(() => namesOfCounties(table()));
  const outlined = lazily(() => {
    const isOutlined = new Uint8Array(table().codes.length);
    for (const row of summed(files.outlinedRows())) isOutlined[row] = 1;
    return isOutlined;
  });
  const isOutlined = (row: number | undefined): boolean => row !== undefined && outlined()[row] === 1;
  const { of: withoutOutline } = byState(({ levels: [, first, , end] }: StateRows) => {
    const { same, shares, counties } = table();
    const byCounty = new Map<number, PlacePoint[]>();
    for (let row = first; row < end; row++) {
      if (isOutlined(row) || same.has(row) || kindOf(table(), row) === "community") continue;
      const place = { row, ...pointOf(row) };
      for (const county of new Set([counties[row] ?? 0, ...(shares.get(row) ?? []).map(([own]) => own)])) {
        const known = byCounty.get(county);
        if (known === undefined) byCounty.set(county, [place]);
        else known.push(place);
      }
    }
    return byCounty;
  });
  const drawn = lazily(() => {
    const hasAll = ({ levels }: StateRows) =>
      outlined()
        .subarray(levels[0], levels[1])
        .every((own) => own === 1);
    return drawnStates({ table: table(), counties: countyOutlines() }, hasAll);
  });
  const outlineIn = (drawings: readonly Outlines[], row: number): DegreeLine[] | undefined =>
    linesOfRow(drawings, row) ?? linesOfRow(drawings, table().subdivisionOf.get(row) ?? -1);
  return {
    /** The place of a name in a state, in any spelling. Nothing is guessed. */
    find,
    /** The places of a name in any state, or in the state that stands after it. */
    everywhere: (text: Typed): AnywhereMeaning => findAnywhere(text, { table, find, isCounty }),
    /** The ZIP code, state, and city that an address says, and what they mean. */
    address: (text: Typed): TypedAddress => readAddress(text, { find, stateOfZip }),
    /** Whether a county of any state has a name, in the form of `countyKey`. */
    isCounty,
    /** What a text may name in a state, the most literal first: also without the state. */
    readingsIn: (state: StateCode, text: Typed): readonly TypedPlace[] =>
      readTypedPlace(text, state, names(state).index),
    place,
    /** A county of a state, with its kind, by its name with or without it. */
    county(state: StateCode, name: Typed): string | undefined {
      const { index } = names(state);
      const county = index.county(nameKey(normalized(name)));
      return county === undefined ? undefined : rowsOf(state).counties[county];
    },
    /** The row of a county of a state, by its name with its kind; undefined for one of Connecticut's former counties. */
    rowOfCounty(state: StateCode, county: string): number | undefined {
      const { first, levels, counties: own } = rowsOf(state);
      const row = first + own.indexOf(county);
      return row >= first && row < levels[1] ? row : undefined;
    },
    /** The municipality where the residents of a county live, all but a hundredth: Denver, New York. */
    cityOfCounty(county: number): number | undefined {
      const { levels } = table().stateAt(county);
      const [first, places, , end] = levels;
      const residents = (table().residents[county] ?? 0) * MOST_RESIDENTS;
      for (let row = places; row < end; row++) {
        const shares = table().shares.get(row) ?? [[table().counties[row] ?? 0, SHARE_PARTS] as const];
        const share = shares.find(([own]) => first + own === county)?.[1];
        if (share === undefined) continue;
        const mostLiving = ((table().residents[row] ?? 0) * (share + 0.5)) / SHARE_PARTS;
        if (mostLiving >= residents && kindOf(table(), row) !== "community") return row;
      }
      return undefined;
    },
    /** The names of the counties that a place is in, with their kinds, the one with most residents first. */
    countiesOf,
    /** The same with the share of residents in each. */
    sharesOf: (row: number): readonly CountyShare[] => countySharesOf(table(), row),
    stateOf: (row: number): StateCode => table().stateAt(row).code,
    /** The names of a place without its kind: the official one, and what people call it. */
    literalNames(row: number): readonly string[] {
      const { officialName, others } = table();
      return [legalName(officialName(row), kindOf(table(), row)).bare, ...(others.get(row) ?? [])];
    },
    /** Whether it is incorporated: no county, township, or community. */
    isMunicipality: (row: number): boolean => placeRank(table(), row) === 0,
    /** The counties whose name with its kind begins so, the largest first. */
    countiesBeginning: (text: Typed, most: number): readonly number[] => countiesBeginning(countyNames(), text, most),
    /** The ZIP codes that begin with digits, in order. */
    zipsBeginning: (digits: string, most: number): readonly string[] => zips().beginning(digits, most),
    geoidOf: (row: number): string => geoidOf(table().stateAt(row), table(), row),
    /** The row of a GEOID, of an earlier one, or of one with the Census Bureau's prefix; undefined for any other text. */
    ofGeoid: (text: string): number | undefined => rowOfGeoid(table(), text),
    pointOf,
    /** The shares of a ZIP code of five digits; undefined for one that is not known. */
    zip: (zip: string): ZipShares | undefined => zips().find(zip),
    /** Where a point is; null outside the states, or outside the one that is given. */
    locate: (point: GeoPoint, within?: StateCode): Whereabouts | null => locateIn(tables(), point, within),
    /** The lines of a place's boundary, in any order and direction; undefined where none is held. */
    outlineOf: (row: number) => outlineIn(outlines(table().stateAt(row).code), row),
    /** Drops the outlines and the indexes of names of all states, which are made again when they are needed. */
    forget(): void {
      forgetOutlines();
      forgetNames();
    },
    /** Whether it has lines, without reading them. */
    hasOutline: (row: number): boolean => isOutlined(row) || isOutlined(table().subdivisionOf.get(row)),
    /** The same lines for the places of a state, read anew and not kept: a file of all of them needs each once. */
    outlinesOnce(state: StateCode): (row: number) => DegreeLine[] | undefined {
      const drawings = files.outlines(state).map(openOutlines);
      return (row) => outlineIn(drawings, row);
    },
    /** The counties of 2017 in whose box, extended by a margin in degrees, a point is, by their number. */
    countiesAround: ({ latitude, longitude }: GeoPoint, margin: number): readonly number[] =>
      countyOutlines().around(latitude, longitude, margin),
    linesOfCounty: (county: number): DegreeLine[] => countyOutlines().linesOf(county),
    /** The lines of a county of 2017; undefined for one that was not a county then. */
    countyLines(row: number): DegreeLine[] | undefined {
      const { counties: areas, linesOf } = countyOutlines();
      const area = areas.findIndex(([state, county]) => (table().states[state]?.first ?? 0) + county === row);
      return area < 0 ? undefined : linesOf(area);
    },
    /** Rows within a radius with their distances in kilometers, nearest first. A municipality occurs once. */
    near(point: GeoPoint, kilometers: number): ReadonlyMap<number, number> {
      const { same } = table();
      const found = pointsWithin(point, kilometers, { ...points(), parts: POINT_PARTS });
      return new Map([...found].filter(([row]) => !same.has(row)));
    },
    /** All places, in the order of the tables. */
    table,
    /** The spellings of the names of all places. */
    forms,
  };
}

/** Of a county's, so that a few who live around the city do not count. */
const MOST_RESIDENTS = 0.99;

/** What each state has, made on first use. */
function byState<State extends StateCode | StateRows, Value>(make: (state: State) => Value) {
  const made = new Map<State, Value>();
  return {
    of(state: State): Value {
      const known = made.get(state);
      if (known !== undefined) return known;
      const own = make(state);
      made.set(state, own);
      return own;
    },
    forget: () => made.clear(),
  };
}

const FIPS_DIGITS = 2;
const FIPS: ReadonlyMap<string, string> = new Map(US_STATES.map(({ code, fips }) => [code, fips]));

function placeOf(table: PlaceTable, row: number): GazetteerPlace {
  const state = table.stateAt(row);
  const { level } = levelOf(state, row);
  const kind = kindOf(table, row);
  const officialName = table.officialName(row);
  return {
    row,
    geoid: geoidOf(state, table, row),
    kind,
    level,
    name: plainName(officialName, kind),
    officialName,
    state: state.code,
    counties: countySharesOf(table, row),
    residents: table.residents[row] ?? 0,
  };
}

function geoidOf(state: StateRows, { codes }: PlaceTable, row: number): string {
  return `${FIPS.get(state.code)}${String(codes[row] ?? 0).padStart(levelOf(state, row).digits, "0")}`;
}

function countySharesOf(table: PlaceTable, row: number): readonly CountyShare[] {
  const { counties } = table.stateAt(row);
  const shares = table.shares.get(row) ?? [[table.counties[row] ?? 0, SHARE_PARTS] as const];
  return shares.map(([county, share]) => ({ county: counties[county] ?? "", share: share / SHARE_PARTS }));
}

function levelOf({ levels }: StateRows, row: number): (typeof LEVELS)[number] {
  return row < levels[1] ? LEVELS[0] : row < levels[2] ? LEVELS[1] : LEVELS[2];
}

function rowOfGeoid(table: PlaceTable, text: string): number | undefined {
  const read = readGeoid(text);
  const state = read.ok ? table.states.find(({ code }) => code === read.geoid.state) : undefined;
  if (!read.ok || state === undefined) return undefined;
  const { digits: geoid } = read.geoid;
  const code = geoid.slice(FIPS_DIGITS);
  const index = LEVELS.findIndex(({ digits }) => digits === code.length);
  const [first = 0, end = 0] = state.levels.slice(index, index + 2);
  const row =
    indexIn(table.codes, Number(code), first, end) ?? table.earlier.get(geoid) ?? formerRow(table, state, code);
  return row === undefined ? undefined : (table.same.get(row) ?? row);
}

/** A subdivision that moved to another county, or to a planning region, keeps its last five digits. */
function formerRow({ codes }: PlaceTable, { levels }: StateRows, code: string): number | undefined {
  if (code.length !== 8) return undefined;
  const own = Number(code.slice(3));
  const rows: number[] = [];
  for (let row = levels[2]; row < levels[3]; row++) if ((codes[row] ?? 0) % 100_000 === own) rows.push(row);
  return rows.length === 1 ? rows[0] : undefined;
}
