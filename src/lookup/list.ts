import { createHash } from "node:crypto";
import type { Typed } from "../base/text.ts";
import { familyOf } from "../domain/grade.ts";
import { type OffenseCounts, propertyOf, violentOf } from "../domain/offense.ts";
import type { PageResult, Place, PlaceData } from "../domain/place.ts";
import { type Match, PLACES_RADIUS, type PlaceSort, type PlacesFault } from "../domain/place-query.ts";
import { publishedRate } from "../domain/published.ts";
import type { GeoPoint } from "../gazetteer/distance.ts";
import type { ListQuery } from "./places.ts";

type Listed = Pick<Place, "status" | "data">;

/** Whether a row, which has a number, is wanted. */
type Passes<Row> = (row: Row, number: number) => boolean;

/** The places of an edition: the rows of a dataset, of which only those of a page are made into elements. */
export interface ListSource<Row, Element> {
  readonly all: readonly Row[];
  /** Also a row after the last one, which only searches find: it comes last in every other order. */
  readonly rowAt?: (number: number) => Row | undefined;
  /** What they are sorted by. */
  readonly nameOf: (row: Row) => string;
  readonly listed: (row: Row) => Listed;
  readonly shown: (row: Row) => Element;
  /** The numbers of the rows that a text means or may mean, best first. */
  readonly matched: (q: Typed) => ReadonlyMap<number, Match>;
  /** The numbers of the rows within a radius with their distances in kilometers, nearest first. */
  readonly around: (point: GeoPoint, kilometers: number) => ReadonlyMap<number, number>;
  /** Whether a row is in the county of a query; undefined if there is none of the name. */
  readonly inCounty: (county: Typed, query: ListQuery) => Passes<Row> | undefined;
  /** By what only this edition's list has: kinds, or states and residents. */
  readonly passes: (query: ListQuery) => Passes<Row>;
}

/** The list of an edition's places in pages. @param version changes whenever an answer may change */
export function createList<Row, Element extends object>(source: ListSource<Row, Element>, version: string) {
  const { all, rowAt = (number) => all[number], listed, shown } = source;
  const orders = new Map<PlaceSort, readonly number[]>();
  const orderOf = (sort: PlaceSort) => {
    const known = orders.get(sort) ?? sortedBy(source, sort);
    orders.set(sort, known);
    return known;
  };
  return (query: ListQuery): PageResult<Element & { readonly match: Match | null }> => {
    const { q, near, radius_km = PLACES_RADIUS.default, county, status, grade, sort } = query;
    const start = readCursor(version, query);
    if (typeof start === "string") return { ok: false, fault: start };
    const isInCounty = county === undefined ? () => true : source.inCounty(county, query);
    if (isInCounty === undefined) return { ok: false, fault: "county_unknown" };
    const matched = q === undefined ? null : source.matched(q);
    const distances = near === undefined ? null : source.around(near, radius_km);
    const passes = source.passes(query);
    const first = distances ?? matched;
    const isSorted = (sort !== undefined && !isByDistance(sort)) || first === null;
    const unlisted = isSorted ? [...(first?.keys() ?? [])].filter((number) => number >= all.length) : [];
    const ordered = isSorted ? [...orderOf(sort ?? "name"), ...unlisted] : [...first.keys()];
    if (sort === "-distance") ordered.reverse();
    const isListed = (row: Row) => {
      if (status === undefined && grade === undefined) return true;
      const own = listed(row);
      if (status !== undefined && own.status !== status) return false;
      return grade === undefined || (own.data !== null && familyOf(own.data.grade) === grade);
    };
    const found = ordered.filter((number) => {
      if (!(matched?.has(number) ?? true) || !(distances?.has(number) ?? true)) return false;
      const row = rowAt(number);
      return row !== undefined && isListed(row) && passes(row, number) && isInCounty(row, number);
    });
    if (start > found.length) return { ok: false, fault: "cursor_malformed" };
    const end = start + query.limit;
    const places = found.slice(start, end).flatMap((number) => {
      const row = rowAt(number);
      const kilometers = distances?.get(number);
      const distance = kilometers === undefined ? {} : { distance_km: Number(kilometers.toFixed(1)) };
      return row === undefined ? [] : { ...shown(row), match: matched?.get(number) ?? null, ...distance };
    });
    const next = end < found.length ? writeCursor(version, query, end) : null;
    return { ok: true, page: { places, total: found.length, next } };
  };
}

function isByDistance(sort: PlaceSort): boolean {
  return sort === "distance" || sort === "-distance";
}

/** What places are sorted by besides their names, for each sort without its `-`. */
const FIGURES: Readonly<Record<string, keyof PlaceData>> = {
  score: "safety_score",
  population: "population",
  rate: "crime_rate_per_1k",
  violent: "violent_rate_per_1k",
  property: "property_rate_per_1k",
};

/** All indexes in the given order. Places without the figure come last; equal ones sort by name. */
function sortedBy<Row>({ all, nameOf, listed }: ListSource<Row, object>, sort: PlaceSort): readonly number[] {
  const figure = FIGURES[sort.replace("-", "")];
  const figures = all.map((place) => (figure === undefined ? nameOf(place) : listed(place).data?.[figure]));
  const direction = sort.startsWith("-") ? -1 : 1;
  return all
    .map((_, number) => number)
    .toSorted((a, b) => {
      const [first, second] = [figures[a], figures[b]];
      if (first === second) return a - b;
      if (first === undefined || second === undefined) return first === undefined ? 1 : -1;
      return (first < second ? -1 : 1) * direction;
    });
}

/** The figures of a place with a record, as lists show them. */
export function placeDataOf({
  record: { safety_score, grade, grade_label, crime_rate_per_1k, population, data_year },
  offenses,
}: {
  readonly record: Omit<PlaceData, "violent_rate_per_1k" | "property_rate_per_1k">;
  readonly offenses: OffenseCounts;
}): PlaceData {
  return {
    safety_score,
    grade,
    grade_label,
    crime_rate_per_1k,
    violent_rate_per_1k: publishedRate(violentOf(offenses), population),
    property_rate_per_1k: publishedRate(propertyOf(offenses), population),
    population,
    data_year,
  };
}

/** The start of the next page: the dataset version, the query without its page, and the number of places before it. */
const CURSOR = /^([0-9a-f]{8})([0-9a-f]{8})([1-9]\d{0,4})$/;

function writeCursor(version: string, query: ListQuery, start: number): string {
  return Buffer.from(`${shortHash(version)}${hashOf(query)}${start}`).toString("base64url");
}

/** The number of places before the page; a fault if the cursor is invalid or belongs to another query or dataset. */
function readCursor(version: string, query: ListQuery): number | PlacesFault {
  if (query.cursor === undefined) return 0;
  const [whole, dataset, asked, start] = CURSOR.exec(Buffer.from(query.cursor, "base64url").toString("latin1")) ?? [];
  if (whole === undefined || Buffer.from(whole).toString("base64url") !== query.cursor) return "cursor_malformed";
  if (dataset !== shortHash(version)) return "cursor_of_another_dataset";
  return asked === hashOf(query) ? Number(start) : "cursor_of_another_query";
}

/** The page size may change between pages. */
function hashOf({ limit: _, cursor: __, ...asked }: ListQuery): string {
  const members = Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify(members));
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
