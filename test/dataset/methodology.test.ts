import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { familyOf, GRADE_FAMILIES, GRADES } from "../../src/domain/grade.ts";
import { ABSENCE_REASONS, PLACE_FLAGS } from "../../src/domain/snapshot.ts";
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
