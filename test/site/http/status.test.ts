import { expect, test } from "bun:test";
import manifest from "../../../package.json" with { type: "json" };
import { statusPage } from "../../../src/site/status-page.tsx";
import { serveSite } from "../../support/served-site.ts";
import { releasedNation, releasedPlaces } from "../../support/server.ts";

const site = await serveSite("sqlite", { CONTACT_EMAIL: "operator@example.com" });

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("the status page is never cached, needs no session, and names the version, the dataset, and the operator", async () => {
  const response = await fetch(`${site.url}/status`, { headers: { Accept: "text/html" } });
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(response.headers.getSetCookie()).toEqual([]);
  const html = await response.text();
  expect(html).toContain("The service is working");
  expect(html).toContain(manifest.version);
  for (const { edition, version, dataYear } of [releasedPlaces.records, releasedNation.nation])
    expect(plain(html)).toContain(` ${edition.title} ${dataYear}, version ${version} `);
  expect(html).toContain('href="mailto:operator@example.com"');
  expect(await (await fetch(`${site.url}/pricing`)).text()).toContain('<a href="/status">Status</a>');
});

test("it says what is wrong, since when, and what callers do", () => {
  const nowMs = Date.UTC(2026, 10, 23, 12);
  const datasets = [{ title: "Colorado", version: "abc", year: 2025 }];
  const fault = "The store is not ready.";
  const status = { fault, sinceMs: nowMs - 180_000, startedAtMs: 0, version: "1.0.0", datasets };
  const view = { status, nowMs };
  const html = statusPage({ ...view, contactEmail: undefined, incidentsUrl: "https://status.example/safety" });
  expect(plain(html)).toContain(
    "The service cannot answer requests The store is not ready. Requests to the API get 503",
  );
  expect(plain(html)).toContain("Not ready since Nov 23, 2026, 11:57 UTC (3 minutes ago)");
  expect(html).toContain('<a href="https://status.example/safety">');
  const silent = statusPage({ ...view, contactEmail: undefined, incidentsUrl: undefined });
  expect(plain(silent)).toContain("has not published an incident history or a contact address");
});
