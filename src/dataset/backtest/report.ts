import { namesOf } from "../../domain/named.ts";
import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import { SIZE_CLASSES } from "../../domain/size-class.ts";
import type { BacktestResult } from "./backtest.ts";
import { ESTIMATORS } from "./estimators.ts";
import { SCORINGS } from "./scorings.ts";

/** The results as Markdown tables: what the command prints and `docs/backtest.md` holds. */
export function backtestTables(result: BacktestResult): string {
  const { pairs, pairsWithHistory, sensitivity, countyYears } = result;
  const { afterOneYear } = result.returns;
  return [
    `### Deviance of the next year's counts\n\nMean Poisson deviance per city and year, lower is better. Training years: ${pairsWithHistory.join(", ")}.`,
    table(
      ["offenses", "residents", "city-years", ...Object.values(ESTIMATORS)],
      result.deviance.map(({ group, size, cityYears, mean }) => [
        group,
        size ?? "all",
        String(cityYears),
        ...namesOf(ESTIMATORS).map((name) => mean[name].toFixed(2)),
      ]),
    ),
    "### Yearly moves\n\nRelative standard deviation of the underlying rate per year, by size class, fitted on the years up to the given year and used for its score and its forecast.",
    table(
      ["year", ...OFFENSE_GROUPS.flatMap((group) => SIZE_CLASSES.map(({ name }) => `${group}, ${name}`))],
      result.yearlyMove.map(({ year, violent, property }) => [
        String(year),
        ...[...violent, ...property].map((move) => percent(move, 0)),
      ]),
    ),
    `### Intervals\n\nHow often next year's score was within the 80% interval for next year, below it, and above it, and the interval's mean width in points. The last two columns: how often it was within the interval of this year, which covers only chance, and its mean width. Training years: ${result.intervals.pairs.join(", ")}.`,
    coverageTable("cities", result.intervals.cities),
    coverageTable("counties", result.intervals.counties),
    "With one yearly move for cities of all sizes instead:",
    coverageTable("cities", result.intervals.citiesOneMove),
    "Next year's score within the 80% interval, by training year:",
    table(
      ["year", "cities", "counties"],
      result.intervals.byYear.map(({ year, cities, counties }) => [
        String(year),
        cities === null ? "–" : percent(cities),
        counties === null ? "–" : percent(counties),
      ]),
    ),
    `### Bounds for a fall\n\nA fall is caught if the lower tails of both groups are below the first probability, or one of them is below the second. Recovered: the next year's count is nearer to the forecast than to the fallen count. Base: ${result.falls.cityYears} city-years with a forecast and a next year, ${result.falls.reviewed} of them found incomplete by a review. Years: ${result.falls.years.join(", ")}.`,
    table(
      ["both below", "or one below", "caught", "recovered", "stayed", "share recovered", "caught and reviewed"],
      result.falls.candidates.map(({ both, either, recovered, stayed, reviewed, isCurrent }) => [
        `${both}${isCurrent ? " (current)" : ""}`,
        String(either),
        String(recovered + stayed),
        String(recovered),
        String(stayed),
        percent(recovered / (recovered + stayed), 0),
        String(reviewed),
      ]),
    ),
    `### Returns after an interruption\n\nCities and sheriffs had ${result.returns.returns} years with figures after two or more years without complete ones. A return is caught if, in either group, the count is below this share of its forecast and at least five offenses below it. Recovered: the count of one of the next two years is nearer to the forecast. Stayed: neither is. Open: the next two years are not available yet.`,
    table(
      ["least share", "caught", "recovered", "stayed", "open"],
      result.returns.candidates.map(({ leastShare, recovered, stayed, open, isCurrent }) => [
        `${leastShare}${isCurrent ? " (current)" : ""}`,
        String(recovered + stayed + open),
        String(recovered),
        String(stayed),
        String(open),
      ]),
    ),
    `After one year without complete figures, there were ${afterOneYear.returns} returns that have a next year: ${afterOneYear.inFull} of them with two thirds of the forecast or more in both groups; of the other ${afterOneYear.inPart}, ${afterOneYear.stayed} stayed down in the next year.`,
    `### County-years withheld\n\n${countyYears.withheld.length} of ${countyYears.all} county-years since ${countyYears.from}. Missing: the share of the county's expected offenses that its incomplete agencies lack, and the offenses that each of them lacks (violent + property).`,
    table(
      ["county", "year", "violent missing", "property missing", "agencies"],
      countyYears.withheld.map(({ county, year, violent, property, agencies, isReviewed }) => [
        county,
        String(year),
        percent(violent),
        percent(property),
        [
          ...agencies.map((agency) => `${agency.agency} (${agency.violent} + ${agency.property})`),
          ...(isReviewed ? ["by review"] : []),
        ].join(", "),
      ]),
    ),
    `### Improvement in places under 10,000 residents\n\nHow much lower the method's deviance is than the reported rate's. Training years: ${pairs.join(", ")}.`,
    table(
      ["year", ...OFFENSE_GROUPS],
      pairs.map((year) => [
        String(year),
        ...result.gain.filter((row) => row.year === year).map(({ gain }) => percent(gain)),
      ]),
    ),
    "### Share of cities whose letter changes from one year to the next\n\nLetters A, B, C, D, F. The percentile's cut-offs make each letter as frequent as in the method.",
    table(
      ["residents", "city-years", ...Object.values(SCORINGS)],
      result.letters.map(({ size, cityYears, changed }) => [
        size ?? "all",
        String(cityYears),
        ...namesOf(SCORINGS).map((name) => percent(changed[name])),
      ]),
    ),
    `### Sensitivity of the grades of ${sensitivity.year}\n\nShare of the ${sensitivity.cities} cities whose letter would be different.`,
    table(
      [
        "mean of the ratios",
        "letter changes",
        "mean change of the score",
        "A or B at the state's violent rate or above",
      ],
      [
        ["arithmetic (the method)", percent(0), "0.0", String(sensitivity.violentAndSafe.arithmetic)],
        [
          "geometric",
          percent(sensitivity.geometric.moved),
          sensitivity.geometric.meanShift.toFixed(1),
          String(sensitivity.violentAndSafe.geometric),
        ],
      ],
    ),
    table(
      ["weight of violence", "letter changes", "mean change of the score"],
      sensitivity.violentWeight.map(({ value, moved, meanShift }) => [
        value.toFixed(1),
        percent(moved),
        meanShift.toFixed(1),
      ]),
    ),
  ].join("\n\n");
}

function coverageTable(places: string, rows: BacktestResult["intervals"]["cities"]): string {
  return table(
    [`${places}: residents`, "place-years", "within", "below", "above", "width", "within this year's", "its width"],
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

/** First column as text, the others as numbers. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}%`;
}
