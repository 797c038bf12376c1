import { expect, test } from "bun:test";
import fc from "fast-check";
import { SafetyClient } from "../../packages/client/src/index.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const site = await serveSite();
const client = new SafetyClient({
  baseUrl: `${site.url}/`,
  apiKey: await issueKey(site.databaseUrl, { plan: "enterprise" }),
});

test("a city returns its record, for any spelling, or null if it is not in the dataset", async () => {
  const record = releasedPlaces.city("La Cañada Flintridge")?.entry.record;
  expect(record).toBeDefined();
  expect(await client.city("La Cañada Flintridge")).toEqual(record ?? null);
  expect(await client.city("LA CANADA FLINTRIDGE")).toEqual(record ?? null);
  expect(await client.city("Atlantis")).toBeNull();
});

test("a county returns its record with or without the word, or null if there is none", async () => {
  const record = releasedPlaces.county("Los Angeles")?.entry.record ?? null;
  expect(await client.county("Los Angeles")).toEqual(record);
  expect(await client.county("los angeles county")).toEqual(record);
  expect(await client.county("Narnia")).toBeNull();
});

test("cityOrCounty() returns the record of the city around a place, otherwise of its county, otherwise null", async () => {
  const { city: absent = "", county = "" } = releasedPlaces.records.absent[0] ?? {};
  expect(await client.cityOrCounty("Irvine", "Orange")).toMatchObject({ kind: "city", record: { city: "Irvine" } });
  expect(await client.cityOrCounty(absent, county)).toMatchObject({ kind: "county", record: { county } });
  expect(await client.cityOrCounty("Hollywood", "Los Angeles")).toMatchObject({
    kind: "city",
    record: { city: "Los Angeles" },
  });
  expect(await client.cityOrCounty("East Los Angeles", "los angeles county")).toMatchObject({ kind: "county" });
  expect(await client.cityOrCounty("Brentwood", "Los Angeles")).toBeNull();
  expect(await client.cityOrCounty("Atlantis", "Narnia")).toBeNull();
});

test("a score is explained for a city of the dataset, and for no other", async () => {
  expect(await client.explain("irvine")).toMatchObject({
    city: "Irvine",
    safety_score: releasedPlaces.city("Irvine")?.entry.record.safety_score,
  });
  expect(await client.explain("Atlantis")).toBeNull();
});

test("the statistics are those of the dataset", async () => {
  expect(await client.stats()).toEqual(releasedPlaces.statistics);
});

test("a name with a special meaning in paths is still a name", async () => {
  for (const name of [".", "..", "batch", "county", "a/b", "?q=1", "#", "%zz", "+"]) {
    expect(await client.city(name)).toBeNull();
    expect(await client.county(name)).toBeNull();
  }
});

test("any name is sent unchanged: the answer is a record or null, and a batch gives the same answer", async () => {
  const anyName = fc.oneof(
    fc.constantFrom(...releasedPlaces.records.cities.map((city) => city.record.city)),
    fc.string({ unit: fc.constantFrom(..."aZ é.-/%+?#&:'\"\\"), maxLength: 12 }).filter((name) => name.trim() !== ""),
  );
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      const record = await client.city(name);
      const [item] = await client.batch([name]);
      expect(item?.city).toBe(name);
      expect(item?.data?.safety_score).toBe(record?.safety_score);
    }),
  );
});

test("the key's remaining requests are known after each answer", async () => {
  const fresh = new SafetyClient({ baseUrl: site.url, apiKey: await issueKey(site.databaseUrl, { type: "test" }) });
  expect(fresh.limits).toBeNull();
  await fresh.stats();
  expect(fresh.limits).toMatchObject({ policy: "day", limit: 100, remaining: 99, resetsAt: expect.any(Date) });
  await fresh.city("Atlantis");
  expect(fresh.limits?.remaining).toBe(98);
});
