import { expect, test } from "bun:test";
import fc from "fast-check";
import { InputError, SafetyClient } from "../../packages/client/src/index.ts";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";
import { releasedPlaces } from "../support/server.ts";

const site = await sharedSite();

const CITIES = releasedPlaces.records.cities.map((city) => city.record.city);

async function clientOf(plan: "free" | "enterprise", batchSize?: number): Promise<SafetyClient> {
  const apiKey = await issueKey(site.databaseUrl, { email: `batch-${plan}-${batchSize ?? "any"}@example.com`, plan });
  return new SafetyClient({ baseUrl: site.url, apiKey, ...(batchSize === undefined ? {} : { batchSize }) });
}

test("any number of names is answered in order, including repeated and unknown ones", async () => {
  const client = await clientOf("enterprise");
  const names = fc.array(fc.oneof(fc.constantFrom(...CITIES), fc.constant("Atlantis")), { maxLength: 350 });
  await fc.assert(
    fc.asyncProperty(names, async (wanted) => {
      const items = await client.batch(wanted);
      expect(items.map((item) => item.city)).toEqual(wanted);
      expect(items.every((item) => item.found === (item.city !== "Atlantis"))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("the plan's maximum is learned from one refusal and kept", async () => {
  const client = await clientOf("free");
  expect(await client.batch(CITIES.slice(0, 60))).toHaveLength(60);
  // 60 in one request, refused; then 25 + 25 + 10. A refusal of an admitted request counts.
  expect(client.limits).toMatchObject({ limit: 1_000, remaining: 996 });
  expect(await client.batch(CITIES.slice(0, 50))).toHaveLength(50);
  expect(client.limits?.remaining).toBe(994);
});

test("with a known batch size no request is refused", async () => {
  const client = await clientOf("free", 25);
  expect(await client.batch(CITIES.slice(0, 50))).toHaveLength(50);
  expect(client.limits?.remaining).toBe(998);
});

test("without names no request is sent", async () => {
  const client = await clientOf("free", 1);
  expect(await client.batch([])).toEqual([]);
  expect(client.limits).toBeNull();
});

test("a fault is reported by its position among all names, not within one request", async () => {
  const client = await clientOf("free", 5);
  const names = [...CITIES.slice(0, 12), "x".repeat(101)];
  const error = await client.batch(names).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ code: "name_too_long", errors: [{ pointer: "/cities/12" }] });
});

test("a batch stops at a request that is refused permanently, and continues after a temporary refusal", async () => {
  const statuses: number[] = [];
  const refusing = (at: number, status: number) => async (url: string, init: RequestInit) => {
    statuses.push(statuses.length === at ? status : 200);
    return statuses.length - 1 === at ? new Response("no", { status }) : fetch(url, init);
  };
  const apiKey = await issueKey(site.databaseUrl, { email: "batch-stops@example.com", plan: "enterprise" });
  const options = { baseUrl: site.url, apiKey, batchSize: 10 };
  const passed = await new SafetyClient({ ...options, fetch: refusing(1, 503) }).batch(CITIES.slice(0, 30));
  expect(passed.map((item) => item.city)).toEqual(CITIES.slice(0, 30));
  expect(statuses).toEqual([200, 503, 200, 200]);
  statuses.length = 0;
  const stopped = new SafetyClient({ ...options, fetch: refusing(1, 500) }).batch(CITIES.slice(0, 30));
  expect(await stopped.catch((error: unknown) => error)).toMatchObject({ name: "UnexpectedAnswerError", status: 500 });
  expect(statuses).toEqual([200, 500]);
});

test("concurrent calls share what was learned, and each keeps its own order", async () => {
  const client = await clientOf("free", 60);
  const parts = [CITIES.slice(0, 60), CITIES.slice(60, 120), CITIES.slice(120, 180)];
  const answers = await Promise.all(parts.map((names) => client.batch(new Set(names))));
  expect(answers.map((items) => items.map((item) => item.city))).toEqual(parts);
});

test("white space around a name is removed, and an item has the name as written", async () => {
  const client = await clientOf("free", 24);
  expect(await client.city(" Irvine\n")).toMatchObject({ city: "Irvine" });
  expect(await client.batch([" Irvine\n", "Atlantis "])).toMatchObject([
    { city: " Irvine\n", found: true },
    { city: "Atlantis ", found: false },
  ]);
});
