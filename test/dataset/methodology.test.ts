import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import backtest from "../../data/backtest.json" with { type: "json" };
import { FALL_BOUND, LOW_BOUND } from "../../src/dataset/model/completeness.ts";
import { PULLS } from "../../src/dataset/model/filter.ts";
import { CITY_BOUNDS } from "../../src/dataset/state/agency-models.ts";
import { CAUTION_CODES } from "../../src/domain/caution.ts";
import { familyOf, GRADE_FAMILIES, GRADES, gradeOf } from "../../src/domain/grade.ts";
import { ABSENCE_REASONS } from "../../src/domain/snapshot.ts";
import { readDataset } from "../../src/figures/file.ts";

const list = new Intl.ListFormat("en-US");
const root = join(import.meta.dir, "../..");
const read = (name: string) => readFile(join(root, `docs/${name}.md`), "utf8");
const page = await read("methodology");
const specification = await read("specification");
const results = await read("backtest");
const snapshot = readDataset(join(root, "data/dataset.json")).records;

describe("the methodology and the specification say what the snapshot holds", () => {
  test("the state's rates, and the share that no city can have", () => {
    const { violentRate, propertyRate, otherAgencies, offenses } = snapshot.state;
    expect(page).toContain(`${violentRate.toFixed(3)} violent and ${propertyRate.toFixed(3)} property offenses`);
    const share = otherAgencies.property / (offenses.burglary + offenses.motorVehicleTheft + offenses.larceny);
    expect(page).toContain(`${(100 * share).toFixed(1)}% of the state's property offenses`);
  });

  test("the constants of the forecast", () => {
    const { violent, property } = PULLS.place;
    expect(page).toContain(
      `For violent crime l = ${violent.longRun} and t = ${violent.typical}, for property crime ${property.longRun} and ${property.typical}.`,
    );
    expect(page).toContain(`(l R + ${violent.level} t)`);
    const bounds = list.format(CITY_BOUNDS.map((from) => from.toLocaleString("en-US")));
    expect(specification).toContain(`begin at ${bounds} residents for cities`);
  });

  test("how much a rate changes in a year", () => {
    for (const kind of ["cities", "counties"] as const) {
      const moves = snapshot.yearlyMoves[kind].map(
        ({ from, violent, property }) =>
          `${from.toLocaleString("en-US")}: ${(100 * violent).toFixed(0)}, ${(100 * property).toFixed(0)}`,
      );
      expect(page).toContain(`| ${kind} | ${moves.join("; ")} |`);
    }
  });

  test("the median city and the quartiles", () => {
    const scores = snapshot.cities.map(({ record }) => record.safety_score).toSorted((a, b) => a - b);
    const at = (share: number) => scores[Math.floor(share * scores.length)] ?? 0;
    expect(gradeOf(at(0.5)).letter).toBe("B");
    expect(page).toContain(
      `Its score is ${at(0.5)}; half of the ${scores.length} cities lie between ${at(0.25)} and ${at(0.75)}.`,
    );
  });

  test("the bounds of a fall, and the back-test how many of the falls they catch recovered", async () => {
    expect(specification).toContain(
      `of both groups are below ${FALL_BOUND.both} or one is below ${FALL_BOUND.either}.`,
    );
    const current = backtest.falls.candidates.find(({ isCurrent }) => isCurrent);
    const { fitted, later } = current ?? {};
    expect(results).toContain(
      `of ${later?.caught} since 2020, ${later?.recovered} recovered in the next year; of ${fitted?.caught} before, ${fitted?.recovered}.`,
    );
    expect(await read("decisions/incomplete-years")).toContain(
      `Of the ${later?.caught} falls that it caught since 2020, ${later?.recovered} recovered`,
    );
  });

  test("the letters", () => {
    const letters = snapshot.cities.map(({ record }) => familyOf(record.grade));
    const counts = GRADE_FAMILIES.map((family) => `${family} ${letters.filter((letter) => letter === family).length}`);
    expect(page).toContain(`the ${snapshot.cities.length} cities are ${counts.join(", ")}`);
  });

  test("the reasons of absence and how often each is given", () => {
    const counts = ABSENCE_REASONS.map((reason) => snapshot.absent.filter((entry) => entry.reason === reason).length);
    const names = list.format(ABSENCE_REASONS.map((reason) => `\`${reason}\``));
    expect(page).toContain(
      `${snapshot.absent.length} are absent (${counts.slice(0, -1).join(", ")} and ${counts.at(-1)} for ${names})`,
    );
    for (const reason of ABSENCE_REASONS) expect(specification).toContain(`\`${reason}\``);
    const { counties, absentCounties } = snapshot;
    expect(absentCounties).toEqual([]);
    const older = counties.flatMap(({ record }) => (record.data_year < snapshot.dataYear ? [record] : []));
    const olderNames = list.format(older.map(({ county }) => county.replace(/ County$/, "")));
    const years = list.format(older.map(({ data_year: year }) => `${year}`));
    expect(page).toContain(`All ${counties.length} counties have one: those of ${olderNames} are for ${years}.`);
  });

  test("the worked example", () => {
    const irvine = snapshot.cities.find(({ record }) => record.city === "Irvine");
    if (irvine === undefined) throw new Error("no Irvine");
    const { violent, property, relativeRisk } = irvine.rating;
    for (const figure of [
      violent.rate,
      violent.smoothedRate,
      violent.ratio,
      property.rate,
      property.smoothedRate,
      property.ratio,
      relativeRisk,
    ]) {
      expect(page).toContain(figure.toFixed(3));
    }
    expect(page).toContain(`= ${irvine.record.safety_score}.`);
  });

  test("every grade and every caution", () => {
    for (const { letter, label, from } of GRADES) {
      const row = page
        .split("\n")
        .find((line) => line.startsWith("|") && line.includes(`${from}–`) && line.includes(label));
      expect(row).toContain(letter);
    }
    const keys = specification.split("\n").flatMap((line) => /^- (`.+?`): /.exec(line)?.[1]?.split(", ") ?? []);
    expect(keys.toSorted()).toEqual(CAUTION_CODES.map((code) => `\`${code}\``).toSorted());
  });

  test("the bounds of cautions", () => {
    for (const [key, criterion] of [
      ["fall", `below ${LOW_BOUND.both} or one is below ${LOW_BOUND.either}`],
      ["jump", `below ${FALL_BOUND.both} or one is below ${FALL_BOUND.either}`],
      ["missing_reports", "1% or more of the expected offenses are missing in a group"],
      ["few_residents", "fewer than 60 offenses in the year, or fewer than 8 violent ones"],
      ["visitors_and_jobs", "the property ratio is above 1.2 and more than 1.5 times the violent ratio"],
    ]) {
      expect(specification.split("\n").find((line) => line.startsWith(`- \`${key}\`: `))).toContain(criterion);
    }
  });
});
