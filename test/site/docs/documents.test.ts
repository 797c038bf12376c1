import { expect, test } from "bun:test";
import { loadClientFiles } from "../../../src/main/client-files.ts";
import { SECURITY_EXPIRES } from "../../../src/site/docs/documents.ts";
import { serveSite } from "../../support/served-site.ts";
import { releasedNation, releasedPlaces } from "../../support/server.ts";

const DAY_MS = 86_400_000;
const CONTACT = "mailto:security@safety.example";

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

test("robots.txt names the sitemap", async () => {
  expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
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
