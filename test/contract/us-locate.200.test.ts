import { describe, expect, test } from "bun:test";
import { nationLocateAnswer } from "../../src/domain/nation-location.ts";
import type { Whereabouts } from "../../src/gazetteer/locate-point.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");

async function locate(query: Readonly<Record<string, string>>) {
  const { status, json } = await server.request(`/v1/us/locate?${new URLSearchParams(query)}`, { key });
  expect(status).toBe(200);
  return nationLocateAnswer.parse(json);
}

async function found(query: Readonly<Record<string, string>>) {
  const answer = await locate(query);
  if (!answer.found) throw new Error(`${JSON.stringify(query)} finds nothing: ${answer.hint}`);
  return answer.data;
}

const officialOf = ({ place }: Awaited<ReturnType<typeof found>>) => place && `${place.official_name}, ${place.state}`;

describe("a place is found with its record", () => {
  test.each([
    [{ zip: "78701" }, "Austin city, TX", "residents"],
    [{ zip: "78701-1234" }, "Austin city, TX", "residents"],
    [{ zip: "20500" }, "Washington city, DC", "point"],
    [{ lat: "30.2711", lon: "-97.7437" }, "Austin city, TX", "boundary"],
    [{ lat: "34.0983", lon: "-118.3267" }, "Los Angeles city, CA", "boundary"],
    [{ name: "Austin, TX" }, "Austin city, TX", "name"],
    [{ name: "austin", state: "texas" }, "Austin city, TX", "name"],
    [{ name: "Hamilton Township", state: "NJ", county: "Mercer" }, "Hamilton township, NJ", "name"],
    [{ name: "New York, NY" }, "New York city, NY", "name"],
    [{ name: "78701" }, "Austin city, TX", "residents"],
    [{ name: "30.2711, -97.7437" }, "Austin city, TX", "boundary"],
    [{ name: "1600000US4805000" }, "Austin city, TX", "geoid"],
    [{ geoid: "4805000" }, "Austin city, TX", "geoid"],
    [{ address: "100 Main St, Austin, TX" }, "Austin city, TX", "name"],
    [{ address: "100 Main St Apt 4, Springfield, IL 62701" }, "Springfield city, IL", "residents"],
    [{ address: "350 5th Ave, Brooklyn, NY 11201-1234, USA" }, "New York city, NY", "residents"],
  ])("%j", async (query, official, basis) => {
    const data = await found(query);
    expect([officialOf(data), data.basis]).toEqual([official, basis as never]);
    const { state, geoid } = data.place ?? {};
    const { json } = await server.request(`/v1/us/safety/${state}/${geoid}`, { key });
    expect(json).toMatchObject({ found: true, data: Object(data.record) });
  });
});

describe("a point names its county with its kind", () => {
  test.each([
    ["21.3069", "-157.8583", "Honolulu County"],
    ["35.8814", "-106.2989", "Los Alamos County"],
    ["71.2906", "-156.7886", "North Slope Borough"],
    ["61.2181", "-149.9003", "Anchorage Municipality"],
    ["58.3019", "-134.4197", "Juneau City and Borough"],
    ["60.7922", "-161.7558", "Bethel Census Area"],
    ["29.9511", "-90.0715", "Orleans Parish"],
    ["37.5407", "-77.4360", "Richmond city"],
    ["38.9072", "-77.0369", "District of Columbia"],
  ])("%s, %s is in %s", async (lat, lon, county) => {
    expect((await found({ lat, lon })).county?.county).toBe(county);
  });
});

test("where a municipality has no boundary, a point of its county may be in it", async () => {
  const keystone = await found({ geoid: "0840550" });
  const { latitude, longitude } = keystone.place ?? {};
  const data = await found({ lat: String(latitude), lon: String(longitude) });
  expect(data).toMatchObject({ place: null, basis: "boundary_not_held", candidates: [{ city: "Keystone" }] });
});

