import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import result from "../../data/backtest.json" with { type: "json" };
import nation from "../../data/us/backtest.json" with { type: "json" };
import { readNation } from "../../src/figures/nation-file.ts";

const ROOT = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function percent(loss: string, months: number, size: string | null, of: "withheld" | "caution" = "withheld"): number {
  const row = result.power.rows.find((one) => one.loss === loss && one.months === months && one.size === size);
  return Math.round(100 * (row?.[of] ?? Number.NaN));
}

const SIZES = ["1,000 to 4,999", "5,000 to 9,999", "10,000 to 49,999", "50,000 to 199,999", "200,000 and more"];

test("the table of what the tests find has the computed shares", () => {
  const rows = [3, 6, 9].map((months) => {
    const alone = [null, ...SIZES].map((size) => percent("all classes", months, size));
    const single = `${percent("one class", months, null)}, ${percent("one class", months, null, "caution")}`;
    return `| ${[months, ...alone, single, percent("all cities of a county", months, null)].join(" | ")} |`;
  });
  expect(read("docs/backtest.md")).toContain(rows.join("\n"));
});

test("every document that says what the tests find has the computed shares", () => {
  const words = `${percent("all classes", 6, null)}% of losses of six months`;
  const less = `${percent("all classes", 3, null)}% of losses of three`;
  for (const path of ["README.md", "docs/methodology.md"]) {
    expect([path, read(path).includes(words), read(path).includes(less)]).toEqual([path, true, true]);
  }
});

test("the tables of the United States have the computed shares, and no state outside 72 to 90% has a range", () => {
  const whole = (share: number | null | undefined) => Math.round(100 * (share ?? Number.NaN));
  const text = read("docs/backtest.md");
  for (const { year, places, inside, kept } of nation.years) {
    expect(text).toContain(`| ${year} | ${places.toLocaleString("en-US")} | ${whole(inside)} | ${whole(kept)} |`);
  }
  const found = (loss: string, months: number, size: string | null) =>
    nation.power.find((row) => row.loss === loss && row.months === months && row.size === size);
  for (const months of [3, 6, 9]) {
    const alone = [null, ...nation.sizes.map(({ size }) => size)].map((size) => found("all classes", months, size));
    const single = found("one class", months, null);
    const row = [
      months,
      ...alone.map((one) => whole(one?.withheld)),
      `${whole(single?.withheld)}, ${whole(single?.caution)}`,
      whole(found("all places of a county", months, null)?.withheld),
    ];
    expect(text).toContain(`| ${row.join(" | ")} |`);
  }
  const without = nation.states.flatMap(({ state, hasRange }) => (hasRange ? [] : [state]));
  expect(text).toContain(`have no range: ${without.join(", ")}.`);
  for (const { state, inside, hasRange } of nation.states) {
    // The table's shares are rounded, and the bounds are not.
    const [within, outside] = [inside >= 0.72 && inside <= 0.9, inside <= 0.72 || inside >= 0.9];
    expect([state, hasRange ? within : outside]).toEqual([state, true]);
  }
  expect(read("docs/decisions/united-states.md")).toContain(
    `Of losses of six months, these tests find ${whole(found("all classes", 6, null)?.withheld)}%`,
  );
});

test("what the tests withhold although nothing is missing is said beside what they find", () => {
  const percentOf = (share: number | null) => (100 * (share ?? Number.NaN)).toFixed(1);
  const years = [...new Set(nation.alarms.map(({ year }) => year))];
  const rules = [...new Set(nation.alarms.map(({ rule }) => rule))];
  const text = read("docs/backtest.md");
  for (const year of years) {
    const own = rules.map((rule) => nation.alarms.find((row) => row.year === year && row.rule === rule)?.withheld ?? 0);
    expect(text).toContain(`| ${year} | ${own.map(percentOf).join(" | ")} |`);
  }
  const whole = (share: number | null) => Math.round(100 * (share ?? Number.NaN));
  for (const { size, twoThirds, withChance, halfFound } of nation.returns) {
    expect(text).toContain(`| ${size} | ${whole(twoThirds)} | ${whole(withChance)} | ${whole(halfFound)} |`);
  }
  const cautions: Readonly<Record<string, string>> = {
    fell_for_years: "a fall over several years",
    class_rare: "hardly any offense of a class",
    "risen, a gap": "20 points above the score before a gap",
    "risen, no gap": "the same in five years without a gap",
  };
  for (const [caution, name] of Object.entries(cautions)) {
    const own = nation.cautions.filter((row) => row.caution === caution);
    const [first, last] = [own[0], own.at(-1)];
    const lost = (of: "lost6" | "lost9") =>
      first?.[of] == null ? " |" : ` ${whole(first[of])}, ${whole(last?.[of] ?? null)} |`;
    const row = own.map(({ named }) => percentOf(named)).join(" | ");
    expect(text).toContain(`| ${name} | ${row} |${lost("lost6")}${lost("lost9")}\n`);
  }
  const [earlier, later] = nation.floors.filter(({ bound }) => bound === 0.05);
  if (!earlier || !later) throw new Error("there is no floor");
  for (const { withheld, placeYears } of [earlier, later]) expect(percentOf(withheld / placeYears)).toBe("0.4");
  const back = `In ${earlier.back} of ${earlier.next} (since then, in ${later.back} of ${later.next})`;
  expect(text).toContain(`${back} the next year has at least 10%. It finds`);
  expect(text).toContain(`It finds ${whole(earlier.found)}% (${whole(later.found)}%)`);
  const { places } = readNation(join(ROOT, "data/united-states.json"));
  const ofState = places.filter(({ stateCounts }) => stateCounts.some(({ year }) => year === 2024));
  expect(text).toContain(`of the ${ofState.length} records of 2024 that use it would lack a class`);
  for (const { kind, years: of, places, inside, kept } of nation.kinds) {
    expect(text).toContain(
      `| ${kind} | ${of} | ${places.toLocaleString("en-US")} | ${whole(inside)} | ${whole(kept)} |`,
    );
  }
});
