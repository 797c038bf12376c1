import type { GeometryObject } from "topojson-specification";
import { type Borders, lineOfArc } from "./borders.ts";
import { openAreas } from "./outline-table.ts";

export type Areas = ReturnType<typeof createAreas>;

/** Finds the county, city, and community that contain a point. */
export function createAreas(borders: Borders) {
  const { counties, cities, communities } = borders.objects;
  return {
    counties: createAreaIndex(borders, counties.geometries),
    cities: createAreaIndex(borders, cities.geometries),
    communities: createAreaIndex(borders, communities.geometries),
  };
}

function createAreaIndex({ grid }: Borders, geometries: readonly GeometryObject[]) {
  const { holding } = openAreas({ ...grid, areas: geometries.map(linesOf) });
  return {
    /** GEOID of the area that contains the point; null if there is none. On a border, always the same one of the two. */
    find(longitude: number, latitude: number): string | null {
      const [first] = holding(latitude, longitude);
      return first === undefined ? null : String(geometries[first]?.id);
    },
  };
}

function linesOf(geometry: GeometryObject): readonly number[] {
  const polygons =
    geometry.type === "MultiPolygon" ? geometry.arcs : geometry.type === "Polygon" ? [geometry.arcs] : [];
  return polygons.flat(2).map(lineOfArc);
}
