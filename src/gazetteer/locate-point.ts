import type { StateCode } from "../editions/us-states.ts";
import { type GeoPoint, kilometersBetween, nearestTo } from "./distance.ts";
import { bySize, placeRank } from "./find-in-state.ts";
import type { Outlines, openCountyOutlines } from "./outline-table.ts";
import { type PlaceTable, POINT_PARTS, type PointTable, type StateRows } from "./place-table.ts";
import { kindOf } from "./state-index.ts";

export interface PointTables {
  readonly table: PlaceTable;
  readonly points: PointTable;
  readonly counties: ReturnType<typeof openCountyOutlines>;
  outlines(state: StateCode): readonly Outlines[];
  rowsOf(state: StateCode): StateRows;
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
const GROWN_KM = 5;
const MOST_UNHELD = 20;

/** The smallest area of each kind that holds a point; null outside the states. */
export function locateIn(tables: PointTables, point: GeoPoint): Whereabouts | null {
  const { table, counties } = tables;
  const holding = counties.holding(point.latitude, point.longitude);
  const around = counties.around(point.latitude, point.longitude, COUNTY_ERROR_DEGREES);
  const states = new Set(
    [...holding, ...around].flatMap((area) => table.states[counties.counties[area]?.[0] ?? -1] ?? []),
  );
  const rows = [...states].flatMap(({ code }) =>
    tables
      .outlines(code)
      .flatMap((own) => own.holding(point.latitude, point.longitude).map((area) => own.rows[area] ?? 0)),
  );
  const isMunicipality = (row: number) => placeRank(table, row) < 2;
  // A city in a county that is a municipality itself is the smaller one.
  const order = (row: number) => placeRank(table, row) + (isCountyRow(tables, row) ? 2 : 0);
  const municipalities = rows.filter(isMunicipality).toSorted((a, b) => order(a) - order(b));
  const municipality = municipalities[0] ?? null;
  const community =
    bySize(
      rows.filter((row) => !isMunicipality(row)),
      table,
    ).at(-1) ?? null;
  const county = countyOf(tables, point, municipality, holding);
  if (county === null) return null;
  const isMissing =
    municipality === null &&
    counties.missing.some(([state, own]) => table.states[state] === county.state && own === county.index);
  return {
    state: county.state.code,
    county: county.state.counties[county.index] ?? "",
    countyRow: county.index < county.state.levels[1] - county.state.first ? county.state.first + county.index : null,
    municipality,
    community,
    unheld: isMissing ? unheldIn(tables, county, point) : [],
    isNearGrown: isNearGrown(tables, point, municipality),
  };
}

function isCountyRow({ table }: PointTables, row: number): boolean {
  return table.states.some(({ levels: [first, end] }) => row >= first && row < end);
}

interface County {
  readonly state: StateRows;
  /** In the state's list. */
  readonly index: number;
}

/** The county whose area holds the point, unless the municipality is in another one alone. */
function countyOf(
  { table, counties, points }: PointTables,
  point: GeoPoint,
  municipality: number | null,
  holding: readonly number[],
): County | null {
  const [area = -1] = holding;
  const own = counties.counties[area];
  const state = own === undefined ? undefined : table.states[own[0]];
  const inState =
    municipality === null ? state : table.states.find(({ first, end }) => municipality >= first && municipality < end);
  if (inState === undefined) return null;
  if (municipality !== null) {
    const shares = table.shares.get(municipality)?.map(([county]) => county) ?? [table.counties[municipality] ?? 0];
    const [first = 0] = shares;
    const isListed = state === inState && own !== undefined && shares.includes(own[1]);
    return { state: inState, index: isListed ? own[1] : first };
  }
  if (own === undefined) return null;
  if (own[1] !== -1) return { state: inState, index: own[1] };
  // A county that was divided since: the one whose own point is nearest.
  const [first, end] = inState.levels;
  const rows = Array.from({ length: end - first }, (_, index) => ({ index, ...pointOf(points, first + index) }));
  const [nearest] = nearestTo(point, rows);
  return nearest === undefined ? null : { state: inState, index: nearest.place.index };
}

function pointOf({ latitudes, longitudes }: PointTable, row: number): GeoPoint {
  return { latitude: (latitudes[row] ?? 0) / POINT_PARTS, longitude: (longitudes[row] ?? 0) / POINT_PARTS };
}

function unheldIn(
  { table, points, outlines }: PointTables,
  { state, index }: County,
  point: GeoPoint,
): readonly number[] {
  const held = new Set(outlines(state.code).flatMap((own) => [...own.rows]));
  const rows: (GeoPoint & { readonly row: number })[] = [];
  for (let row = state.levels[1]; row < state.end; row++) {
    const isIn =
      table.counties[row] === index || (table.shares.get(row)?.some(([county]) => county === index) ?? false);
    if (!isIn || held.has(row) || table.same.has(row) || kindOf(table, row) === "community") continue;
    rows.push({ row, ...pointOf(points, row) });
  }
  return nearestTo(point, rows)
    .slice(0, MOST_UNHELD)
    .map(({ place }) => place.row);
}

function isNearGrown({ counties, points }: PointTables, point: GeoPoint, municipality: number | null): boolean {
  if (municipality !== null && counties.grown.has(municipality)) return true;
  for (const row of counties.grown) if (kilometersBetween(point, pointOf(points, row)) <= GROWN_KM) return true;
  return false;
}
