import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { familyOf, GRADE_FAMILIES, GRADES } from "../../src/domain/grade.ts";
import { ABSENCE_REASONS, PLACE_FLAGS, type SnapshotCity } from "../../src/domain/snapshot.ts";
import { readSnapshot } from "../../src/snapshot/file.ts";

const root = join(import.meta.dir, "../..");
const page = await readFile(join(root, "docs/methodology.md"), "utf8");
const snapshot = readSnapshot(join(root, "data/snapshot.json"));

describe("the methodology page says what the snapshot holds", () => {
  test.each(["violent", "property"] as const)("state rate and priors, %s", (group) => {
    const { state, priors } = snapshot;
    const rate = group === "violent" ? state.violentRate : state.propertyRate;
    const figures = [
      rate,
      priors.cities[group].mean,
      priors.cities[group].variance,
      priors.counties[group].mean,
      priors.counties[group].variance,
    ];
    expect(page).toContain(`| ${group} | ${figures.map((figure) => figure.toFixed(3)).join(" | ")} |`);
  });

  test("the yearly moves of the own past, and what it would change", () => {
    for (const kind of ["cities", "counties"] as const) {
      const { violent, property } = snapshot.yearlyMoves[kind];
      expect(page).toContain(`| ${kind} | ${violent} | ${property} |`);
    }
    const moved = snapshot.cities.filter(({ record, ownPast }) => familyOf(record.grade) !== familyOf(ownPast.grade));
    expect(page).toContain(`${moved.length} of the ${snapshot.cities.length} letters`);
    const shiftOf = (places: readonly SnapshotCity[]) =>
      places.reduce((sum, { record, ownPast }) => sum + Math.abs(record.safety_score - ownPast.score), 0) /
      places.length;
    const small = snapshot.cities.filter(({ record }) => record.population < 5_000);
    const large = snapshot.cities.filter(({ record }) => record.population >= 50_000);
    expect(page).toContain(
      `by ${shiftOf(snapshot.cities).toFixed(1)} points on average, ${shiftOf(small).toFixed(1)} under 5,000 residents and ${shiftOf(large).toFixed(1)} from 50,000 on`,
    );
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

  test("every grade and every flag", () => {
    for (const { letter, label, from } of GRADES) {
      const row = page
        .split("\n")
        .find((line) => line.startsWith("|") && line.includes(`${from}–`) && line.includes(label));
      expect(row).toContain(letter);
    }
    for (const flag of PLACE_FLAGS) expect(page).toContain(`\`${flag}\``);
    const visited = snapshot.cities
      .filter(({ flags }) => flags.includes("visitors_and_jobs"))
      .map(({ record }) => record.city);
    for (const city of visited) expect(page).toContain(city);
  });
});
