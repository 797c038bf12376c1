import { z } from "zod";
import { lazily } from "../../base/lazily.ts";
import { type StateCode, US_STATES } from "../../editions/us-states.ts";
import { type GeoPoint, kilometersBetween } from "../../gazetteer/distance.ts";
import type { Gazetteer, GazetteerPlace } from "../../gazetteer/gazetteer.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import { polygonsAround } from "../../gazetteer/rings.ts";
import type { ZipTable } from "../../gazetteer/zip-table.ts";
import { decimal, nonEmpty, oneOf } from "../csv.ts";
import { columnsText } from "../input-rows.ts";
import { type Box, boxOf, commonPart, overlap, type Polygons, poleOf, squareAround, without } from "./pole.ts";

/**
 * What a point was moved into. `boundary`: the place's own boundary, without the places inside it. `zip_code`: for a
 * place without a boundary, the point of a ZIP code whose land is mostly in the place. `county`: for any other, the
 * nearest part of its county.
 */
export const MOVES = ["boundary", "zip_code", "county"] as const;
export type Move = (typeof MOVES)[number];

/** A point of a publisher that was outside its place, and the one instead of it. */
export interface MovedPoint extends GeoPoint {
  readonly row: number;
  readonly geoid: string;
  readonly state: StateCode;
  readonly name: string;
  readonly moved_into: Move;
  readonly km: number;
}

/** Boundaries are simplified to 50 meters: a point that is nearer to one may be on its other side. */
const LEAST_METERS = 50;
/** How far from a point its county is looked for, as far as the simplified lines of counties may be wrong. */
const COUNTY_KM = [0.5, 1, 2.2];
/** The share of a ZIP code's land in a place from which its point stands for the place. */
const MOST_OF_LAND = 0.5;

interface Outlined {
  readonly row: number;
  readonly place: GazetteerPlace;
  readonly box: Box;
  polygons(): Polygons;
}

/**
 * The points from which `locate` would not find their own place, moved to where it does: the point of the place farthest
 * from its border. A place without a boundary is found if its county is. @param gazetteer with the points of publishers
 */
