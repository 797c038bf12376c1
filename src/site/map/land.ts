import { Lru } from "../../base/lru.ts";
import { oncePer } from "../../base/once-per.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import type { Geography } from "../../lookup/geography.ts";
import { type DrawGround, groundOf, groundOfNation } from "./local-ground.ts";
import { linesOfArea } from "./map-shapes.ts";

/** What maps of a few places draw below their marks. */
export interface Land {
  readonly ground: DrawGround;
  /** The lines of the boundary of a place, in any order and direction; undefined where none is held. */
  linesOf(geoid: string): readonly DegreeLine[] | undefined;
}

/** The points of all lines in a generation of the cache, which take 4 MB: a place is on the maps of all its neighbors. */
const KEPT_POINTS = 50_000;

function keptLines(find: Land["linesOf"]): Land["linesOf"] {
  const kept = new Lru<{ readonly lines: readonly DegreeLine[] | undefined }>({
    ...{ entries: KEPT_POINTS, size: KEPT_POINTS },
    sizeOf: (_, { lines = [] }) => lines.reduce((sum, { length }) => sum + length, 1),
  });
  return (geoid) => {
    const known = kept.get(geoid);
    if (known !== undefined) return known.lines;
    const lines = find(geoid);
    kept.set(geoid, { lines });
    return lines;
  };
}

export const stateLand = oncePer(({ borders }: Pick<Geography, "borders">): Land => {
  const cities = new Map(borders.objects.cities.geometries.map((city) => [String(city.id), city]));
  return {
    ground: groundOf({ borders }),
    linesOf: keptLines((geoid) => {
      const city = cities.get(geoid);
      return city && linesOfArea(borders, city);
    }),
  };
});

export const nationLand = oncePer(
  (gazetteer: Gazetteer): Land => ({
    ground: groundOfNation(gazetteer),
    linesOf: keptLines((geoid) => {
      const row = gazetteer.ofGeoid(geoid);
      return row === undefined ? undefined : gazetteer.outlineOf(row);
    }),
  }),
);
