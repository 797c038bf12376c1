import { describe, expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { locateAnswer } from "../../src/domain/place.ts";
import { releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

async function locate(query: string | Readonly<Record<string, string>>) {
  const { status, json } = await server.request(`/v1/locate?${new URLSearchParams(query)}`, { key });
  expect(status).toBe(200);
  return locateAnswer.parse(json).data;
}

describe("decisions 8: the record that applies", () => {
  test("at a point in a city", async () => {
    const found = await locate({ lat: "34.0983", lon: "-118.3267" });
    expect(found).toMatchObject({ answer: "city", candidates: [{ city: "Los Angeles", share: 1, basis: "point" }] });
    expect(found?.city).toEqual(releasedPlaces.city(ownText("Los Angeles"))?.entry.record ?? null);
  });

  test.each([
    ["a point with plus signs, spaces, and many decimals", { lat: "+34.0983", lon: " -118.32670000000000001 " }],
    ["a point with a plus sign that is not encoded", "lat=+34.0983&lon=-118.3267"],
    ["the name of a neighborhood with its city", { name: "Hollywood, Los Angeles, CA 90028-1234" }],
  ] as const)("of %s", async (_, query) => {
    expect(await locate(query)).toMatchObject({ answer: "city", city: { city: "Los Angeles" } });
  });

  test.each([{ zip: "92618-1234" }, { zip: " 92618 " }, { name: "92618" }, { name: "92618-1234" }] as const)(
    "in a ZIP code in the form of %p",
    async (query) => {
      expect(await locate(query)).toEqual(await locate({ zip: "92618" }));
    },
  );

  test.each([
    ["at sea", { lat: "33", lon: "-125" }],
    ["in another state", { lat: "36.17", lon: "-115.14" }],
    ["at a pole", { lat: "90", lon: "0" }],
    ["in an unknown ZIP code", { zip: "00000" }],
    ["of an unknown name", { name: "Atlantis" }],
  ] as const)("there is none %s", async (_, query) => {
    expect(await locate(query)).toBeNull();
  });
});

test("where there is none, places are suggested, and a hint says what is wrong", async () => {
  const { json } = await server.request("/v1/locate?name=123+Main+St,+Irvine,+CA", { key });
  expect(json).toEqual({
    found: false,
    data: null,
    suggestions: [expect.objectContaining({ kind: "city", name: "Irvine", match: "exact" })],
    hint: expect.stringContaining("street address"),
  });
  const { json: unknown } = await server.request("/v1/locate?name=Zzyzx+Qqq", { key });
  expect(unknown).toEqual({ found: false, data: null, suggestions: [], hint: null });
});
