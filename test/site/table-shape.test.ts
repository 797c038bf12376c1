import { afterAll, expect, test } from "bun:test";
import { serveSite } from "../support/served-site.ts";

const PAGES = [
  "/explore",
  "/explore/cities",
  "/explore/counties",
  "/explore/city/irvine",
  "/explore/city/downey",
  "/explore/county/orange",
  "/explore/county/mendocino",
  "/explore/changes",
  "/explore/compare?place=irvine&place=fresno",
  "/coverage",
  "/methodology",
  "/pricing",
];

const site = await serveSite();
afterAll(() => site.stop());

test.each(PAGES)("every row of every table on %s has as many cells as the table has headings", async (path) => {
  const html = await (await fetch(site.url + path)).text();
  const uneven = [...html.matchAll(/<table[\s\S]*?<\/table>/g)].flatMap(([table]) => {
    const rows = [...table.matchAll(/<tr[\s>][\s\S]*?<\/tr>/g)].map(([row]) => cellsOf(row));
    return rows.filter((cells) => cells !== rows[0]).map((cells) => `${cells} of ${rows[0]}: ${table.slice(0, 120)}`);
  });
  expect(uneven).toEqual([]);
});

function cellsOf(row: string): number {
  return [...row.matchAll(/<t[hd](?:\s[^>]*)?>/g)].reduce((sum, [cell]) => {
    return sum + Number(/colspan="(\d+)"/.exec(cell)?.[1] ?? 1);
  }, 0);
}
