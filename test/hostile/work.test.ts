import { expect, test } from "bun:test";
import { workOf } from "../support/counted-work.ts";
import { issueKey } from "../support/issue-key.ts";
import { sharedSite } from "../support/served-site.ts";
import { servePages } from "../support/site-pages.ts";

const site = await sharedSite();
const key = await issueKey(site.databaseUrl, { email: "work@example.com", plan: "enterprise" });
/** The public pages, here without their thread, where the work could not be counted. */
const pages = servePages();

/** Folding a name takes a few forms of it: with and without its county, its abbreviation, and its address. */
const ONE_NAME = 1_000;
/** The largest batch. */
const MANY_NAMES = 100 * ONE_NAME;
/** The text differs in each request, so no answer is kept from an earlier one. */
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
  ["the largest batch", MANY_NAMES, (salt) => batch(names(100, (at) => hardName(at + 100 * salt)))],
  ["a batch with too many names", 0, () => batch(names(20_000, () => "é"))],
  ["the largest batch to locate", MANY_NAMES, (salt) => locateBatch(100, (at) => hardName(at + 100 * salt))],
  ["a batch to locate with too many queries", 0, () => locateBatch(500, () => "é")],
  [
    "many places to compare",
    ONE_NAME,
    (salt) => `/explore/compare?${names(900, (at) => `place=city-${at}-${salt}`).join("&")}`,
  ],
  ["many parameters", ONE_NAME, (salt) => `/coverage?${names(900, (at) => `a-q=${at}é${salt}`).join("&")}`],
  [
    "many lines to try",
    25 * ONE_NAME,
    (salt) => `/docs/reference/look-up-batch?cities=${names(900, (at) => `%C3%A9${at}-${salt}`).join("%0A")}`,
  ],
  [
    "a long comparison for an assistant",
    MANY_NAMES,
    (salt) => ["/mcp", call("compare", { places: names(60, (at) => hardName(at + 60 * salt)) })],
  ],
];

test.each(REQUESTS)("%s folds a bounded amount of text", async (_name, most, asked) => {
  const ask = async (salt: number) => {
    const one = asked(salt);
    const [path, init] = typeof one === "string" ? [one, {}] : one;
    const headers = new Headers(init.headers);
    headers.set("X-API-Key", key);
    const isPage = !path.startsWith("/v1") && path !== "/mcp";
    const { normalized, thrown } = await workOf(async () => {
      const answer = isPage
        ? await pages.request(path)
        : await fetch(site.url + path, { ...init, headers, redirect: "manual" });
      await answer.arrayBuffer();
      expect(answer.status).toBeLessThan(500);
    });
    expect(thrown).toBe(0);
    return normalized;
  };
  // The first request may fold the names of the dataset, once for all.
  await ask(0);
  expect(await ask(1)).toBeLessThanOrEqual(most);
});
