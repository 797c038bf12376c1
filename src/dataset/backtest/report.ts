import { type BacktestResult, ESTIMATORS, type Estimator, SCORINGS, type Scoring } from "../../domain/backtest.ts";
import { GRADE_FAMILIES } from "../../domain/grade.ts";

/** The results as Markdown tables: what the command prints and `docs/backtest.md` holds. */
export function backtestTables(result: BacktestResult): string {
  const { pairs, pairsWithHistory, sensitivity } = result;
  return [
    `### Deviance of the next year's counts\n\nMean Poisson deviance per city and year, lower is better. Years that predict: ${pairsWithHistory.join(", ")}.`,
    devianceTable(result),
    "### The one constant of the smoothing to the own past\n\nMean deviance over the same city-years, by how much a rate may move in a year.",
    table(
      ["yearly move", "violent", "property"],
      result.ownPast.map(({ value, violent, property }) => [
        percent(value, 0),
        violent.toFixed(3),
        property.toFixed(3),
      ]),
    ),
    "The move that the years before a year fit, and that its prediction takes:",
    table(
      ["year", "violent", "property"],
      result.yearlyMove.map(({ year, violent, property }) => [String(year), percent(violent, 0), percent(property, 0)]),
    ),
    `### The own past on all pairs of years\n\nMean deviance with all cities, pairs after a gap and short histories included. Years that predict: ${pairs.join(", ")}.`,
    table(
      ["offenses", "residents", "city-years", ESTIMATORS.smoothed, ESTIMATORS.ownPast],
      result.allPairs.map(({ group, size, cityYears, smoothed, ownPast }) => [
        group,
        size ?? "all",
        String(cityYears),
        smoothed.toFixed(2),
        ownPast.toFixed(2),
      ]),
    ),
    `### What smoothing gains in places under 10,000 residents\n\nBy how much it lowers the deviance of the reported rate. Years that predict: ${pairs.join(", ")}.`,
    gainTable(result),
    "### Rank correlation with the next year\n\nMean of Spearman's coefficient over the years; 1 is the same order.",
    table(
      ["scoring", "with itself", "with the violent rate", "with the property rate"],
      result.ranks.map((row) => [
        SCORINGS[row.scoring],
        row.withItself.toFixed(3),
        row.withViolent.toFixed(3),
        row.withProperty.toFixed(3),
      ]),
    ),
    "### Share of cities whose letter changes from one year to the next\n\nLetters A, B, C, D, F. The percentile's letters are cut so that each is as frequent as in this method.",
    table(
      ["residents", "city-years", ...scorings().map((name) => SCORINGS[name])],
      result.letters.map(({ size, cityYears, changed }) => [
        size ?? "all",
        String(cityYears),
        ...scorings().map((name) => percent(changed[name])),
      ]),
    ),
    "### Share of cities whose next score lies in the 80 % interval",
    table(
      ["residents", "city-years", "inside"],
      result.interval.map(({ size, cityYears, inside }) => [size ?? "all", String(cityYears), percent(inside)]),
    ),
    `### Sensitivity of the grades of ${sensitivity.year}\n\nShare of the ${sensitivity.cities} cities whose letter would be another.`,
    table(
      ["weight of violence", "letter moves", "mean shift of the score"],
      sensitivity.violentWeight.map(({ value, moved, meanShift }) => [
        value.toFixed(1),
        percent(moved),
        meanShift.toFixed(1),
      ]),
    ),
    table(
      ["fewest residents", "cities", "letter moves", "largest shift of a score"],
      sensitivity.fewestResidents.map((row) => [
        row.value.toLocaleString("en-US"),
        String(row.cities),
        percent(row.moved),
        String(row.largestShift),
      ]),
    ),
    table(
      ["exponent", "letter moves", ...GRADE_FAMILIES],
      sensitivity.exponent.map(({ value, moved, families }) => [
        value.toFixed(1),
        percent(moved),
        ...families.map(String),
      ]),
    ),
  ].join("\n\n");
}

function devianceTable({ deviance }: BacktestResult): string {
  const names = Object.keys(ESTIMATORS).filter((name): name is Estimator => name in ESTIMATORS);
  return table(
    ["offenses", "residents", "city-years", ...names.map((name) => ESTIMATORS[name])],
    deviance.map(({ group, size, cityYears, mean }) => [
      group,
      size ?? "all",
      String(cityYears),
      ...names.map((name) => mean[name].toFixed(2)),
    ]),
  );
}

function gainTable({ pairs, gain }: BacktestResult): string {
  const gainOf = (group: string, year: number) =>
    gain.find((row) => row.group === group && row.year === year)?.gain ?? 0;
  return table(
    ["year", "violent", "property"],
    pairs.map((year) => [String(year), percent(gainOf("violent", year)), percent(gainOf("property", year))]),
  );
}

function scorings(): readonly Scoring[] {
  return Object.keys(SCORINGS).filter((name): name is Scoring => name in SCORINGS);
}

/** First column as text, the others as numbers. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}
