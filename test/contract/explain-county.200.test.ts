import { expect, test } from "bun:test";
import { explainCounty } from "../../src/domain/explain.ts";
import { countyExplanation } from "../../src/domain/explanation.ts";
import { releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });

test("the explanation of a county matches the document's schema, for any spelling of its name", async () => {
  const orange = releasedPlaces.county("Orange")?.entry;
  if (!orange) throw new Error("Orange County has a record");
  for (const segment of ["Orange", "orange+county", "County%20of%20Orange"]) {
    const { status, json } = await server.request(`/v1/explain/county/${segment}`, { key });
    expect([status, json]).toEqual([
      200,
      { found: true, data: explainCounty(orange, releasedPlaces.records.state.trend) },
    ]);
  }
});

test("every county's explanation has the score of its record and matches the schema", () => {
  for (const county of releasedPlaces.records.counties) {
    const explained = countyExplanation.parse(explainCounty(county, releasedPlaces.records.state.trend));
    expect(explained).toMatchObject({ county: county.record.county, safety_score: county.record.safety_score });
  }
});

test("an unknown county and a city named county", async () => {
  for (const path of ["/v1/explain/county/Atlantis", "/v1/explain/county"]) {
    expect((await server.request(path, { key })).json).toEqual({ found: false, data: null });
  }
});
