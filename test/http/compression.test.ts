import { expect, test } from "bun:test";
import { AT_ONCE, inputOf } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { ownText } from "../../src/base/text.ts";
import type { StateCode } from "../../src/editions/us-states.ts";
import { type Coding, encode } from "../../src/http/compression.ts";
import { releasedEditions, releasedNation, releasedPlaces } from "../support/server.ts";

function foundOne(state: StateCode, name: string): boolean {
  const meaning = releasedNation.find({ state, name: ownText(name) });
  return meaning.is === "one" && meaning.place.answer !== undefined;
}

/** Every twentieth one. The names of a few fit two places of their state and find nothing. */
const TOWNS = releasedNation.entries
  .filter(({ state, name }, index) => index % 20 === 0 && foundOne(state, name))
  .map(({ state, name: city }) => ({ state, city }));
const CITIES = releasedPlaces.records.cities.map(({ record }) => record.city);
const SOME_CITIES = CITIES.filter((_, index) => index % 4 === 0);

test("Brotli is never larger than gzip, nor is zstd by a hundredth: explanations, histories, lists, and batches of all sizes", async () => {
  const requests = [
    ...["explainCity", "getHistory"].flatMap((id) =>
      SOME_CITIES.map((city) => [id, { parameters: { city } }] as const),
    ),
    ...["explainNationPlace", "getNationHistory"].flatMap((id) =>
      TOWNS.map((parameters) => [id, { parameters }] as const),
    ),
    ...["findPlaces", "findNationPlaces"].flatMap((id) =>
      ["10", "20", "100"].map((limit) => [id, { parameters: { limit } }] as const),
    ),
    ["getNationStates", {}] as const,
    ...[15, 40, 100].map((count) => ["lookUpNationBatch", { lists: { places: TOWNS.slice(0, count) } }] as const),
    ...["explainBatch", "historyBatch", "lookUpBatch"].flatMap((id) =>
      [15, 40, 100].map((count) => [id, { lists: { cities: CITIES.slice(0, count) } }] as const),
    ),
  ];
  for (const [id, values] of requests) {
    const operation = OPERATIONS.find((one) => one.id === id);
    if (operation === undefined) throw new RangeError(id);
    const answered = await operation.answer(releasedEditions, inputOf(operation, values), AT_ONCE);
    const body = answered.ok ? answered.answer.body.toString() : "";
    expect(body.length).toBeGreaterThan(1_024);
    const lengthIn = (coding: Coding) => encode(body, coding).length;
    const gzip = lengthIn("gzip");
    expect([values, lengthIn("br") <= gzip, lengthIn("zstd") <= 1.01 * gzip]).toEqual([values, true, true]);
  }
});
