// Compares the places of random points in California with the boundaries before they were simplified.
// Usage: bun research/check-points.ts FOLDER, with cities.geojson.gz in it.

import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { polygonContains } from "d3-polygon";
import { z } from "zod";
import { COUNTRY } from "../src/main/country.ts";

const POINTS = 20_000;
const ring = z.array(z.tuple([z.number(), z.number()]));
const collection = z.object({
  features: z.array(
    z.object({
      properties: z.object({ geoid: z.string() }),
      geometry: z.discriminatedUnion("type", [
        z.object({ type: z.literal("Polygon"), coordinates: z.array(ring) }),
        z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(ring)) }),
      ]),
    }),
  ),
});

const bytes = await Bun.file(join(process.argv[2] ?? ".", "cities.geojson.gz")).arrayBuffer();
const cities = collection.parse(JSON.parse(gunzipSync(bytes).toString())).features.map(({ properties, geometry }) => {
  const rings = geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();
  const [xs, ys] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)];
  const least = (values: readonly number[]) => values.reduce((least, value) => Math.min(least, value), Infinity);
  const most = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), -Infinity);
  return { geoid: properties.geoid, rings, west: least(xs), east: most(xs), south: least(ys), north: most(ys) };
});

/** The city of a point by the boundaries as published; null on county land. */
function cityAt(x: number, y: number): string | null {
  const around = cities.filter(({ west, east, south, north }) => x >= west && x <= east && y >= south && y <= north);
  const found = around.find(({ rings }) => rings.filter((one) => polygonContains(one, [x, y])).length % 2 === 1);
  return found?.geoid ?? null;
}

let seed = 7;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};
let [inCities, other] = [0, 0];
for (let point = 0; point < POINTS; point++) {
  // In the boxes of cities, so that most points are near a border.
  const box = cities[Math.floor(random() * cities.length)];
  if (box === undefined) continue;
  const longitude = box.west + random() * (box.east - box.west);
  const latitude = box.south + random() * (box.north - box.south);
  const expected = cityAt(longitude, latitude);
  const row = COUNTRY.locate({ latitude, longitude })?.municipality ?? null;
  const found = row === null ? null : COUNTRY.place(row).geoid;
  if (expected !== null) inCities++;
  if (found !== expected) other++;
}
process.stdout.write(`${POINTS} points in the boxes of cities, ${inCities} of them in a city: ${other} elsewhere\n`);