export function movedPoints(gazetteer: Gazetteer, zips: ZipTable): readonly MovedPoint[] {
  const { same, states, codes } = gazetteer.table();
  const inZips = lazily(() => pointsOfZips(zips));
  let near: { readonly code: StateCode; readonly outlined: readonly Outlined[] } | undefined;

  function outlinedIn(code: StateCode): readonly Outlined[] {
    if (near?.code !== code) near = { code, outlined: outlinesOf(code) };
    return near.outlined;
  }

  function outlinesOf(code: StateCode): readonly Outlined[] {
    const state = states.find((one) => one.code === code);
    const rows = Array.from({ length: (state?.end ?? 0) - (state?.first ?? 0) }, (_, at) => (state?.first ?? 0) + at);
    return rows.flatMap((row): readonly Outlined[] => {
      const lines = same.has(row) || !gazetteer.hasOutline(row) ? undefined : gazetteer.outlineOf(row);
      if (lines === undefined) return [];
      return [{ row, place: gazetteer.place(row), box: boxOf(lines), polygons: lazily(() => polygonsAround(lines)) }];
    });
  }

  /** Whether `locate` finds the place of a row at a point. */
  function isAt(row: number, point: GeoPoint): boolean {
    const { kind, level, state, counties } = gazetteer.place(row);
    const where = gazetteer.locate(point);
    if (where === null || where.state !== state) return false;
    if (level === "county") return where.countyRow === row;
    if (!gazetteer.hasOutline(row)) return counties.some(({ county }) => county === where.county);
    return kind === "community" ? where.community === row : where.municipality === (same.get(row) ?? row);
  }

  /** The counties of a place, or a county itself, as far as their boundaries are held. */
  function countyPolygons({ row, level, state, counties }: GazetteerPlace): Polygons {
    const own = level === "county" ? [row] : counties.map(({ county }) => gazetteer.rowOfCounty(state, county));
    const lines = own.flatMap((county) => (county === undefined ? [] : (gazetteer.countyLines(county) ?? [])));
    return polygonsAround(withoutPairs(lines));
  }

  /** The polygons of the municipalities that a point of an area would be in instead. */
  function inside(place: GazetteerPlace, box: Box): readonly Polygons[] {
    const own = same.get(place.row) ?? place.row;
    return outlinedIn(place.state)
      .filter((other) => {
        const isOther = other.row !== own && other.row !== place.row && overlap(other.box, box);
        if (!isOther || other.place.level === "county") return false;
        const hasOutline = gazetteer.hasOutline(place.row);
        if (other.place.kind === "community") return hasOutline && place.kind === "community";
        return other.place.level === "place" || !hasOutline;
      })
      .map(({ polygons }) => polygons());
  }

  /** The pole of the first of some areas that is wide enough, if the place is found there. */
  function poleIn(row: number, areas: Iterable<Polygons>): GeoPoint | null {
    for (const area of areas) {
      const pole = poleOf(area);
      if (pole !== null && pole.meters >= LEAST_METERS && isAt(row, pole)) return pole;
    }
    return null;
  }

  function* ownAreas(place: GazetteerPlace, lines: readonly DegreeLine[]): Generator<Polygons> {
    const own = polygonsAround(lines);
    const others = inside(place, boxOf(lines));
    // Boundaries of places have waters, those of counties have not.
    yield without(commonPart(own, countyPolygons(place)), others);
    yield without(own, others);
  }

  function* countyAreas(place: GazetteerPlace, point: GeoPoint): Generator<Polygons> {
    const counties = countyPolygons(place);
    for (const km of COUNTY_KM) {
      const square = squareAround(point, km);
      yield without(commonPart(counties, square), inside(place, boxOf(square.flat())));
    }
  }

  function moved(row: number, point: GeoPoint): (GeoPoint & { readonly into: Move }) | null {
    const place = gazetteer.place(row);
    if (place.level === "county") return withMove("boundary", poleIn(row, [countyPolygons(place)]));
    const lines = gazetteer.hasOutline(row) ? gazetteer.outlineOf(row) : undefined;
    if (lines !== undefined) return withMove("boundary", poleIn(row, ownAreas(place, lines)));
    const isOutsideOthers = (one: GeoPoint) => gazetteer.locate(one)?.municipality === null;
    const zip = (inZips().get(row) ?? []).find((one) => isAt(row, one) && isOutsideOthers(one));
    return withMove("zip_code", zip ?? null) ?? withMove("county", poleIn(row, countyAreas(place, point)));
  }

  return Array.from(codes.keys()).flatMap((row): readonly MovedPoint[] => {
    const from = gazetteer.pointOf(row);
    const to = isAt(row, from) ? null : moved(row, from);
    if (to === null) return [];
    const { geoid, state, officialName: name } = gazetteer.place(row);
    const { latitude, longitude, into: moved_into } = to;
    const km = Number(kilometersBetween(from, to).toFixed(2));
    return [{ row, geoid, state, name, latitude, longitude, moved_into, km }];
  });
}

function withMove(into: Move, point: GeoPoint | null): (GeoPoint & { readonly into: Move }) | null {
  return point && { latitude: point.latitude, longitude: point.longitude, into };
}

/** The points of the ZIP codes that are mostly in a place, by its row, those with most residents first. */
function pointsOfZips(zips: ZipTable): ReadonlyMap<number, readonly GeoPoint[]> {
  const found = Array.from({ length: zips.size }, (_, index) => zips.find(zips.zip(index))).flatMap((zip) => {
    const [first] = zip?.candidates ?? [];
    if (zip?.basis !== "land" || first === undefined || first.share < MOST_OF_LAND) return [];
    return [{ ...zip.point, row: first.row, residents: zip.residents ?? 0 }];
  });
  return Map.groupBy(
    found.toSorted((a, b) => b.residents - a.residents),
    ({ row }) => row,
  );
}

/** Lines that two areas share are no border of both together. */
function withoutPairs(lines: readonly DegreeLine[]): readonly DegreeLine[] {
  return [...Map.groupBy(lines, (line) => JSON.stringify(line)).values()].flatMap((own) =>
    own.length % 2 === 0 ? [] : own.slice(0, 1),
  );
}

/** Under the data folder: the points that were moved. */
export const MOVED_POINTS_FILE = "gazetteer/moved-points.csv";

const MOVED = z.object({
  state: oneOf(US_STATES.map(({ code }) => code)),
  geoid: nonEmpty,
  name: nonEmpty,
  latitude: decimal(-90, 90),
  longitude: decimal(-180, 180),
  moved_into: oneOf(MOVES),
  km: decimal(0, 1_000),
});

export function movedPointsText(points: readonly MovedPoint[]): string {
  return columnsText(MOVED, points);
}
