import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import months from "../../data/us/backtest-months.json" with { type: "json" };
import { readNation } from "../../src/figures/nation-file.ts";

const nation = readNation(join(import.meta.dir, "../../data/united-states.json"));
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

test("docs/areas.md has the same of the areas of county departments, whose ranges hold in every size", async () => {
  const areas = await readFile(join(import.meta.dir, "../../docs/areas.md"), "utf8");
  const { findings, power, forecast, check } = months.areas;
  const all = Object.values(findings).reduce((sum, count) => sum + count, 0);
  expect(areas).toContain(`Of ${all} departments with a complete 2024, ${all - findings.none} fail: `);
  expect(areas).toContain(
    `${findings.blank} have a blank month, ${findings.low_month} a low one, and ${findings.class_lost} lack`,
  );
  expect([findings.fall, findings.area, check.falls]).toEqual([0, 0, 0]);
  const lost = power.slice(-3).map((one) => `${percent(one.all)}%`);
  expect(areas).toContain(`in ${lost[0]} (three months lost), ${lost[1]} (six; below`);
  const smaller = forecast.sizes.find(({ from }) => from === 50_000);
  expect(areas).toContain(`and ${lost[2]} (nine)`);
  expect(areas).toContain(`in ${percent(power.at(-2)?.sizes[2] ?? null)}% of ${smaller?.places} areas`);
  const { places, inside, rateInside } = forecast.all;
  expect(areas).toContain(`in ${percent(inside)}% of ${places} areas (scores) and ${percent(rateInside)}% (rates)`);
  expect(areas).toContain(`Of ${check.fallen} departments withheld as a fall in 2024, ${check.repeated.length} repeat`);
  for (const size of forecast.sizes) if (size.places > 0) expect(size.inside).toBeGreaterThanOrEqual(0.75);
  const served = nation.areas.filter((area) => area.months !== null);
  const compared = served.filter((area) => area.provisional !== null);
  const absent = nation.absentAreas.filter((area) => area.months !== null);
  expect(areas).toContain(`${served.length} areas with figures, and ${absent.length} departments without, have months`);
  expect(areas).toContain(`${compared.length} areas can be compared with 2024.`);
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
