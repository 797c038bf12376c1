import {
  type BacktestResult,
  type Coverage,
  ESTIMATORS,
  SCORINGS,
  type Scoring,
  SIZE_CLASSES,
} from "../../domain/backtest.ts";
import { GRADE_FAMILIES } from "../../domain/grade.ts";
import { namesOf } from "../../domain/named.ts";
import { OFFENSE_GROUPS } from "../../domain/offense.ts";

/** The results as Markdown tables: what the command prints and `docs/backtest.md` holds. */
export function backtestTables(result: BacktestResult): string {
  const { pairs, pairsWithHistory, sensitivity } = result;
  return [
    `### Deviance of the next year's counts\n\nMean Poisson deviance per city and year, lower is better. Years that predict: ${pairsWithHistory.join(", ")}.`,
    devianceTable(result),
    `### All pairs of years\n\nMean deviance with all cities, pairs after a gap and short histories included; the last column starts places without a past from the prior of maximum likelihood instead of that by moments. Years that predict: ${pairs.join(", ")}.`,
    table(
      ["offenses", "residents", "city-years", ESTIMATORS.allCities, ESTIMATORS.ownPast, "Other first prior"],
      result.allPairs.map(({ group, size, cityYears, allCities, ownPast, likelihood }) => [
        group,
        size ?? "all",
        String(cityYears),
        allCities.toFixed(3),
        ownPast.toFixed(3),
        likelihood.toFixed(3),
      ]),
    ),
    "### The yearly moves\n\nOf each size class, fitted on the years up to the one named; from it on they are in force for the forecast.",
    table(
      ["year", ...OFFENSE_GROUPS.flatMap((group) => SIZE_CLASSES.map(({ name }) => `${group}, ${name}`))],
      result.yearlyMove.map(({ year, violent, property }) => [
        String(year),
        ...[...violent, ...property].map((move) => percent(move, 0)),
      ]),
    ),
    `### The intervals\n\nHow often next year's score lay in the 80 % interval for next year, how often below and above it, and the interval's mean width in points; beside it the same for the interval of this year, which holds chance alone. Years that predict: ${result.intervals.pairs.join(", ")}.`,
    coverageTable("cities", result.intervals.cities),
    coverageTable("counties", result.intervals.counties),
    "With one yearly move for cities of all sizes, in its place:",
    coverageTable("cities", result.intervals.citiesOneMove),
    "Year by year:",
    table(
      ["year", "cities", "counties"],
      result.intervals.byYear.map(({ year, cities, counties }) => [
        String(year),
        cities === null ? "–" : percent(cities),
        counties === null ? "–" : percent(counties),
      ]),
    ),
    `### Bounds for a fall\n\nA fall is caught where the counts of both groups lie beyond the first probability of their forecast, or one beyond the second. Recovered: the next year is nearer to the level before the fall. ${result.falls.cityYears} city-years, ${result.falls.reviewed} of them found incomplete by a review; years: ${result.falls.years.join(", ")}.`,
    table(
      ["both below", "or one below", "caught", "recovered", "stayed", "share recovered", "of those reviewed"],
      result.falls.candidates.map(({ both, either, recovered, stayed, reviewed, inForce }) => [
        `${both}${inForce ? " (in force)" : ""}`,
        String(either),
        String(recovered + stayed),
        String(recovered),
        String(stayed),
        percent(recovered / (recovered + stayed), 0),
        String(reviewed),
      ]),
    ),
    `### Returns after an interruption\n\nYears with figures after two or more without complete ones, of cities and sheriffs: ${result.returns.returns}. A return is caught where either group is below the share of what its last complete year foretold, by five offenses or more. Recovered: in one of the next two years it came nearer to the old level. Open: these years are not there yet.`,
    table(
      ["least share", "caught", "recovered", "stayed", "open"],
      result.returns.candidates.map(({ leastShare, recovered, stayed, open, inForce }) => [
        `${leastShare}${inForce ? " (in force)" : ""}`,
        String(recovered + stayed + open),
        String(recovered),
        String(stayed),
        String(open),
      ]),
    ),
    `### What the method gains in places under 10,000 residents\n\nBy how much it lowers the deviance of the reported rate. Years that predict: ${pairs.join(", ")}.`,
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
    `### Sensitivity of the grades of ${sensitivity.year}\n\nShare of the ${sensitivity.cities} cities whose letter would be another.`,
    table(
      [
        "average of the ratios",
        "letter moves",
        "mean shift of the score",
        "A or B at the state's violent rate or above",
      ],
      [
        ["arithmetic, in force", percent(0), "0.0", String(sensitivity.violentAndSafe.arithmetic)],
        [
          "geometric, before",
          percent(sensitivity.geometric.moved),
          sensitivity.geometric.meanShift.toFixed(1),
          String(sensitivity.violentAndSafe.geometric),
        ],
      ],
    ),
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
  const names = namesOf(ESTIMATORS);
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

function coverageTable(places: string, rows: readonly Coverage[]): string {
  return table(
    [
      `${places}: residents`,
      "place-years",
      "next year inside",
      "below",
      "above",
      "width",
      "in this year's",
      "its width",
    ],
    rows.map((row) => [
      row.size ?? "all",
      String(row.placeYears),
      percent(row.nextYear),
      percent(row.below),
      percent(row.above),
      row.width.toFixed(1),
      percent(row.thisYear),
      row.thisYearWidth.toFixed(1),
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
  return namesOf(SCORINGS);
}

/** First column as text, the others as numbers. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}