describe("a place without a record says what it is", () => {
  test.each([
    [{ name: "Columbia", state: "MD" }, null, "Columbia, Maryland is a census-designated place in Howard County"],
    [{ name: "Garden", state: "MI" }, null, "Garden, Michigan is a village in Delta County"],
  ])("%j", async (query, reason, hint) => {
    const { record, reason: why, hint: said, place } = await found(query);
    expect([record, why, place === null]).toEqual([null, reason as never, false]);
    expect(said).toStartWith(hint);
  });

  test("an absent place has the reason and the hint of its look-up", async () => {
    const { json } = await server.request("/v1/us/safety/IL/Chicago", { key });
    const { reason, hint } = Object(json);
    expect(await found({ name: "Chicago, IL" })).toMatchObject({ record: null, reason, hint });
    expect(hint).toStartWith("Chicago, Illinois has no grade: ");
  });

  test("a county is no place, and a part of a city is the city, whose figures apply", async () => {
    for (const query of [{ name: "Travis County", state: "TX" }, { geoid: "48453" }]) {
      const county = { county: "Travis County", state: "TX", geoid: "48453" };
      expect(await found(query)).toMatchObject({ matched: { kind: "county" }, place: null, county });
    }
    const brooklyn = await found({ name: "Brooklyn, NY" });
    expect(brooklyn).toMatchObject({ matched: { kind: "part", name: "Brooklyn" }, part_of: "New York" });
    expect(brooklyn).toMatchObject({ record: { city: "New York" }, county: { county: "Kings County" } });
    expect(await found({ name: "Staten Island, NY" })).toMatchObject({ county: { county: "Richmond County" } });
  });

  test("a state is a state, with the cities of its name", async () => {
    expect(await found({ name: "Ohio" })).toMatchObject({ matched: { kind: "state", name: "Ohio" }, place: null });
    expect(await found({ name: "Ohio", state: "OH" })).toMatchObject({ matched: { kind: "state" }, place: null });
    const { candidates } = await found({ name: "New York" });
    expect(candidates).toMatchObject([{ city: "New York", state: "NY" }]);
    expect((await found({ name: "D.C." })).candidates).toMatchObject([{ city: "Washington", state: "DC" }]);
    for (const name of ["Washington, DC", "Washington DC", "washington d.c."]) {
      expect(await found({ name })).toMatchObject({ matched: { kind: "city" }, place: { geoid: "1150000" } });
    }
  });
});

describe("nothing is guessed", () => {
  test("a name without a state has candidates, the largest first, and never an answer", async () => {
    for (const name of ["Springfield", "Brooklyn", "Winnetka"]) {
      const { matched, place, record, candidates, hint } = await found({ name });
      expect([matched.kind, place, record]).toEqual(["several", null, null]);
      const residents = candidates.map(({ population }) => population);
      expect(residents).toEqual(residents.toSorted((a, b) => b - a));
      expect(candidates.every(({ city }) => city?.startsWith(name))).toBe(true);
      expect(hint).toContain("Add the state");
    }
  });

  test("namesakes of a state are all listed", async () => {
    const { matched, place, candidates, hint } = await found({ name: "Hamilton Township", state: "NJ" });
    expect([matched.kind, place]).toEqual(["several", null]);
    expect(candidates.map(({ county }) => county)).toEqual(["Mercer County", "Atlantic County"]);
    expect(hint).toContain("Add the county");
  });

  test("what contradicts itself is not found, and says why", async () => {
    for (const [query, hint] of [
      [{ name: "Austin, TX 10001" }, "ZIP code"],
      [{ name: "Dallas", state: "TX", county: "Ellis" }, "county"],
      [{ address: "1 Main St, Springfield, IL 02108" }, "No part of 02108 is in Springfield, IL."],
      [{ name: "4805000" }, "Send a GEOID as geoid."],
      [{ zip: "00000" }, "00000 is not a ZIP code"],
      [{ zip: "00901" }, "Puerto Rico is a territory"],
      [{ name: "San Juan, PR 00901" }, "Puerto Rico is a territory"],
      [{ name: "Guam" }, "Guam is a territory"],
      [{ name: "Venice, CA" }, "ask /v1/locate."],
      [{ lat: "30.27", lon: "97.74" }, "with lon=-97.74"],
      [{ lat: "0", lon: "0" }, "neither in one of the 50 states"],
      [{ geoid: "4899999" }, "GEOID"],
    ] as const) {
      const answer = await locate(query);
      expect(answer).toMatchObject({ found: false, data: null, hint: expect.stringContaining(hint) });
    }
  });
});

