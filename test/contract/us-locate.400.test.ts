import { describe, expect, test } from "bun:test";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer();

describe("an invalid query is refused with the parameter's name", () => {
  test.each([
    ["no question", "", "lat"],
    ["a latitude alone", "lat=34", "lon"],
    ["a longitude alone", "lon=-97", "lat"],
    ["a point and a ZIP code", "lat=30&lon=-97&zip=78701", "zip"],
    ["an address and a ZIP code", "address=1+Main+St,+Austin,+TX&zip=78701", "zip"],
    ["a GEOID and a name", "geoid=4805000&name=Austin", "name"],
    ["91 degrees", "lat=91&lon=-97", "lat"],
    ["181 degrees", "lat=30&lon=-181", "lon"],
    ["an exponent", "lat=3e1&lon=-97", "lat"],
    ["four digits", "zip=7870", "zip"],
    ["an empty name", "name=", "name"],
    ["a name that is too long", `name=${"a".repeat(101)}`, "name"],
    ["an unknown state", "name=Austin&state=ZZ", "state"],
    ["a state that is too long", `name=Austin&state=${"a".repeat(101)}`, "state"],
    ["a county without a state", "name=Washington&county=Mercer", "county"],
    ["a state of a ZIP code", "zip=78701&state=TX", "state"],
    ["a state alone", "state=TX", "lat"],
    ["an address without a state", "address=100+Main+St,+Springfield", "address"],
    ["an address that is a street", "address=100+Main+St", "address"],
    ["an empty address", "address=", "address"],
    ["a GEOID of three digits", "geoid=480", "geoid"],
    ["a GEOID of no state", "geoid=9905000", "geoid"],
    ["a county's GEOID with the prefix of places", "geoid=1600000US17167", "geoid"],
    ["such a GEOID as a name", "name=1600000US17167", "name"],
    ["such a GEOID as a name in a state", "name=0600000US1772000&state=IL", "name"],
    ["an unknown parameter", "zip=78701&near=30,-97", "near"],
  ])("%s", async (_, search, parameter) => {
    const { status, json } = await server.request(`/v1/us/locate?${search}`, { key });
    const errors = [{ parameter, detail: expect.stringMatching(/\w/) }];
    expect([status, json]).toEqual([400, expect.objectContaining({ code: "invalid_parameter", errors })]);
  });
});
