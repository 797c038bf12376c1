import { expect, test } from "bun:test";
import { OFFENSE_GROUPS, offensesIn } from "../../../src/domain/offense.ts";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { textWidth } from "../../../src/site/charts/labels.ts";
import { monthsChart } from "../../../src/site/measure/months-chart.tsx";
import { releasedNation } from "../../support/server.ts";
import { csvRows, text } from "../../support/site-pages.ts";

const { entries, nation, areas } = releasedNation;
const YEAR = 12;

const numbers = (svg: string, pattern: RegExp) =>
  Array.from(svg.matchAll(pattern), (found) => found.slice(1).map(Number));

/** Counts that columns stand for: months, or quarters where a month has fewer than ten. */
function expectedCounts(months: (typeof entries)[number]["months"], group: (typeof OFFENSE_GROUPS)[number]) {
  const classes = offensesIn(group).flatMap((offense) => {
    const counts = months?.offenses[offense] ?? [];
    return counts.some((count) => count !== null) ? [counts] : [];
  });
  const sums = Array.from({ length: nation.months?.months ?? 0 }, (_, month) => {
    const own = classes.map((counts) => counts[month] ?? null);
    return own.includes(null) ? null : own.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  });
  const known = sums.flatMap((sum) => sum ?? []);
  const average = known.reduce((sum, count) => sum + count, 0) / known.length;
  if (classes.length === 0 || known.length === 0 || average * YEAR < 10) return null;
  // None at all where ten or more are usual is no report.
  if (average >= 10) return { size: 1, counts: sums.map((sum) => (sum === 0 ? null : sum)) };
  const quarters = Array.from({ length: Math.floor(sums.length / 3) }, (_, quarter) => {
    const own = sums.slice(3 * quarter, 3 * quarter + 3);
    return own.includes(null) ? null : own.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  });
  return { size: 3, counts: quarters };
}

test("every column stands on zero, as high as its count, in every place and area with months", () => {
  let drawn = 0;
  for (const place of [...entries, ...nation.absent, ...areas.entries]) {
    const name = "department" in place ? place.department : place.name;
    const chart = monthsChart(place, nation);
    const isKnown = Object.values(place.months?.offenses ?? {}).some((counts) => counts.some((one) => one !== null));
    expect([name, chart !== undefined]).toEqual([name, isKnown]);
    if (chart === undefined) continue;
    const shown = OFFENSE_GROUPS.map((group) => ({ group, expected: expectedCounts(place.months, group) })).filter(
      ({ expected }) => expected !== null,
    );
    expect([name, chart.panels.length]).toEqual([name, shown.length]);
    for (const [index, { group, expected }] of shown.entries()) {
      const { onPhone, ...panel } = chart.panels[index] ?? expect.unreachable();
      expect(onPhone?.size[0]).toBe(360);
      const svg = String(Drawing(panel));
      const { counts, size } = expected ?? expect.unreachable();
      const [[zero = 0] = []] = numbers(svg, /class="base"[^>]* y1="([\d.]+)"/g);
      const [, top, tick = ""] = [...svg.matchAll(/<text [^>]*y="([\d.]+)" text-anchor="end">([\d,]+)</g)].at(-1) ?? [];
      for (const [x = 0] of numbers(svg, /<text x="([\d.]+)"[^>]* text-anchor="end">/g)) {
        expect(x).toBeGreaterThanOrEqual(textWidth(tick, "digits") - 0.1);
      }
      const unit = (zero - (Number(top) - 4)) / Number(tick.replaceAll(",", ""));
      const kinds = Array.from(svg.matchAll(/<rect class="([\w-]+)"/g), ([, kind]) => kind);
      expect(kinds).toEqual(
        counts.map((count, at) => (count === null ? "gap" : at * size < YEAR ? "ink" : "series-3")),
      );
      const rects = numbers(svg, /<rect class="[\w-]+" x="([\d.]+)" width="([\d.]+)" y="([\d.]+)" height="([\d.]+)"/g);
      for (const [at, [x = 0, width = 0, y = 0, height = 0]] of rects.entries()) {
        const count = counts[at] ?? null;
        if (count === null) continue;
        expect(Math.abs(y + height - zero)).toBeLessThan(0.11);
        expect(Math.abs(height - count * unit)).toBeLessThan(0.3);
        expect(x).toBeGreaterThanOrEqual((rects[at - 1]?.[0] ?? 0) + (at === 0 ? 0 : width));
        expect(x + width).toBeLessThanOrEqual(panel.size[0]);
      }
      const before = "record" in place && place.provisional?.[group] ? place : null;
      const dashed = numbers(svg, /<line class="expected"[^>]* y1="([\d.]+)" y2="([\d.]+)"/g);
      expect(dashed).toHaveLength(before === null ? 0 : 1);
      if (before) {
        const year = offensesIn(group).reduce((sum, offense) => sum + before.offenses[offense], 0);
        expect(Math.abs(zero - (dashed[0]?.[0] ?? 0) - ((year * size) / YEAR) * unit)).toBeLessThan(0.3);
        expect(panel.units).toContain(`Dashed: ${Math.round((year * size) / YEAR).toLocaleString("en-US")} a `);
      }
      drawn += 1;
    }
  }
  expect(drawn).toBeGreaterThan(1_750);
});