describe("ZIP codes", () => {
  test("one that is in several places has candidates whose shares never add up to more than 1", async () => {
    const { place, candidates, county } = await found({ zip: "40207" });
    expect(place).toBeNull();
    expect(candidates.length).toBeGreaterThan(5);
    const sum = candidates.reduce((all, { share }) => all + (share ?? 0), 0);
    expect(sum).toBeLessThanOrEqual(1.001);
    expect(county?.county).toBe("Jefferson County");
  });

  test("of a city in several counties, its county is the one that has nine tenths of the ZIP code", async () => {
    for (const [query, county] of [
      [{ zip: "10001" }, "New York County"],
      [{ zip: "10301" }, "Richmond County"],
      [{ zip: "43240" }, "Delaware County"],
      [{ address: "350 5th Ave, New York, NY 10118" }, "New York County"],
    ] as const) {
      const { place, county: own } = await found(query);
      expect([place?.counties.map((one) => one.county), own?.county]).toEqual([
        expect.arrayContaining([county]) as never,
        county,
      ]);
    }
  });

  test("one outside every city is in its county, and one of which only the county is known says so", async () => {
    const outside = await found({ zip: "77386" });
    expect(outside).toMatchObject({ place: null, county: { county: "Montgomery County" } });
    const { zip } = countyOnly();
    expect(await found({ zip })).toMatchObject({ place: null, basis: "county_only", hint: expect.any(String) });
  });

  test("a city has an address only with a share of its ZIP code; a neighbor's name in the mail decides nothing", async () => {
    const split = await found({ address: "1 Main St, Des Plaines, IL 60018" });
    expect([officialOf(split), split.hint]).toEqual(["Des Plaines city, IL", expect.stringContaining("of 60018")]);
    const mail = await found({ address: "1 Vine St, Beverly Hills, CA 90028" });
    expect([officialOf(mail), mail.hint]).toEqual([
      "Los Angeles city, CA",
      "No part of 90028 is in Beverly Hills, CA. The ZIP code decides.",
    ]);
  });
});

describe("points", () => {
  test("where a municipality of the county has no boundary, its places are listed, the nearest first", async () => {
    const { place, county, candidates, basis } = await found(pointWhere(({ unheld }) => unheld.length > 0));
    expect([place, county, basis]).toEqual([null, null, "boundary_not_held"]);
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidates.every(({ share }) => share === null)).toBe(true);
  });

  test("outside every city the county is the answer, and near a place that grew the boundary is said to be of 2019", async () => {
    const desert = await found({ lat: "29.3", lon: "-103.3" });
    expect(desert).toMatchObject({
      place: null,
      county: { county: "Brewster County", state: "TX" },
      basis: "boundary",
    });
    expect(desert.boundary).toBeNull();
    const grown = await found(pointWhere(({ isNearGrown }) => isNearGrown));
    expect(grown.boundary).toBe("boundary of 2019");
  });
});

/** A ZIP code of which no place has a known share. */
function countyOnly(): { readonly zip: string } {
  for (let code = 0; code < 100_000; code++) {
    const zip = String(code).padStart(5, "0");
    if (COUNTRY.zip(zip)?.basis === "county_only") return { zip };
  }
  throw new Error("some ZIP code has only its county");
}

/** The first point of a place that is where it should be. */
function pointWhere(isMeant: (where: Whereabouts) => boolean) {
  for (let row = 0; row < COUNTRY.table().codes.length; row++) {
    const { latitude, longitude } = COUNTRY.pointOf(row);
    const where = COUNTRY.locate({ latitude, longitude });
    if (where !== null && isMeant(where)) return { lat: String(latitude), lon: String(longitude) };
  }
  throw new Error("there is no such point");
}
