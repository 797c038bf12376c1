import { expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { explainCity, explainCounty } from "../../src/domain/explain.ts";
import { besideNationOf } from "../../src/figures/entries.ts";
import { releasedNation, releasedPlaces, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

test("the explanation of a city or county, for any spelling of its name", async () => {
  const city = releasedPlaces.city(ownText("Irvine"))?.entry;
  const county = releasedPlaces.county(ownText("Orange"))?.entry;
  if (!city || !county) throw new Error("both have a record");
  for (const [segment, data] of [
    [
      "city+of%20IRVINE",
      { ...explainCity(city, releasedPlaces.records), nation: besideNationOf(releasedNation.ofGeoid(city.geoid)) },
    ],
    ["county/orange+county", explainCounty(county, releasedPlaces.records)],
  ] as const) {
    const { status, json } = await server.request(`/v1/explain/${segment}`, { key });
    expect([status, json]).toEqual([200, { found: true, data }]);
  }
});

test("a place that is not in the dataset gets the same answer as elsewhere", async () => {
  for (const path of ["/v1/explain/Atlantis", "/v1/explain/county/Atlantis", "/v1/explain/county"]) {
    expect((await server.request(path, { key })).json).toEqual({ found: false, data: null });
  }
});
