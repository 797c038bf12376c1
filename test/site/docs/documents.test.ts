import { expect, test } from "bun:test";
import { Hono } from "hono";
import { encode } from "../../../src/api/compression.ts";
import { CONTRACT_EDITION } from "../../../src/domain/edition.ts";
import { loadClientFiles } from "../../../src/main/client-files.ts";
import { SECURITY_EXPIRES } from "../../../src/site/docs/documents.ts";
import { cityUrl, countyUrl, placeUrl, zipUrl } from "../../../src/site/explore/place-url.ts";
import { PAGES } from "../../../src/site/http/pages.ts";
import { currentGeography } from "../../support/current-geography.ts";
import { serveSite } from "../../support/served-site.ts";
import { releasedEditions, releasedNation, releasedPlaces } from "../../support/server.ts";
import { SERVICES } from "../../support/site-pages.ts";

const DAY_MS = 86_400_000;
const MAX_BYTES = 60_000;
/** Of a page of a ZIP code, neighborhood, or community, not compressed. */
const MAX_LOCATED_BYTES = 30_000;
const LOCATED = /^\/explore\/(place|zip)\//;
/** The model's own words, but for the URL of a source. */
const MODEL_WORDS =
  /\b(?<!\.gov\/)(forecast|posterior|prior mean|withheld|level of the fall|low together|lower tail|upper tail|shortfall)/i;
const FOR_READERS_OF_THE_METHOD = /^\/(methodology|docs)/;
const CONTACT = "mailto:security@safety.example";

const SOURCE = { editions: releasedEditions, places: releasedPlaces, nation: releasedNation, services: SERVICES };
/** The pages alone, without what is kept of them. */
const pages = new Hono();
for (const page of PAGES) {
  pages.get(page.path, async (context) => {
    const made = await page.ask({}).make({ ...SOURCE, params: context.req.param() });
    return made !== null && "content" in made ? context.body(made.content) : context.notFound();
  });
}

const site = await serveSite("sqlite", { SECURITY_CONTACT: CONTACT });

const get = (path: string, method = "GET") => fetch(site.url + path, { method, redirect: "manual" });

test("the API catalog links to the description, the reference, and the terms, and all links work (RFC 9727)", async () => {
  const response = await get("/.well-known/api-catalog");
  expect(response.headers.get("Content-Type")).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  const catalog = await response.text();
  expect(JSON.parse(catalog)).toMatchObject({
    linkset: ["/v1", "/mcp", "/v1/stats"].map((path) => ({ anchor: site.url + path })),
  });
  const hrefs = [...catalog.matchAll(/"href":"([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(hrefs.length).toBeGreaterThan(4);
  for (const href of hrefs) expect((await fetch(href)).status).toBe(200);
  const head = await get("/.well-known/api-catalog", "HEAD");
  expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: "" });
  expect(head.headers.get("Link")).toBe('</.well-known/api-catalog>; rel="api-catalog"');
});

test("the feed has the dataset version of each edition with its counts, and every page names the feed (RFC 4287)", async () => {
  const response = await get("/feed.xml");
  expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  const { version, statistics } = releasedPlaces;
  const xml = await response.text();
  expect(xml.match(/<entry>/g)).toHaveLength(2);
  const nation = releasedNation.statistics;
  expect(xml).toContain(`figures of ${nation.data_year}, dataset version ${releasedNation.version}</title>`);
  expect(xml).toContain(`${nation.places.toLocaleString("en-US")} cities and towns of the United States have a score`);
  expect(xml).toContain(`<title>Figures of ${statistics.data_year}, dataset version ${version}</title>`);
  expect(xml).toContain(`${statistics.cities} cities and ${statistics.counties} counties. Compared with`);
  for (const path of ["/", "/explore", "/docs"]) {
    expect(await (await get(path)).text()).toContain('<link rel="alternate" href="/feed.xml"');
  }
});

