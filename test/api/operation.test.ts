import { expect, test } from "bun:test";
import type { RequestValues } from "../../src/api/description.ts";
import { AT_ONCE, inputOf, type TakeTurn } from "../../src/api/operation.ts";
import { OPERATIONS } from "../../src/api/operations.ts";
import { type Served, servedFrom } from "../../src/lookup/served.ts";
import type { StatePlaces } from "../../src/lookup/state-places.ts";
import { releasedNation, releasedPlaces } from "../support/server.ts";

/** The released places, and how many answers were made from them. */
function counted() {
  const made = { answers: 0 };
  const answer: StatePlaces["answer"] = (value) => {
    made.answers += 1;
    return releasedPlaces.answer(value);
  };
  return { made, served: servedFrom([{ ...releasedPlaces, answer }, releasedNation]) };
}

function ask(served: Served, id: string, values: RequestValues, turn: TakeTurn = AT_ONCE) {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new RangeError(id);
  return operation.answer(served, inputOf(operation, values), turn);
}

test.each([
  ["explainCity", { city: "Irvine" }],
  ["getCountyHistory", { name: "Orange" }],
  ["findPlaces", { county: "Orange" }],
  ["locate", { zip: "92618" }],
])("%s computes an answer once for each dataset", async (id, parameters) => {
  const { made, served } = counted();
  const first = await ask(served, id, { parameters });
  expect(await ask(served, id, { parameters })).toEqual(first);
  expect(made.answers).toBe(1);
  const other = counted();
  await ask(other.served, id, { parameters });
  expect(other.made.answers).toBe(1);
});

test.each([
  ["locate", { lat: "33.6846", lon: "-117.8265" }],
  ["locateInNation", { lat: "30.2711", lon: "-97.7437" }],
])("%s answers a point at once and without a turn, and a name in its turn", async (id, point) => {
  let turns = 0;
  const turn: TakeTurn = async (work) => {
    turns += 1;
    return work();
  };
  const { served } = counted();
  await ask(served, id, { parameters: point }, turn);
  expect(ask(served, id, { parameters: point }, turn)).not.toBeInstanceOf(Promise);
  expect(turns).toBe(0);
  await ask(served, id, { parameters: { name: "Springfield" } }, turn);
  expect(turns).toBe(1);
});

test("answers for points, refusals, and answers to long requests are not cached", async () => {
  const { made, served } = counted();
  const point = { parameters: { lat: "33.6846", lon: "-117.8265" } };
  for (let round = 0; round < 2; round++) await ask(served, "locate", point);
  expect(made.answers).toBe(2);
  const long = { parameters: { q: "x".repeat(99), county: "orange", cursor: "x".repeat(99) } };
  const unknown = { parameters: { county: "Nowhere" } };
  for (const refused of [long, unknown]) {
    for (let round = 0; round < 2; round++)
      expect(await ask(served, "findPlaces", refused)).toMatchObject({ ok: false });
  }
});
