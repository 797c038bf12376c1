import { expect, test } from "bun:test";
import { nationPeers } from "../../src/domain/nation-place.ts";
import { releasedNation, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");
const ask = async (path: string) => (await server.request(`/v1/us/peers/${path}`, { key })).json;

test("a place has its five larger and five smaller places with their figures, in the state and in the nation", async () => {
  const answer = await ask("TX/Austin");
  expect(answer).toMatchObject({ found: true, data: { place: { city: "Austin", geoid: "4805000" } } });
  const { in_state, in_nation, place } = nationPeers.parse(Object(answer).data);
  expect(in_state.larger.map(({ city }) => city)).toEqual(["Houston", "San Antonio", "Dallas", "Fort Worth"]);
  for (const side of [in_state.smaller, in_nation.larger, in_nation.smaller]) expect(side).toHaveLength(5);
  expect(in_state.smaller.every(({ state }) => state === "TX")).toBe(true);
  const listed = [in_state, in_nation].flatMap(({ larger, smaller }) => [...larger, ...smaller]);
  for (const { geoid, data, rank, status } of [place, ...listed]) {
    const entry = releasedNation.ofGeoid(geoid ?? "");
    expect(status).toBe("graded");
    expect(data?.safety_score).toBe(entry?.record.safety_score ?? -1);
    expect(rank).toEqual(entry === undefined ? null : releasedNation.rankOf(entry));
  }
});

test("every explanation has the rank of the place", async () => {
  const { json } = await server.request("/v1/us/explain/TX/Austin", { key });
  const entry = releasedNation.ofGeoid("4805000");
  expect(json).toMatchObject({ data: { rank: entry && releasedNation.rankOf(entry) } });
});

test("a place without a record says why, as every look-up does", async () => {
  const { json } = await server.request("/v1/us/safety/IL/Chicago", { key });
  expect(await ask("IL/Chicago")).toEqual(json);
  expect(await ask("NJ/Hamilton+Township")).toMatchObject({ found: false, suggestions: [{}, {}] });
});
