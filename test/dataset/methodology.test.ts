import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import backtest from "../../data/backtest.json" with { type: "json" };
import { FALL_BOUND } from "../../src/dataset/completeness.ts";
import { CAUTION_CODES } from "../../src/domain/caution.ts";
import { familyOf, GRADE_FAMILIES, GRADES, gradeOf } from "../../src/domain/grade.ts";
import { ABSENCE_REASONS } from "../../src/domain/snapshot.ts";
import { readDataset } from "../../src/places/file.ts";

const list = new Intl.ListFormat("en-US");
const root = join(import.meta.dir, "../..");
const page = await readFile(join(root, "docs/methodology.md"), "utf8");
const snapshot = readDataset(join(root, "data/dataset.json")).records;

describe("the methodology page says what the snapshot holds", () => {
  test("the state's rates", () => {
    const { violentRate, propertyRate } = snapshot.state;
    expect(page).toContain(`${violentRate.toFixed(3)} violent and ${propertyRate.toFixed(3)} property offenses`);
  });

  test.each([
    ["cities", ["under 5,000", "5,000 to 9,999", "10,000 to 49,999", "50,000 to 199,999", "200,000 and more"]],
    ["counties", ["under 50,000", "50,000 to 199,999", "200,000 and more"]],
  ] as const)("the yearly moves of %s", (kind, sizes) => {
    const rows = snapshot.yearlyMoves[kind].map(
      ({ violent, property }, index) => `| ${sizes[index]} | ${violent} | ${property} |`,
    );
    expect(rows).toHaveLength(sizes.length);
    expect(page).toContain(rows.join("\n"));
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
    expect(page).toContain(
      `the lower tails of both groups are below ${FALL_BOUND.both} or one is below ${FALL_BOUND.either}.`,
    );
    const current = backtest.falls.candidates.filter(({ isCurrent }) => isCurrent);
    const [one, two, three] = current.map(({ recovered, caught }) => `${recovered} of ${caught}`);
    const results = await readFile(join(root, "docs/backtest.md"), "utf8");
    expect(results).toContain(`${one}, ${two}, and ${three} recovered in the next year`);
  });

  test("the letters", () => {
    const letters = snapshot.cities.map(({ record }) => familyOf(record.grade));
    const counts = GRADE_FAMILIES.map((family) => `${family} ${letters.filter((letter) => letter === family).length}`);
    expect(page).toContain(`the ${snapshot.cities.length} cities are ${counts.join(", ")}`);
  });

  test("the reasons of absence and how often each is given", () => {
    const counts = ABSENCE_REASONS.map((reason) => snapshot.absent.filter((entry) => entry.reason === reason).length);
    expect(page).toContain(
      `${snapshot.absent.length} are absent (${counts.slice(0, -1).join(", ")} and ${counts.at(-1)})`,
    );
    for (const reason of ABSENCE_REASONS) expect(page).toContain(`\`${reason}\``);
    const { counties, absentCounties } = snapshot;
    expect(absentCounties).toEqual([]);
    const older = counties.flatMap(({ record }) => (record.data_year < snapshot.dataYear ? [record] : []));
    const names = list.format(older.map(({ county }) => county.replace(/ County$/, "")));
    const years = list.format(older.map(({ data_year: year }) => `${year}`));
    expect(page).toContain(`All ${counties.length} counties have one: those of ${names} are for ${years}.`);
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
    const table = page.slice(page.indexOf("| key | criterion |"), page.indexOf("In answers, `shared_fall`"));
    const keys = table.split("\n").flatMap((line) => /^\| (`.+?`) \|/.exec(line)?.[1]?.split(", ") ?? []);
    expect(keys.toSorted()).toEqual(CAUTION_CODES.map((code) => `\`${code}\``).toSorted());
  });

  test("the criteria of cautions that a record shows by itself: who is within them has one, and nobody else", () => {
    const rule = (key: string) => page.split("\n").find((line) => line.startsWith(`| \`${key}\` |`));
    expect(rule("older_year")).toContain("the record is not for the data year");
    expect(rule("few_residents")).toContain("fewer than 3,000 residents");
    expect(rule("visitors_and_jobs")).toContain(
      "the property ratio is above 1.8, or above 1.2 and more than twice the violent ratio; counties also by review",
    );
    for (const { record, rating, cautions } of [...snapshot.cities, ...snapshot.counties]) {
      const codes: readonly string[] = cautions.map(({ code }) => code);
      const { violent, property } = rating;
      const isVisited = property.ratio > 1.8 || (property.ratio > 1.2 && property.ratio > 2 * violent.ratio);
      const name = "city" in record ? record.city : record.county;
      const isReviewed = !("city" in record) && codes.includes("visitors_and_jobs");
      expect([name, ...["older_year", "few_residents", "visitors_and_jobs"].map((key) => codes.includes(key))]).toEqual(
        [name, record.data_year < snapshot.dataYear, record.population < 3_000, isVisited || isReviewed],
      );
    }
  });
});
