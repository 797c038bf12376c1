// Makes the nation's GeoJSON whole, which takes seconds.
import { expect, test } from "bun:test";
import { polygonArea, polygonContains } from "d3-polygon";
import { z } from "zod";
import { nationFeaturePieces } from "../../src/site/downloads/nation-places.ts";
import { releasedNation } from "../support/server.ts";

const coordinates = z.tuple([z.number(), z.number()]);
const collection = z.object({
  features: z.array(
    z.object({
      id: z.string(),
      properties: z.record(z.string(), z.unknown()),
      geometry: z.discriminatedUnion("type", [
        z.object({ type: z.literal("Point"), coordinates }),
        z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(z.array(coordinates))) }),
      ]),
    }),
  ),
});

test("the nation's GeoJSON has the boundary of each place that one is held of, and the point of the others", () => {
  const text = [...nationFeaturePieces(releasedNation)].join("");
  expect(text.length).toBeLessThan(40_000_000);
  const { features } = collection.parse(JSON.parse(text));
  let [outlined, outside] = [0, 0];
  for (const { id, properties, geometry } of features) {
    if (geometry.type === "Point") continue;
    outlined++;
    for (const rings of geometry.coordinates) {
      for (const [index, ring] of rings.entries()) {
        expect([id, ring.at(-1)]).toEqual([id, ring[0]]);
        // The area of d3-polygon is for an axis that points down.
        expect([id, polygonArea(ring) < 0]).toEqual([id, index === 0]);
      }
    }
    const point: [number, number] = [Number(properties["longitude"]), Number(properties["latitude"])];
    const around = geometry.coordinates.flat().filter((ring) => polygonContains(ring, point));
    if (around.length % 2 === 0) outside++;
  }
  expect(outlined).toBeGreaterThan(6_000);
  expect(features.length - outlined).toBeGreaterThan(500);
  // Where the outline of 2019, or the point, is old.
  expect(outside).toBeLessThan(outlined / 50);
  expect(features.find(({ id }) => id === "0912026620")?.geometry.type).toBe("Point");
});
