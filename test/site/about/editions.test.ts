import { expect, test } from "bun:test";
import { releasedNation, releasedPlaces } from "../../support/server.ts";
import { contentOf, text } from "../../support/site-pages.ts";

test("the table of the editions has the figures of both datasets", async () => {
  const page = await text("/methodology/editions");
  const { places, absent } = releasedNation.statistics;
  const { cities } = releasedPlaces.statistics;
  expect(page).toContain("A score of 50 is the national rate of the same year California’s rate of the same year");
  expect(page).toContain(`Latest year ${releasedNation.dataYear} ${releasedPlaces.dataYear}`);
  expect(page).toContain("without 2021, when many departments did not report");
  expect(page).toContain(`${places.toLocaleString("en-US")} cities, towns, and townships`);
  expect(page).toContain(`${absent.toLocaleString("en-US")}, each with its reason`);
  expect(page).toContain(`${cities} of ${cities + releasedPlaces.records.absent.length} cities and towns`);
  // The same places against both yardsticks.
  expect(page).toMatch(/Oakland F \d+ 2024.*F \d+ 2025/);
});

test("it is one click from every page", async () => {
  for (const path of ["/", "/us", "/us/tx/austin", "/explore", "/explore/city/oakland", "/docs", "/downloads"])
    expect(await contentOf(path)).toContain('href="/methodology/editions"');
});
