import { oncePer } from "../../base/once-per.ts";
import type { Gazetteer } from "../../gazetteer/gazetteer.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";
import type { Geography } from "../../lookup/geography.ts";
import { keptLines } from "./kept-lines.ts";
import { type DrawGround, groundOf, groundOfNation } from "./local-ground.ts";
import { linesOfArea } from "./map-shapes.ts";

/** What maps of a few places draw below their marks. */
export interface Land {
  readonly ground: DrawGround;
  /** The lines of the boundary of a place, in any order and direction; undefined where none is held. */
  linesOf(geoid: string): readonly DegreeLine[] | undefined;
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
