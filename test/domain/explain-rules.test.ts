import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CAUTIONS } from "../../src/domain/caution.ts";
import { CALIFORNIA } from "../../src/domain/edition.ts";
import { cautionText, explainCity, summaryOf } from "../../src/domain/explain.ts";
import type { SnapshotCity, Trend } from "../../src/domain/snapshot.ts";
import { readDataset } from "../../src/places/file.ts";
import { offenseColumns } from "../support/offense-columns.ts";

const { cities, state } = readDataset(join(import.meta.dir, "../../data/dataset.json")).records;
const irvine = cities.find(({ record }) => record.city === "Irvine");
if (!irvine) throw new Error("Irvine has a record");
const city: SnapshotCity = irvine;

function withViolentRate(rate: number): SnapshotCity {
  const violent = { ...city.rating.violent, rate };
  return { ...city, rating: { ...city.rating, violent } };
}

/** The state with this number of violent offenses per 1,000 residents in every year. */
function stateWith(violentRate: number): Trend {
  const { trend } = state;
  return {
    ...trend,
    population: trend.population.map(() => 1_000_000),
    offenses: offenseColumns(
      trend.population.map(() => violentRate * 1_000),
      trend.offenses.larceny,
    ),
  };
}

describe("the summary compares a rate with the state's in whole percent", () => {
  test.each([
    [4, 4, "4.0 violent offenses per 1,000 residents, as many as California's 4.0"],
    [4.01, 4, "4.0 violent offenses per 1,000 residents, as many as California's 4.0"],
    [4.04, 4, "4.0 violent offenses per 1,000 residents, as many as California's 4.0"],
    [4.1, 4, "4.1 violent offenses per 1,000 residents, 2% above California's 4.0"],
    [0, 4, "0.0 violent offenses per 1,000 residents, 100% below California's 4.0"],
    [10, 4, "10.0 violent offenses per 1,000 residents, 150% above California's 4.0"],
  ])("%f against %f", (rate, stateRate, text) => {
    expect(summaryOf(withViolentRate(rate), "Irvine", stateWith(stateRate), CALIFORNIA)).toContain(
      `reported ${text}, and `,
    );
  });
});

test("a caution has its general text, then the detail for this place, if there is one", () => {
  const caution = { code: "jump" } as const;
  expect(cautionText(caution)).toBe(CAUTIONS.jump.text);
  expect(cautionText({ ...caution, detail: "More." })).toBe(`${CAUTIONS.jump.text} More.`);
});

test("the years of a score are the complete ones up to its own", () => {
  const until2015 = { ...city, record: { ...city.record, data_year: 2015 } };
  expect(explainCity(until2015, state.trend).years).toEqual([2010, 2011, 2012, 2013, 2014, 2015]);
});

describe("the steps of a calculation", () => {
  const FORMULAS = [
    "m = a × p × C / c + (1 − a) × A × C",
    "v = (u + p² × σ² × k) × (C / c)²",
    "r = offenses / n",
    "w = v / (v + m / n)",
    "s = w × r + (1 − w) × m",
    "s / C",
  ];
  const END = ["RR = (violent ratio + property ratio) / 2", "100 / (1 + RR²), rounded"];

  test("have their formulas in symbols, the same for both groups", () => {
    expect(explainCity(city, state.trend).steps.map(({ formula }) => formula)).toEqual([
      ...FORMULAS,
      ...FORMULAS,
      ...END,
    ]);
  });

  test("of a first year have no past", () => {
    const violent = { ...city.rating.violent, last: null };
    const { steps } = explainCity({ ...city, rating: { ...city.rating, violent } }, state.trend);
    expect(steps.map(({ formula }) => formula)).toEqual([...FORMULAS.slice(2), ...FORMULAS, ...END]);
  });

  test("give the named value, as precisely as their rounded numbers allow, in every city", () => {
    for (const one of cities) {
      for (const { name, numbers, value } of explainCity(one, state.trend).steps) {
        // Four decimals are shown, which for a small number is imprecise; the score is an integer.
        const bound = name === "Score" ? 0.6 : Math.max(Math.abs(value) * 0.05, 0.01);
        const isNear = Math.abs(resultOf(numbers) - value) <= bound;
        expect([one.record.city, name, isNear]).toEqual([one.record.city, name, true]);
      }
    }
  });
});

/** The result of a printed calculation. */
function resultOf(text: string): number {
  const [expression = ""] = text.split(" = ");
  return Number(new Function(`return ${expression.replaceAll("×", "*").replaceAll("²", " ** 2")}`)());
}
