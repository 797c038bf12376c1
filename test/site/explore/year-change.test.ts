import { expect, test } from "bun:test";
import { ownText } from "../../../src/base/text.ts";
import { OFFENSES } from "../../../src/domain/offense.ts";
import { movesOf, yearChange } from "../../../src/domain/year-change.ts";
import { CALIFORNIA } from "../../../src/editions/california.ts";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { movePanel } from "../../../src/site/measure/year-change-section.tsx";
import { releasedPlaces } from "../../support/server.ts";
import { servePages } from "../../support/site-pages.ts";

const pages = servePages();
const textOf = async (path: string) =>
  (await (await pages.request(path)).text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

const oaklandEntry = releasedPlaces.city(ownText("Oakland"))?.entry;
const OAKLAND = oaklandEntry && yearChange(oaklandEntry, movesOf(releasedPlaces.records));
if (!OAKLAND) throw new Error("Oakland has two complete years");

test("a place first says how its score differs from last year's, and then by offense", async () => {
  const change = OAKLAND;
  const text = await textOf("/explore/city/oakland");
  const { before, after } = change.score;
  expect(text).toContain(`${after}, up ${after - before} from ${change.from}`);
  expect(text).toContain(`Homicide ${change.classes.homicide.before} ${change.classes.homicide.after} −`);
  expect(text.indexOf(`from ${change.from}`)).toBeLessThan(text.indexOf("California’s rate of violent crime"));
});

test("the note below the ruler says what a change is compared with", async () => {
  expect(await textOf("/us/ct/bridgeport")).toContain("compared with the United States, it is more than chance");
  expect(await textOf("/explore/city/oakland")).toContain("compared with California, it is more than chance");
});

test("each offense of the table leads to its chart", async () => {
  const html = await (await pages.request("/explore/city/oakland")).text();
  for (const { field, name } of Object.values(OFFENSES))
    expect(html).toContain(`<a href="/explore/chart?place=oakland&amp;measure=${field}">${name}</a>`);
});

test("a place without a complete year before says so, and has no table of changes", async () => {
  const place = releasedPlaces.records.cities.find(
    (city) => yearChange(city, movesOf(releasedPlaces.records)) === null,
  );
  const text = await textOf(`/explore/city/${place?.record.city.toLowerCase().replaceAll(" ", "-")}`);
  expect(text).toContain(`${place?.record.city} has no complete figures for`);
  expect(text).not.toContain("Unusual");
});

test("the ruler has both scores at their values, the earlier one hollow, and its words never on the line at 50", () => {
  for (let before = 0; before <= 100; before += 1)
    for (const after of [0, 20, 40, 49, 50, 51, 60, 80, 100]) {
      const change = { from: 2024, to: 2025, score: { before, after, isUnusual: false } };
      const svg = String(Drawing(movePanel({ ...OAKLAND, ...change }, CALIFORNIA)));
      const [, hollow] = /<circle class="ring-dot[^"]*" cx="([\d.]+)"/.exec(svg) ?? [];
      const [, dot] = /<circle class="dot[^"]*" cx="([\d.]+)"/.exec(svg) ?? [];
      const [, line] = /class="reference" x1="([\d.]+)"/.exec(svg) ?? [];
      expect([hollow, dot, line].map((x) => Number(((Number(x) / 358) * 100).toFixed(0)))).toEqual([before, after, 50]);
      const [, x = "", words = ""] = /class="marked-name end-name" x="([\d.]+)" y="32">([^<]+)/.exec(svg) ?? [];
      expect(words).toBe(`2024: ${before}, 2025: ${after}`);
      const end = Number(x) + 7.9 * words.length;
      expect(end).toBeLessThanOrEqual(358);
      expect(Number(x) > 180 || end < 178).toBe(true);
    }
});
