import { expect, test } from "bun:test";
import type { RequestValues } from "../../src/api/description.ts";
import { inputOf } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import type { Places } from "../../src/places/places.ts";
import { releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

/** The released places, and how many answers were made from them. */
function counted() {
  const made = { answers: 0 };
  const answer: Places["answer"] = (value) => {
    made.answers += 1;
    return releasedPlaces.answer(value);
  };
  return { made, places: { ...releasedPlaces, answer } };
}

function ask(places: Places, id: string, values: RequestValues) {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new RangeError(id);
  return operation.answer(places, inputOf(operation, values));
}

test.each([
  ["explainCity", { city: "Irvine" }],
  ["getCountyHistory", { name: "Orange" }],
  ["findPlaces", { county: "Orange" }],
  ["locate", { zip: "92618" }],
])("%s computes an answer once for each dataset", async (id, parameters) => {
  const { made, places } = counted();
  const first = await ask(places, id, { parameters });
  expect(await ask(places, id, { parameters })).toEqual(first);
  expect(made.answers).toBe(1);
  const other = counted();
  await ask(other.places, id, { parameters });
  expect(other.made.answers).toBe(1);
});

test("answers for points, refusals, and answers to long requests are not cached", async () => {
  const { made, places } = counted();
  const point = { parameters: { lat: "33.6846", lon: "-117.8265" } };
  for (let round = 0; round < 2; round++) await ask(places, "locate", point);
  expect(made.answers).toBe(2);
  const long = { parameters: { q: "x".repeat(99), county: "orange", cursor: "x".repeat(99) } };
  const unknown = { parameters: { county: "Nowhere" } };
  for (const refused of [long, unknown]) {
    for (let round = 0; round < 2; round++)
      expect(await ask(places, "findPlaces", refused)).toMatchObject({ ok: false });
  }
});

test.each([
  "/v1/history/Irvine",
  "/v1/explain/Irvine",
  "/v1/locate?zip=92618",
  "/v1/locate?name=Hollywood",
  "/v1/locate?lat=33.6846&lon=-117.8265",
  "/v1/places?q=holywood",
  "/v1/places?sort=-score&kind=city",
])("%s has the same answer and headers the second time, and each is counted", async (path) => {
  const first = await server.request(path, { key });
  const second = await server.request(path, { key });
  expect(second.status).toBe(200);
  expect(second.json).toEqual(first.json);
  const fixed = ["etag", "cache-control", "content-type", "last-modified", "vary", "content-encoding"];
  for (const name of fixed) expect([name, second.headers.get(name)]).toEqual([name, first.headers.get(name)]);
  const remaining = ({ headers }: typeof first) => Number(headers.get("x-ratelimit-remaining"));
  expect(remaining(first) - remaining(second)).toBe(1);
});
