import type { StateCode } from "../editions/us-states.ts";
import { kindOf } from "./country-names.ts";
import { type FromSouth, type GeoPoint, isNearAny, nearestTo } from "./distance.ts";
import { bySize, placeRank } from "./find-in-state.ts";
import type { Outlines, openCountyOutlines } from "./outline-table.ts";
import { type PlaceTable, POINT_PARTS, type PointTable, type StateRows } from "./place-table.ts";

export interface PointTables {
  readonly table: PlaceTable;
  readonly points: PointTable;
  readonly counties: ReturnType<typeof openCountyOutlines>;
  outlines(state: StateCode): readonly Outlines[];
  rowsOf(state: StateCode): StateRows;
  /** The municipalities of a state without an outline, by the counties that they are in, as their indexes. */
  withoutOutline(state: StateRows): ReadonlyMap<number, readonly PlacePoint[]>;
  /** The states with a drawing of their own that has all counties. */
  drawn(): readonly DrawnState[];
  /** The places that have grown since their outline. */
  grown(): FromSouth<GeoPoint>;
}

/** A row with its own point. */
export interface PlacePoint extends GeoPoint {
  readonly row: number;
}

/** With the box of its counties in the country's drawing. */
export interface DrawnState {
  readonly state: StateRows;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Where a point is. */
export interface Whereabouts {
  readonly state: StateCode;
  /** With its kind. */
  readonly county: string;
  /** The row of the county; null for one of Connecticut's former counties. */
  readonly countyRow: number | null;
  /** The municipality that holds it. */
  readonly municipality: number | null;
  /** The census-designated place that holds it. */
  readonly community: number | null;
  /** Municipalities of the county without an outline, nearest first, where one of them may hold the point. */
  readonly unheld: readonly number[];
  /** Whether a place near it has grown since its outline of 2019. */
  readonly isNearGrown: boolean;
}

/** Lines of counties are simplified: a municipality within this distance of one may be in the next state. */
const COUNTY_ERROR_DEGREES = 0.02;
/** A state's own drawing reaches beyond those lines: to its islands and its waters. */
const DRAWN_DEGREES = 0.6;
const GROWN_KM = 5;
const MOST_UNHELD = 20;

/**
 * The smallest area of each kind that holds a point; null outside the states. The own drawing of a state decides alone
 * where the state is, if it has the counties, too: the country's are simplified.
 */
export function locateIn(tables: PointTables, point: GeoPoint, within?: StateCode): Whereabouts | null {
  const only = within === undefined ? undefined : tables.rowsOf(within);
  if (only !== undefined && tables.drawn().some(({ state }) => state === only))
    return locateAmong(tables, point, [only], []);
  if (only !== undefined) return locateAmong(tables, point, [only], holdingAt(tables, point));
  const drawn = drawnAround(tables, point);
  for (const state of drawn) {
    const found = locateAmong(tables, point, [state], []);
    if (found !== null) return found;
  }
  const holding = holdingAt(tables, point);
  const near = tables.counties.around(point.latitude, point.longitude, COUNTY_ERROR_DEGREES);
  const around = statesOf(tables, [...holding, ...near]);
  if (drawn.length === 0) return locateAmong(tables, point, around, holding);
  const others = around.filter((state) => !drawn.includes(state));
  const isOther = (area: number) => others.some((state) => state === stateOfArea(tables, area));
  const held = holding.filter(isOther);
  const next = held.length === holding.length ? held : nearestArea(tables, point, isOther);
  return locateAmong(tables, point, others, next);
}

/** @param holding the areas of counties that hold the point */
function locateAmong(
  tables: PointTables,
  point: GeoPoint,
  states: readonly StateRows[],
  holding: readonly number[],
): Whereabouts | null {
  const { table, counties } = tables;
  const { municipality, community, countyRow } = smallestHolding(tables, point, states);
  const county = countyOf(
    tables,
    point,
    municipality,
    countyRow === null ? countyAt(tables, holding) : countyIn(table, countyRow),
  );
  if (county === null || !states.includes(county.state)) return null;
  const isMissing = municipality === null && counties.isMissingIn(table.states.indexOf(county.state), county.index);
  return {
    state: county.state.code,
    county: county.state.counties[county.index] ?? "",
    countyRow: county.index < county.state.levels[1] - county.state.first ? county.state.first + county.index : null,
    municipality,
    community,
    unheld: isMissing ? unheldIn(tables, county, point) : [],
    get isNearGrown() {
      return isNearGrown(tables, point, municipality);
    },
  };
}

/** The smallest area of each kind that holds a point. Loops: nothing else is done as often for a point. */
function smallestHolding(
  { table, outlines }: PointTables,
  { latitude, longitude }: GeoPoint,
  states: readonly StateRows[],
): Record<"municipality" | "community" | "countyRow", number | null> {
  let municipality: number | null = null;
  let countyRow: number | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  const communities: number[] = [];
  for (const { code } of states) {
    for (const { rows, holding } of outlines(code)) {
      for (const area of holding(latitude, longitude)) {
        const row = rows[area] ?? 0;
        const kind = kindOf(table, row);
        if (kind === "community") communities.push(row);
        // A state's own drawing has finer counties.
        if (kind === "county") countyRow ??= row;
        const rank = placeRank(table, row);
        if (rank >= 2) continue;
        // A city in a county that is a municipality itself is the smaller one.
        const order = rank + (isCountyRow(table, row) ? 2 : 0);
        if (order < lowest) {
          municipality = row;
          lowest = order;
        }
      }
    }
  }
  return { municipality, community: bySize(communities, table).at(-1) ?? null, countyRow };
}

function holdingAt({ counties }: PointTables, { latitude, longitude }: GeoPoint): readonly number[] {
  return counties.holding(latitude, longitude);
}

/** The states with a drawing of their own that may reach a point. */
function drawnAround(tables: PointTables, { latitude, longitude }: GeoPoint): readonly StateRows[] {
  return tables.drawn().flatMap(({ state, west, east, south, north }) => {
    const isAround =
      longitude > west - DRAWN_DEGREES &&
      longitude < east + DRAWN_DEGREES &&
      latitude > south - DRAWN_DEGREES &&
      latitude < north + DRAWN_DEGREES;
    return isAround ? [state] : [];
  });
}

/** @param isDrawn whether all counties of a state have an outline of its own */
export function drawnStates(
  { table, counties }: Pick<PointTables, "table" | "counties">,
  isDrawn: (state: StateRows) => boolean,
): readonly DrawnState[] {
  return table.states.filter(isDrawn).map((state) => {
    const points = counties.counties.flatMap(([own], area) =>
      table.states[own] === state ? counties.linesOf(area).flat() : [],
    );
    const [longitudes, latitudes] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    return { state, west: least(longitudes), east: most(longitudes), south: least(latitudes), north: most(latitudes) };
  });
}

/** Of areas of counties. */
function statesOf(tables: PointTables, areas: readonly number[]): readonly StateRows[] {
  const states: StateRows[] = [];
  for (const area of areas) {
    const state = stateOfArea(tables, area);
    if (state !== undefined && !states.includes(state)) states.push(state);
  }
  return states;
}

function stateOfArea({ table, counties }: PointTables, area: number): StateRows | undefined {
  return table.states[counties.counties[area]?.[0] ?? -1];
}

/** The county next to a point that a simplified line puts on the wrong side of a border; none if all are farther away. */
function nearestArea(
  { counties }: PointTables,
  { latitude, longitude }: GeoPoint,
  isWanted: (area: number) => boolean,
): readonly number[] {
  let [nearest, least] = [-1, COUNTY_ERROR_DEGREES];
  for (const area of counties.around(latitude, longitude, COUNTY_ERROR_DEGREES).filter(isWanted)) {
    for (const line of counties.linesOf(area)) {
      for (const [index, end] of line.entries()) {
        const distance = distanceToPiece([longitude, latitude], line[index - 1] ?? end, end);
        if (distance < least) [nearest, least] = [area, distance];
      }
    }
  }
  return nearest === -1 ? [] : [nearest];
}

type Point = readonly [x: number, y: number];

/** In degrees. */
function distanceToPiece([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

function isCountyRow(table: PlaceTable, row: number): boolean {
  return row < table.stateAt(row).levels[1];
}

interface County {
  readonly state: StateRows;
  /** In the state's list. */
  readonly index: number;
}

/** The county of the first area; its index is -1 for one that was divided since. */
function countyAt({ table, counties }: PointTables, [area = -1]: readonly number[]): County | null {
  const [state = -1, index = -1] = counties.counties[area] ?? [];
  const own = table.states[state];
  return own === undefined ? null : { state: own, index };
}

function countyIn(table: PlaceTable, row: number): County {
  const state = table.stateAt(row);
  return { state, index: row - state.first };
}

/** The county whose area holds the point, unless the municipality is in another one alone. */
function countyOf(
  { table, points }: PointTables,
  point: GeoPoint,
  municipality: number | null,
  own: County | null,
): County | null {
  if (municipality !== null) {
    const state = table.stateAt(municipality);
    const shares = table.shares.get(municipality)?.map(([county]) => county) ?? [table.counties[municipality] ?? 0];
    const isListed = state === own?.state && shares.includes(own.index);
    return { state, index: isListed ? own.index : (shares[0] ?? 0) };
  }
  if (own === null || own.index !== -1) return own;
  // The county of a divided one is that whose own point is nearest.
  const [first, end] = own.state.levels;
  const rows = Array.from({ length: end - first }, (_, index) => ({ index, ...pointOf(points, first + index) }));
  const [nearest] = nearestTo(point, rows);
  return nearest === undefined ? null : { state: own.state, index: nearest.place.index };
}

function pointOf({ latitudes, longitudes }: PointTable, row: number): GeoPoint {
  return { latitude: (latitudes[row] ?? 0) / POINT_PARTS, longitude: (longitudes[row] ?? 0) / POINT_PARTS };
}

function unheldIn({ withoutOutline }: PointTables, { state, index }: County, point: GeoPoint): readonly number[] {
  return nearestTo(point, withoutOutline(state).get(index) ?? [])
    .slice(0, MOST_UNHELD)
    .map(({ place }) => place.row);
}

function isNearGrown({ counties, grown }: PointTables, point: GeoPoint, municipality: number | null): boolean {
  return (municipality !== null && counties.grown.has(municipality)) || isNearAny(point, grown(), GROWN_KM);
}
