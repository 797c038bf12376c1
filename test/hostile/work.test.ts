import { afterEach, beforeEach, expect, test } from "bun:test";
import { FormClient } from "../support/form-client.ts";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";
import { servePages } from "../support/site-pages.ts";

const site = await sharedSite();
const key = await issueKey(site.databaseUrl, { email: "work@example.com", plan: "enterprise" });
/** The public pages, here without their thread, where the work could not be counted. */
const pages = servePages();

const { normalize } = String.prototype;
let work = 0;
beforeEach(() => {
  String.prototype.normalize = function (form?: string) {
    work += this.length;
    return normalize.call(this, form);
  };
});
afterEach(() => {
  String.prototype.normalize = normalize;
});

/** Folding a name takes a few forms of it: with and without its county, its abbreviation, and its address. */
const ONE_NAME = 1_000;
/** The largest batch. */
const MANY_NAMES = 100 * ONE_NAME;
/** The text differs in each request, so no answer is kept from an earlier one. */
const longName = (salt: number) => `San ${salt}, Sánta County `.repeat(600);
const longText = (salt: number) => encodeURIComponent(longName(salt)).slice(0, 14_000);
const hardName = (salt: number) => `san ${salt}, sánta (county) ca 94103-1234 `.repeat(4).slice(0, 100);
const json = (value: unknown) => ({ method: "POST", body: JSON.stringify(value), headers: JSON_HEADERS });
const JSON_HEADERS = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const call = (name: string, input: object) =>
  json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
const batch = (cities: readonly string[]) => ["/v1/safety/batch", json({ cities })] as const;
const locateBatch = (length: number, nameOf: (at: number) => string) =>
  ["/v1/locate/batch", json({ queries: names(length, nameOf).map((name) => ({ name })) })] as const;
const names = (length: number, nameOf: (at: number) => string) => Array.from({ length }, (_, at) => nameOf(at));

type Asked = string | readonly [path: string, init: RequestInit];
const REQUESTS: readonly (readonly [name: string, most: number, asked: (salt: number) => Asked])[] = [
  ["a long name in a path", 0, (salt) => `/v1/safety/${longText(salt)}`],
  ["the hardest name in a path", ONE_NAME, (salt) => `/v1/safety/${encodeURIComponent(hardName(salt))}`],
  ["a long county", 0, (salt) => `/v1/explain/county/${longText(salt)}`],
  ["the largest batch", MANY_NAMES, (salt) => batch(names(100, (at) => hardName(at + 100 * salt)))],
  ["a batch with too many names", 0, () => batch(names(20_000, () => "é"))],
  ["a batch with a long name", 0, (salt) => batch([longName(salt)])],
  ["a long search by the API", ONE_NAME, (salt) => `/v1/places?q=${longText(salt)}`],
  ["a search by the API", ONE_NAME, (salt) => `/v1/places?q=${encodeURIComponent(hardName(salt))}`],
  ["a long name to locate", ONE_NAME, (salt) => `/v1/locate?name=${longText(salt)}`],
  ["a name to locate", ONE_NAME, (salt) => `/v1/locate?name=${encodeURIComponent(hardName(salt))}`],
  ["the largest batch to locate", MANY_NAMES, (salt) => locateBatch(100, (at) => hardName(at + 100 * salt))],
  ["a batch to locate with too many queries", 0, () => locateBatch(500, () => "é")],
  ["a batch to locate with a long name", 0, (salt) => locateBatch(1, () => longName(salt))],
  ["a long search", 2 * ONE_NAME, (salt) => `/explore/search?q=${longText(salt)}`],
  // Both editions are searched.
  ["a long search on the home page", 2 * ONE_NAME, (salt) => `/?q=${longText(salt)}`],
  ["suggestions for a long text", 2 * ONE_NAME, (salt) => `/explore/suggestions.json?q=${longText(salt)}`],
  ["a long name to compare", MANY_NAMES, (salt) => `/explore/compare?add=${longText(salt)}`],
  [
    "many places to compare",
    ONE_NAME,
    (salt) => `/explore/compare?${names(900, (at) => `place=city-${at}-${salt}`).join("&")}`,
  ],
  ["many parameters", ONE_NAME, (salt) => `/coverage?${names(900, (at) => `a-q=${at}é${salt}`).join("&")}`],
  ["a long slug", MANY_NAMES, (salt) => `/explore/city/${longText(salt)}`],
  ["a long text to try", ONE_NAME, (salt) => `/docs/reference/find-places?q=${longText(salt)}`],
  [
    "many lines to try",
    25 * ONE_NAME,
    (salt) => `/docs/reference/look-up-batch?cities=${names(900, (at) => `%C3%A9${at}-${salt}`).join("%0A")}`,
  ],
  ["a long name of a download", 0, (salt) => `/downloads/latest/${longText(salt)}`],
  ["a long name for an assistant", 0, (salt) => ["/mcp", call("city", { name: longName(salt).slice(0, 7_000) })]],
  [
    "a long comparison for an assistant",
    MANY_NAMES,
    (salt) => ["/mcp", call("compare", { places: names(60, (at) => hardName(at + 60 * salt)) })],
  ],
  [
    "a long search for an assistant",
    ONE_NAME,
    (salt) => ["/mcp", call("find_place", { q: longName(salt).slice(0, 7_000) })],
  ],
];

test.each(REQUESTS)("%s folds a bounded amount of text", async (_name, most, asked) => {
  const ask = async (salt: number) => {
    const one = asked(salt);
    const [path, init] = typeof one === "string" ? [one, {}] : one;
    const headers = new Headers(init.headers);
    headers.set("X-API-Key", key);
    work = 0;
    const isPage = !path.startsWith("/v1") && path !== "/mcp";
    const answer = isPage
      ? await pages.request(path)
      : await fetch(site.url + path, { ...init, headers, redirect: "manual" });
    await answer.arrayBuffer();
    expect(answer.status).toBeLessThan(500);
    return work;
  };
  // The first request may fold the names of the dataset, once for all.
  await ask(0);
  expect(await ask(1)).toBeLessThanOrEqual(most);
});

test("the page for leaked keys folds nothing", async () => {
  const anyone = new FormClient(site.url);
  work = 0;
  expect((await anyone.submit("/revoke-key", { key: longName(0) })).status).toBe(400);
  expect(work).toBe(0);
});