test("a page says what changed, whether that is more than chance, beside the nation, and from where and when", async () => {
  const austin = await text("/us/tx/austin");
  expect(austin).toMatch(/2025 so far, provisional: violent crime fell \d+%, property crime \d+%/);
  expect(austin).toMatch(
    /As reported by May 15, 2026, violent offenses went from [\d,]+ in 2024 to [\d,]+ in 2025, property offenses from/,
  );
  expect(austin).toContain(
    "The nation’s counts fell 9.3% (violent) and 12.4% (property). The grade is still that of 2024.",
  );
  expect(austin).toContain("Crime Data Explorer");
  expect(austin).toContain("collected May 15, 2026");
  for (const place of [...entries, ...areas.entries]) {
    if (!place.provisional) continue;
    const name = "department" in place ? place.department : place.name;
    const words = String(monthsChart(place, nation)?.legend);
    for (const group of OFFENSE_GROUPS) {
      const found = place.provisional[group];
      if (found) expect(words).toContain(found.offenses.toLocaleString("en-US"));
    }
    const exceeds = OFFENSE_GROUPS.flatMap((group) => place.provisional?.[group]?.exceedsChance ?? []);
    const isSaid = [
      words.includes("no more than chance"),
      / more than chance/.test(words.replaceAll("no more than chance", "")),
    ];
    expect([name, ...isSaid]).toEqual([name, exceeds.includes(false), exceeds.includes(true)]);
  }
});

test("a place without a grade shows its months and no comparison, and their file has a row for each", async () => {
  const chicago = await text("/us/il/chicago");
  expect(chicago).toContain("Chicago, Illinois, 2025 so far, provisional: reported, but not comparable");
  expect(chicago).toContain("We have not checked that they are complete");
  expect(chicago).not.toContain("more than chance");
  const rows = await csvRows("/us/il/chicago/months.csv");
  expect(rows).toHaveLength(nation.months?.months ?? 0);
  expect(rows[0]).toMatchObject({ month: "2025-01" });
});

test("where the months lack a class, the group has no comparison and the page says which class", async () => {
  const inFlorida = entries.filter(
    ({ state, months }) => state === "FL" && months?.offenses.larceny.includes(null) === false,
  );
  expect(inFlorida.length).toBeGreaterThan(3);
  for (const place of inFlorida) {
    const chart = monthsChart(place, nation);
    if (place.provisional) expect(String(chart?.legend)).toContain("the months lack motor-vehicle theft");
    expect(chart?.panels.map(({ title }) => title)).toContain(
      "Property offenses by month, without motor-vehicle theft",
    );
  }
});

test("until the year after the figures is whole, the months stand alone: no comparison, and no test that failed", () => {
  const none = { violentRatePer100k: null, violentChange: null, propertyChange: null, source: null, changes: null };
  const { asOf = "", months = 0 } = nation.months ?? {};
  const later = { ...nation, dataYear: 2025, months: { year: 2025, months, asOf, places: 0, residents: 0, ...none } };
  const austin = entries.find(({ name, state }) => name === "Austin" && state === "TX") ?? expect.unreachable();
  const { title, units, legend } = monthsChart(austin, later) ?? expect.unreachable();
  expect(title).toBe("Austin, Texas, offenses by month to Apr 2026, provisional");
  expect(units).not.toContain("Changes");
  expect(String(legend)).toBe(
    "<p>Months after 2025 are compared with it once the year is complete. The grade is still that of 2025.</p>",
  );
});
