import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import backtest from "../../data/us/backtest-areas.json" with { type: "json" };
import { US_STATES } from "../../src/editions/us-states.ts";
import { readNation } from "../../src/figures/nation-file.ts";

const root = join(import.meta.dir, "../..");
const page = await readFile(join(root, "docs/areas.md"), "utf8");
const nation = readNation(join(root, "data/united-states.json"));
const percent = (share: number) => `${Math.round(100 * share).toLocaleString("en-US")}%`;

test("docs/areas.md has the numbers of the dataset", () => {
  const graded = nation.areas.filter(({ withoutLetter }) => withoutLetter === null);
  const residents = (areas: typeof nation.areas) =>
    areas.reduce((sum, { trend }) => sum + (trend.population.at(-1) ?? 0), 0);
  const count = (value: number) => value.toLocaleString("en-US");
  expect(page).toContain(`${count(nation.areas.length)} *areas* with ${count(residents(nation.areas))} residents`);
  expect(page).toContain(`${graded.length} of them (${count(residents(graded))} residents) with a grade`);
});

test("docs/areas.md has a row for every state with a table of its counties", () => {
  const names = new Map(US_STATES.map(({ code, name }) => [code, name]));
  for (const {
    code,
    countyAreas: { areas, graded, median, unheld },
  } of nation.states) {
    if (unheld === null) continue;
    const ratios = median === null ? "–" : `${median.violent.toFixed(2)}, ${median.property.toFixed(2)}`;
    const shares = `${percent(unheld.violent)}, ${percent(unheld.property)}`;
    expect(page).toContain(`| ${names.get(code)} | ${areas} | ${graded} | ${ratios} | ${shares} |`);
  }
});

test("docs/areas.md has the back-test, in which ranges hold in three quarters of each size and year", () => {
  for (const one of backtest.ranges) {
    const row = page.split("\n").find((line) => {
      const kind = one.wholeReports ? "whole reports" : "all";
      return line.startsWith(`| ${one.from.toLocaleString("en-US")} | ${kind} |`);
    });
    for (const key of ["scoreInRange", "rateInRange", "sameLetter", "letterInRange"] as const)
      expect(row).toContain(percent(one[key]));
    expect(Math.min(one.scoreInRange, one.rateInRange, one.letterInRange)).toBeGreaterThanOrEqual(0.75);
  }
  const kept = backtest.ranges.flatMap(({ wholeReports, sameLetter }) => (wholeReports ? [sameLetter] : []));
  expect(page).toContain(`${percent(Math.min(...kept))} to ${percent(Math.max(...kept))} kept it`);
});
