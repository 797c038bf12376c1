import { expect, test } from "bun:test";
import { cityUrl } from "../../src/site/explore/place-url.ts";
import { releasedPlaces } from "../support/server.ts";
import { contentOf } from "../support/site-pages.ts";

const LABEL = /<text class="end-(?:place|state)"[^>]*>(.*?)<\/text>/g;
const BASELINE = / y="([\d.]+)"/g;

/** The baselines of the lines of each label at the end of a chart's two lines, the upper label first. */
function labelsOf(chart: string): readonly (readonly number[])[] {
  return [...chart.matchAll(LABEL)].map(([, lines = ""]) => [...lines.matchAll(BASELINE)].map(([, y]) => Number(y)));
}

test("the labels at the ends of the two lines never overlap", async () => {
  let closest = Number.POSITIVE_INFINITY;
  for (const [index, { record }] of releasedPlaces.records.cities.entries()) {
    if (index % 10 !== 0) continue;
    for (const chart of (await contentOf(cityUrl(record.city))).split("<svg")) {
      const [upper, lower] = labelsOf(chart);
      if (upper && lower) closest = Math.min(closest, Math.min(...lower) - Math.max(...upper));
    }
  }
  expect(closest).toBeGreaterThan(14.9);
  expect(closest).toBeLessThan(25);
});
