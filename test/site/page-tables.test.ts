import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import stored from "../../data/changes.json" with { type: "json" };
import { snapshotDiff } from "../../src/domain/snapshot-diff.ts";
import { releasedPlaces } from "../support/server.ts";
import { contentOf, statusOf } from "../support/site-pages.ts";

const snapshot = releasedPlaces.records;
const changes = snapshotDiff.parse(stored);

/** The table with an id: its filter, its rows, its links. */
function region(html: string, id: string): string {
  const [, part = ""] = html.split(`<div data-live="true" id="${id}">`);
  if (part === "") throw new Error(`there is no table ${id}`);
  return part.split('<div data-live="true"')[0] ?? "";
}

/** The link in the first cell of each row. */
function rowLinks(html: string): readonly string[] {
  return [...html.matchAll(/<tr><th scope="row"[^>]*><a href="([^"]+)">/g)].map(([, href = ""]) => href);
}

const TABLES = {
  "/explore/changes": ["cities", "counties"],
  "/coverage": ["absent", "older", "cautions", "counties"],
} as const;
const ALL = Object.entries(TABLES).flatMap(([path, ids]) => ids.map((id) => [path, id] as const));

describe.each(ALL)("%s, table %s", async (path, id) => {
  const table = region(await contentOf(path), id);

  test("has its own form: no id or name of a field is used by another table on the page", async () => {
    const ids = [...(await contentOf(path)).matchAll(/ id="([^"]+)"/g)].map(([, found]) => found);
    expect(ids.length).toBe(new Set(ids).size);
    for (const [, name] of table.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)) expect(name).toStartWith(`${id}-`);
    expect(table).toContain(`action="${path}#${id}"`);
    expect(table).toContain(`for="${id}-size"`);
  });

  test("sorts by every heading in both orders, with the order in the URL", async () => {
    const keys = [...table.matchAll(/<th scope="col"[^>]*><a href="([^"]+)" rel="nofollow">/g)].map(([, href = ""]) => {
      const url = new URL(href.replaceAll("&amp;", "&"), "http://any");
      expect([url.pathname, url.hash]).toEqual([path, `#${id}`]);
      return url.searchParams.get(`${id}-sort`) ?? "";
    });
    expect(keys.length).toBeGreaterThan(2);
    for (const key of keys) {
      const ascending = await contentOf(path, `${id}-sort=${key}&${id}-order=ascending`);
      expect(rowLinks(region(ascending, id)).toSorted()).toEqual(rowLinks(table).toSorted());
      const page = region(await contentOf(path, `${id}-sort=${key}&${id}-order=descending`), id);
      expect(page).toContain('aria-sort="descending"');
    }
  });

  test("can be downloaded in both formats, with the rows that it shows", async () => {
    expect(table).toContain(`href="${path}/${id}.csv?`);
    const rows = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(await contentOf(`${path}/${id}.json`)));
    expect(rows.length).toBe(rowLinks(table).length);
    const lines = z.array(z.array(z.string())).parse(parse(await contentOf(`${path}/${id}.csv`)));
    expect(lines.length).toBe(rows.length + 1);
    expect(lines[0]).toEqual(Object.keys(rows[0] ?? {}));
  });

  test("shows only the chosen population, on the page and in the file", async () => {
    const query = `${id}-size=50000`;
    const found = z
      .array(z.object({ population: z.number() }))
      .parse(JSON.parse(await contentOf(`${path}/${id}.json`, query)));
    expect(found.every(({ population }) => population >= 50_000 && population < 200_000)).toBe(true);
    const html = await contentOf(path, query);
    const shown = html.includes(" match</h2>") ? 0 : rowLinks(region(html, id)).length;
    expect(shown).toBe(found.length);
    expect(shown).toBeLessThan(rowLinks(table).length);
  });

  test("finds nothing with a link back to the whole table", async () => {
    const empty = region(await contentOf(path, `${id}-q=Atlantis`), id);
    expect(empty).toMatch(/No [a-z]+ match “Atlantis”/);
    expect(empty).toContain(`href="${path}#${id}"`);
  });
});

test("the largest changes come first when the table is sorted by the change", async () => {
  const query = "cities-sort=change&cities-order=descending";
  const rows = z
    .array(z.object({ city: z.string(), change: z.number(), score_2024: z.number(), score_2025: z.number() }))
    .parse(JSON.parse(await contentOf("/explore/changes/cities.json", query)));
  const byName = new Map(changes.cityGrades.map((change) => [change.name, change]));
  for (const row of rows) {
    const { before, after } = byName.get(row.city) ?? {};
    expect([row.score_2024, row.score_2025, row.change]).toEqual([
      before?.score ?? 0,
      after?.score ?? 0,
      (after?.score ?? 0) - (before?.score ?? 0),
    ]);
  }
  expect(rows.map(({ change }) => change)).toEqual(rows.map(({ change }) => change).toSorted((a, b) => b - a));
});

test("a county shows only its own cities, as in the snapshot", async () => {
  const query = "cities-county=orange";
  const rows = z
    .array(z.object({ city: z.string() }))
    .parse(JSON.parse(await contentOf("/explore/changes/cities.json", query)));
  const inOrange = new Set(
    snapshot.cities.flatMap(({ record }) => (record.county === "Orange County" ? [record.city] : [])),
  );
  const expected = changes.cityGrades.map(({ name }) => name).filter((name) => inOrange.has(name));
  expect(rows.map(({ city }) => city)).toEqual(expected);
});

test("a table keeps its state when another one of the page changes", async () => {
  const html = await contentOf("/explore/changes", "cities-county=orange&counties-sort=change&junk=1&counties-odd=1");
  const cities = region(html, "cities");
  expect(cities).toContain('<input type="hidden" name="counties-sort" value="change"/>');
  expect(cities).not.toContain("junk");
  expect(region(html, "counties")).toContain('<input type="hidden" name="cities-county" value="orange"/>');
  expect(region(html, "counties")).toMatch(/href="\/explore\/changes\?cities-county=orange&amp;counties-sort=county/);
});

test("there is no file without a comparison, or for an unknown table", async () => {
  expect(await statusOf("/explore/changes/towns.csv")).toBe(404);
  expect(await statusOf("/coverage/absent.txt")).toBe(404);
});
