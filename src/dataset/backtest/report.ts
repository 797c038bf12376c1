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
  const { pairs, pairsWithHistory, sensitivity, countyYears } = result;
  const { afterOneYear } = result.returns;
  return [
    `### Deviance of the next year's counts\n\nMean Poisson deviance per city and year, lower is better. Training years: ${pairsWithHistory.join(", ")}.`,
    devianceTable(result),
    `### All pairs of years\n\nMean deviance over all cities, including pairs after a gap and cities with a short history. In the last column, the first prior is by maximum likelihood instead of moments. Training years: ${pairs.join(", ")}.`,
    table(
      [
        "offenses",
        "residents",
        "city-years",
        ESTIMATORS.allCities,
        ESTIMATORS.ownPast,
        "First prior by maximum likelihood",
      ],
      result.allPairs.map(({ group, size, cityYears, allCities, ownPast, likelihood }) => [
        group,
        size ?? "all",
        String(cityYears),
        allCities.toFixed(3),
        ownPast.toFixed(3),
        likelihood.toFixed(3),
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
    `### Intervals\n\nHow often next year's score was within the 80 % interval for next year, below it, and above it, and the interval's mean width in points. The last two columns: how often it was within the interval of this year, which covers only chance, and its mean width. Training years: ${result.intervals.pairs.join(", ")}.`,
    coverageTable("cities", result.intervals.cities),
    coverageTable("counties", result.intervals.counties),
    "With one yearly move for cities of all sizes instead:",
    coverageTable("cities", result.intervals.citiesOneMove),
    "Next year's score within the 80 % interval, by training year:",
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
    "### Share of cities whose letter changes from one year to the next\n\nLetters A, B, C, D, F. The percentile's cut-offs make each letter as frequent as in the current method.",
    table(
      ["residents", "city-years", ...scorings().map((name) => SCORINGS[name])],
      result.letters.map(({ size, cityYears, changed }) => [
        size ?? "all",
        String(cityYears),
        ...scorings().map((name) => percent(changed[name])),
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
        ["arithmetic (current)", percent(0), "0.0", String(sensitivity.violentAndSafe.arithmetic)],
        [
          "geometric (earlier)",
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
    table(
      ["fewest residents", "cities", "letter changes", "largest change of a score"],
      sensitivity.fewestResidents.map((row) => [
        row.value.toLocaleString("en-US"),
        String(row.cities),
        percent(row.moved),
        String(row.largestShift),
      ]),
    ),
    table(
      ["exponent", "letter changes", ...GRADE_FAMILIES],
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
