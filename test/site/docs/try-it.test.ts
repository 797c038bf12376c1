import { expect, test } from "bun:test";
import { documentFor } from "../../../src/api/openapi/serve.ts";
import { ownText } from "../../../src/base/text.ts";
import { explainCity } from "../../../src/domain/explain.ts";
import { besideNationOf } from "../../../src/figures/entries.ts";
import { operationQuery } from "../../../src/site/docs/load-docs.ts";
import { readReference } from "../../../src/site/docs/reference-document.ts";
import { fieldsOf } from "../../../src/site/docs/try-it.tsx";
import { readPage } from "../../support/docs-reader.ts";
import { sharedSite } from "../../support/served-site.ts";
import { releasedNation, releasedPlaces } from "../../support/server.ts";

const site = await sharedSite();

const FIELDS = new Map([
  ["get-county", "name"],
  ["look-up-batch", "cities"],
]);
const tried = (operation: string, typed: string) =>
  readPage(
    `${site.url}/docs/reference/${operation}?${new URLSearchParams({ [FIELDS.get(operation) ?? "city"]: typed })}`,
  );
const explanationOf = (name: string) => {
  const city = releasedPlaces.city(ownText(name))?.entry;
  if (city === undefined) throw new RangeError(name);
  const nation = besideNationOf(releasedNation.ofGeoid(city.geoid));
  const data = { ...explainCity(city, releasedPlaces.records), nation };
  return JSON.stringify({ found: true, data });
};
const shown = (body: string) => JSON.stringify(JSON.parse(body), null, 2);

test("the code above the form asks for what was typed, and for the sample where that is refused", async () => {
  const { text } = await tried("get-city", "Tustin");
  expect(text).toContain(`${site.url}/v1/safety/Tustin`);
  expect(text).toContain('client.city("Tustin")');
  expect((await tried("look-up-batch", "Tustin\nKerman")).text).toContain('{"cities":["Tustin","Kerman"]}');
  const refused = await readPage(`${site.url}/docs/reference/get-nation-place?state=XX&city=Nowhere`);
  expect(refused.text).toContain("/v1/us/safety/TX/Austin");
});

test("a visitor's lookup gets the same answer as from the API, without a key", async () => {
  expect((await tried("get-city", "tustin")).text).toContain(
    shown(releasedPlaces.city(ownText("Tustin"))?.answer.body ?? ""),
  );
  expect((await tried("get-county", "Kern")).text).toContain(
    shown(releasedPlaces.county(ownText("Kern"))?.answer.body ?? ""),
  );
  expect((await tried("explain-city", "Kerman")).text).toContain(shown(explanationOf("Kerman")));
  expect((await tried("get-city", "Atlantis")).text).toContain(shown(releasedPlaces.notFound.body));
});

test("a batch takes one name per line, in that order", async () => {
  const { text } = await tried("look-up-batch", "Tustin\r\n\r\n Atlantis \nIrvine");
  expect(text).toContain(shown(releasedPlaces.batch(["Tustin", "Atlantis", "Irvine"]).toString()));
});

test("the page of an operation reads the fields of every operation, and no other parameter", async () => {
  const { operations } = await readReference(await documentFor(site.url));
  const fields = new Set(operations.flatMap((one) => fieldsOf(one).map(({ name }) => name)));
  expect(Object.keys(operationQuery.shape).sort()).toEqual([...fields].sort());
});

test("a first request already shows an answer", async () => {
  const { text } = await readPage(`${site.url}/docs/reference/get-statistics`);
  expect(text).toContain(shown(releasedPlaces.stats().body));
});

test.each([
  ["places=Austin", "400 Bad Request", "is neither a state&#39;s USPS code"],
  ["places=Austin%2C+TX%0AAustin", "400 Bad Request", "/places/1/state"],
  ["places=Austin%2C+TX", "200", "&quot;found&quot;"],
])("a batch of the nation is answered as the API answers it: %s", async (query, status, shownText) => {
  const answer = await readPage(`${site.url}/docs/reference/look-up-nation-batch?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`is answered ${status}`);
  expect(answer.html).toContain(shownText);
});

test("any typed text is shown as text, never as markup, and nothing breaks", async () => {
  const hostile = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u0000",
    "x".repeat(5_000),
    "💥",
    `${"x".repeat(99)}💥`,
    "%zz",
  ];
  for (const operation of ["get-city", "explain-city", "get-county", "look-up-batch"]) {
    for (const name of hostile) {
      const { status, html } = await tried(operation, name);
      expect(status).toBe(200);
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img");
    }
  }
});

test("the displayed request is one that the API accepts: no control characters, no half characters", async () => {
  const { text } = await tried("get-city", ` Los\u0000Angeles\t${"x".repeat(87)}💥`);
  expect(text).toContain(`GET /v1/safety/Los+Angeles+${"x".repeat(87)}%F0%9F%92%A5 is answered 200`);
});

test("no page has a field for a key", async () => {
  for (const operation of ["get-city", "explain-city", "get-county", "look-up-batch", "get-statistics"]) {
    const { html } = await readPage(`${site.url}/docs/reference/${operation}`);
    expect(html).not.toMatch(/<input[^>]+(password|key)/i);
  }
});
