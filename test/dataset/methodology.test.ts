import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import backtest from "../../data/backtest.json" with { type: "json" };
import { FALL_BOUND } from "../../src/dataset/completeness.ts";
import { CAUTION_CODES } from "../../src/domain/caution.ts";
import { familyOf, GRADE_FAMILIES, GRADES, gradeOf } from "../../src/domain/grade.ts";
import { ABSENCE_REASONS } from "../../src/domain/snapshot.ts";
import { readDataset } from "../../src/places/file.ts";

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

  test("the bounds of a suspicious fall, and how many of the falls they catch were undone", () => {
    const { recovered = 0, stayed = 0 } = backtest.falls.candidates.find(({ isCurrent }) => isCurrent) ?? {};
    expect(page).toContain(
      `tails of both groups are below ${FALL_BOUND.both}, or one of them is below\n${FALL_BOUND.either}`,
    );
    expect(page).toContain(`${Math.round((100 * recovered) / (recovered + stayed))}% of the falls that they catch`);
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
    expect(page).toContain(`${counties.length} of the ${counties.length + absentCounties.length} counties have one`);
    for (const { county, reason } of absentCounties) expect(page).toContain(`${county} is absent (\`${reason}\`)`);
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
    for (const code of CAUTION_CODES) expect(page).toContain(`| \`${code}\` |`);
    for (const code of ["visitors_and_jobs", "fall", "missing_reports", "jump"] as const) {
      const marked = [...snapshot.cities, ...snapshot.counties].filter(({ cautions }) =>
        cautions.some((caution) => caution.code === code),
      );
      for (const { record } of marked) expect(page).toContain("city" in record ? record.city : record.county);
    }
  });
});
