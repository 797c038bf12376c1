import { expect, test } from "bun:test";
import { ALL_EDITIONS } from "../../src/editions/table.ts";
import { releasedNation, releasedPlaces } from "../support/server.ts";

test("no text of an edition says that its figures end with the data year: the next dataset would make it false", () => {
  const years = [releasedPlaces.records.dataYear, releasedNation.dataYear];
  const texts = JSON.stringify(ALL_EDITIONS);
  for (const year of years) expect(texts).not.toMatch(new RegExp(`\\b(?:to|until|through) ${year}\\b`));
});
