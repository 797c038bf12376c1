import { expect, test } from "bun:test";
import { faultsOf, listed, MODEL_WORDS, places } from "../../support/every-page.ts";
import { sharedSite } from "../../support/served-site.ts";
import { contentOf } from "../../support/site-pages.ts";

const site = await sharedSite();

test("every page of the sitemap and of a known place has one URL of plain letters, digits, and hyphens, and is allowed for robots", async () => {
  expect(new Set(listed).size).toBe(listed.length);
  expect(new Set(places).size).toBe(places.length);
  expect(listed.length).toBeGreaterThan(500);
  const robots = await (await fetch(`${site.url}/robots.txt`)).text();
  const forbidden = Array.from(robots.matchAll(/^Disallow: (.+)$/gm), ([, start = ""]) => start);
  expect(forbidden.length).toBeGreaterThan(0);
  const faults = [...listed, ...places].filter(
    (path) => !/^\/(errors\/\w+|[a-z0-9/-]*)$/.test(path) || forbidden.some((start) => path.startsWith(start)),
  );
  expect(faults).toEqual([]);
});

/** One of so many pages of the same kind is made here; the tests of systems make all of them. */
const SAMPLES = [
  { of: /^\/us\/\w\w\/./, every: 400 },
  { of: /^\/us\/\w\w$/, every: 5 },
  { of: /^\/explore\/(?:zip|place)\//, every: 40 },
  { of: /^\/explore\/city\//, every: 20 },
  { of: /^\/explore\/county\//, every: 5 },
];

test("pages can be made, are at most 60 KB compressed, of a ZIP code or a part of a city 30 KB, have the figures of the API, and speak no language of the model", async () => {
  const paths = [...new Set([...listed, ...places])];
  const isSampled = (path: string, index: number) =>
    index % (SAMPLES.find(({ of }) => of.test(path))?.every ?? 1) === 0;
  expect(await faultsOf(paths.filter(isSampled))).toEqual([]);
  for (const [path, query] of [
    ["/explore/compare", "place=oakland&place=davis"],
    ["/search", "q=springfield"],
  ] as const)
    expect(await contentOf(path, query)).not.toMatch(MODEL_WORDS);
});
