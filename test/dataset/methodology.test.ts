import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import backtest from "../../data/backtest.json" with { type: "json" };
import { CITY_BOUNDS } from "../../src/dataset/agency-models.ts";
import { FALL_BOUND, isBeyond, LOW_BOUND } from "../../src/dataset/completeness.ts";
import { PULLS } from "../../src/dataset/filter.ts";
import { readTables } from "../../src/dataset/input-tables.ts";
import type { Model } from "../../src/dataset/model.ts";
import { openModels } from "../../src/dataset/models.ts";
import { readReview } from "../../src/dataset/review.ts";
import { CAUTION_CODES } from "../../src/domain/caution.ts";
import { familyOf, GRADE_FAMILIES, GRADES, gradeOf } from "../../src/domain/grade.ts";
import { ABSENCE_REASONS } from "../../src/domain/snapshot.ts";
import { readDataset } from "../../src/places/file.ts";

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
    const shares = ({ longRun, typical }: typeof violent | typeof property) => `l = ${longRun} and t = ${typical}`;
    expect(specification).toContain(`${shares(violent)} (violent), ${shares(property)} (property)`);
    expect(specification).toContain(`(l R + ${violent.level} t)`);
    const bounds = list.format(CITY_BOUNDS.map((from) => from.toLocaleString("en-US")));
    expect(specification).toContain(`begin at ${bounds} residents for cities`);
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
    const table = specification.slice(specification.indexOf("| key | criterion |"));
    const keys = table.split("\n").flatMap((line) => /^\| (`.+?`) \|/.exec(line)?.[1]?.split(", ") ?? []);
    expect(keys.toSorted()).toEqual(CAUTION_CODES.map((code) => `\`${code}\``).toSorted());
  });

  const rule = (key: string) => specification.split("\n").find((line) => line.startsWith(`| \`${key}\` |`));
  const codesOf = ({ cautions }: { readonly cautions: readonly { readonly code: string }[] }) =>
    cautions.map(({ code }) => code);

  test("the criteria of cautions that a record shows by itself: who is within them has one, and nobody else", () => {
    expect(rule("older_year")).toContain("the record is not for the data year");
    expect(rule("few_residents")).toContain("fewer than 3,000 residents");
    expect(rule("visitors_and_jobs")).toContain(
      "the property ratio is above 1.8, or above 1.2 and more than twice the violent ratio; counties also by review",
    );
    for (const place of [...snapshot.cities, ...snapshot.counties]) {
      const { record, rating } = place;
      const codes = codesOf(place);
      const { violent, property } = rating;
      const isVisited = property.ratio > 1.8 || (property.ratio > 1.2 && property.ratio > 2 * violent.ratio);
      const name = "city" in record ? record.city : record.county;
      const isReviewed = !("city" in record) && codes.includes("visitors_and_jobs");
      expect([name, ...["older_year", "few_residents", "visitors_and_jobs"].map((key) => codes.includes(key))]).toEqual(
        [name, record.data_year < snapshot.dataYear, record.population < 3_000, isVisited || isReviewed],
      );
    }
  });

  test("the criteria of cautions by the forecast and by missing reports: who is within them has one, and nobody else", async () => {
    const data = join(root, "data");
    const models = openModels(await readTables(data), await readReview(data));
    expect(rule("fall")).toContain(`below ${LOW_BOUND.both} or one is below ${LOW_BOUND.either}`);
    expect(rule("jump")).toContain(`below ${FALL_BOUND.both} or one is below ${FALL_BOUND.either}`);
    expect(rule("missing_reports")).toContain("1% or more of the expected offenses are missing in a group");
    const found = (model: Model, year: number, key: string) => {
      const [newest] = model.forecasts(year, key);
      const finding = model.verdict(year, key)?.finding ?? "";
      if (newest === undefined || ["review", "shared_low"].includes(finding)) return { jump: false, fall: false };
      const jump = isBeyond(newest.groups, "upper", FALL_BOUND);
      return { jump, fall: !jump && isBeyond(newest.groups, "lower", LOW_BOUND) };
    };
    const expected = { fall: 0, jump: 0, missing_reports: 0 };
    for (const city of snapshot.cities) {
      const { jump, fall } = found(models.cities, city.record.data_year, `${city.record.county}|${city.record.city}`);
      const codes = codesOf(city);
      expect([city.record.city, codes.includes("jump"), codes.includes("fall")]).toEqual([
        city.record.city,
        jump,
        fall,
      ]);
      expected.fall += Number(fall);
      expected.jump += Number(jump);
    }
    for (const county of snapshot.counties) {
      const { county: name, data_year: year } = county.record;
      const { jump, fall } = found(models.counties, year, name);
      const missing = models.shortageOf(year, name);
      const low = models.shortageOf(year, name, { withLow: true });
      const isLow = low.share > 0.05 && low.agencies.length > missing.agencies.length;
      const codes = codesOf(county);
      expect([name, ...["jump", "fall", "missing_reports"].map((key) => codes.includes(key))]).toEqual([
        name,
        jump,
        fall || isLow,
        missing.share >= 0.01,
      ]);
      expected.missing_reports += Number(missing.share >= 0.01);
    }
    for (const count of Object.values(expected)) expect(count).toBeGreaterThan(0);
  });
});
