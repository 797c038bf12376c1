import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import months from "../../data/us/backtest-months.json" with { type: "json" };

const page = await readFile(join(import.meta.dir, "../../docs/backtest.md"), "utf8");
const percent = (share: number | null) => String(Math.round(100 * (share ?? Number.NaN)));
const section = page.slice(page.indexOf("### 2025 by month"));
const SIZES = [50_000, 100_000, 250_000];

test("docs/backtest.md has the coverage of the ranges for 2025, by size", () => {
  const { all, sizes } = months.forecast;
  const shown = [all, ...sizes.filter(({ from }) => SIZES.includes(from))];
  for (const { places, inside, insideOfDataYear } of shown)
    expect(section).toContain(` | ${places} | ${percent(inside)} | ${percent(insideOfDataYear)} |`);
  expect(all.inside).toBeGreaterThan(0.75);
  expect(all.inside).toBeLessThan(0.9);
});

test("docs/backtest.md has what the tests of months find, withhold, and contradict", () => {
  for (const { all, sizes } of months.power)
    expect(section).toContain(` | ${[all, ...sizes.slice(-SIZES.length)].map(percent).join(" | ")} |`);
  const { none, blank, low_month, class_lost, fall } = months.findings;
  const places = Object.values(months.findings).reduce((sum, count) => sum + count, 0);
  expect(section).toContain(`Of ${places} places with a complete 2024, ${places - none} do not pass: ${blank} have`);
  expect(section).toContain(`${low_month} a low one, ${class_lost} lack a class, ${fall} are a fall`);
  const { check, ownEdition } = months;
  expect(section).toContain(`of ${check.places} places, ${check.falls} are below`);
  expect(section).toContain(`${check.repeated.length} of ${check.fallen} places`);
  expect(section).toContain(`${ownEdition.within} of ${ownEdition.compared} cities are within 2%`);
});