test("security.txt has a contact, its own URL, and an expiry (RFC 9116)", async () => {
  const text = await (await get("/.well-known/security.txt")).text();
  expect(text).toContain(`Contact: ${CONTACT}\n`);
  expect(text).toContain(`Canonical: ${site.url}/.well-known/security.txt\n`);
  expect(text).toContain(`Expires: ${SECURITY_EXPIRES}\n`);
});

test("security.txt is valid for 30 more days, and for less than a year; if not, set a new date", () => {
  const left = Date.parse(SECURITY_EXPIRES) - Date.now();
  expect(left).toBeGreaterThan(30 * DAY_MS);
  expect(left).toBeLessThan(365 * DAY_MS);
});

test("every page of the site map and of a known place is allowed for robots, exists at a URL of plain letters, digits, and hyphens, and is at most 60 KB compressed, of a ZIP code or a part of a city 30 KB; none of a place speaks the language of the model", async () => {
  const robots = await (await get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const forbidden = [...robots.matchAll(/^Disallow: (.+)$/gm)].map((match) => match[1] ?? "");
  const xml = await (await get("/sitemap.xml")).text();
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => (match[1] ?? "").replace(site.url, ""));
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeGreaterThan(releasedPlaces.statistics.cities + releasedPlaces.statistics.counties);
  const { cities, absent, counties, absentCounties } = releasedPlaces.records;
  const places = [
    ...[...cities.map(({ record }) => record), ...absent].map(({ city }) => cityUrl(CONTRACT_EDITION, city)),
    ...[...counties.map(({ record }) => record), ...absentCounties].map(({ county }) =>
      countyUrl(CONTRACT_EDITION, county),
    ),
    ...currentGeography.names.map(({ place }) => placeUrl(CONTRACT_EDITION, place)),
    ...currentGeography.zips.map(({ zip }) => zipUrl(CONTRACT_EDITION, zip)),
  ];
  expect(new Set(places).size).toBe(places.length);
  for (const path of new Set([...paths, ...places])) {
    expect(path).toMatch(/^\/(errors\/\w+|[a-z0-9/-]*)$/);
    expect(forbidden.some((start) => path.startsWith(start))).toBe(false);
    const page = await pages.request(path);
    const bytes = Buffer.from(await page.arrayBuffer());
    // Only a page of more bytes can have that many compressed.
    const isShort = LOCATED.test(path)
      ? bytes.length < MAX_LOCATED_BYTES
      : bytes.length <= MAX_BYTES || encode(bytes, "br", "fast").length <= MAX_BYTES;
    expect([path, page.status, isShort]).toEqual([path, 200, true]);
    const [word = ""] = (FOR_READERS_OF_THE_METHOD.test(path) ? null : MODEL_WORDS.exec(bytes.toString())) ?? [];
    expect([path, word]).toEqual([path, ""]);
  }
  for (const path of ["/explore/compare?place=oakland&place=davis", "/us/search?q=springfield"]) {
    expect(await (await get(path)).text()).not.toMatch(MODEL_WORDS);
  }
});

test("llms.txt links to existing pages, names both editions, and has the cautions", async () => {
  const text = await (await get("/llms.txt")).text();
  expect(text).toStartWith("# ");
  expect(text).toContain("Not for tenant, credit, employment or insurance decisions");
  expect(text).toContain(`](${site.url}/us)`);
  for (const [, href = ""] of text.matchAll(/\]\(([^)]+)\)/g)) expect((await fetch(href)).status).toBe(200);
});

test("none of them needs a key or accepts a post, and the clients can be downloaded", async () => {
  const { python } = await loadClientFiles();
  const paths = ["/.well-known/api-catalog", "/llms.txt", "/openapi.json", `/downloads/clients/${python.name}`];
  for (const path of paths) {
    expect((await get(path)).status).toBe(200);
    const refused = await get(path, "POST");
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  }
});
