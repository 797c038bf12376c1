import { expect, test } from "bun:test";
import { cityUrl } from "../../src/site/explore/place-url.ts";
import { releasedPlaces } from "../support/server.ts";
import { contentOf } from "../support/site-pages.ts";

const LABEL = /<text x="[\d.]+" y="([\d.]+)" class="label-(?:place|state)">/g;

test("the labels at the ends of the two lines never overlap", async () => {
  let closest = Number.POSITIVE_INFINITY;
  for (const [index, { record }] of releasedPlaces.records.cities.entries()) {
    if (index % 10 !== 0) continue;
    const at = [...(await contentOf(cityUrl(record.city))).matchAll(LABEL)].map(([, y]) => Number(y));
    for (let panel = 0; panel + 1 < at.length; panel += 2) {
      closest = Math.min(closest, Math.abs((at[panel + 1] ?? 0) - (at[panel] ?? 0)));
    }
  }
  expect(closest).toBeGreaterThan(14.9);
  expect(closest).toBeLessThan(20);
});
