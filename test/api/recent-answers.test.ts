import { afterAll, expect, test } from "bun:test";
import { keepAnswer, recentAnswer } from "../../src/api/recent-answers.ts";
import { createPlaces } from "../../src/places/places.ts";
import { currentGeography } from "../support/current-geography.ts";
import { releasedDataset, releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey({ plan: "enterprise" });
afterAll(() => server.stop());

const answerOf = (body: string) => ({
  kind: "places" as const,
  pattern: "/v1/places",
  answer: { body, etag: '"tag"' },
});

test("an answer is cached only for its own path, query, and places", () => {
  const places = createPlaces(releasedDataset);
  keepAnswer(places, "/v1/places?q=a", answerOf("a"));
  expect(recentAnswer(places, "/v1/places?q=a")?.answer.body).toBe("a");
  expect(recentAnswer(places, "/v1/places?q=b")).toBeUndefined();
  expect(recentAnswer(createPlaces(releasedDataset), "/v1/places?q=a")).toBeUndefined();
});

test("the oldest answers are dropped if there are too many, or if they are too long in total", () => {
  const places = createPlaces(releasedDataset);
  for (let number = 0; number < 10_000; number++) keepAnswer(places, `/v1/places?q=${number}`, answerOf("x"));
  expect(recentAnswer(places, "/v1/places?q=0")).toBeUndefined();
  expect(recentAnswer(places, "/v1/places?q=9999")).toBeDefined();
  for (let number = 0; number < 10; number++) {
    keepAnswer(places, `/v1/places?q=long${number}`, answerOf("x".repeat(1_000_000)));
  }
  expect(recentAnswer(places, "/v1/places?q=9999")).toBeUndefined();
  expect(recentAnswer(places, "/v1/places?q=long4")).toBeUndefined();
  expect(recentAnswer(places, "/v1/places?q=long9")).toBeDefined();
});

test("a request that is too long, and one that was refused, are not cached", async () => {
  const long = `/v1/history/${"a".repeat(90)}?${"&".repeat(300)}`;
  await server.request(long, { key });
  await server.request("/v1/places?county=Nowhere", { key });
  expect(recentAnswer(releasedPlaces, long)).toBeUndefined();
  expect(recentAnswer(releasedPlaces, "/v1/places?county=Nowhere")).toBeUndefined();
});

test("an answer for a point is not cached, because the same point is rarely requested again", async () => {
  await server.request("/v1/locate?lat=33.7&lon=-117.8", { key });
  expect(recentAnswer(releasedPlaces, "/v1/locate?lat=33.7&lon=-117.8")).toBeUndefined();
  await server.request("/v1/locate?zip=92620", { key });
  expect(recentAnswer(releasedPlaces, "/v1/locate?zip=92620")).toBeDefined();
});

test("an answer to a search is cached if the text is searched for twice", async () => {
  const path = "/v1/places?q=fullertonn";
  await server.request(path, { key });
  expect(recentAnswer(releasedPlaces, path)).toBeUndefined();
  await server.request(path, { key });
  expect(recentAnswer(releasedPlaces, path)).toBeDefined();
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

test("the JSON of a page of places is correct, byte for byte", async () => {
  for (const query of [{ q: "san" }, { q: "holywood" }, { sort: "-score" as const }, { kind: "county" as const }]) {
    const page = currentGeography.find({ ...query, limit: 20 });
    if (!page.ok) throw new Error(page.fault);
    const response = await server.request(`/v1/places?${new URLSearchParams(query)}`, { key });
    expect(response.text).toBe(JSON.stringify(page.page));
  }
});
