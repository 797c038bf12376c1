import { forecastFinding } from "../../src/dataset/model/completeness.ts";
import type { SizeBounds } from "../../src/dataset/model/filter.ts";
import { rateOf } from "../../src/dataset/model/gamma-poisson.ts";
import { placeYear, yardstickOf } from "../../src/dataset/model/panel.ts";
import type { YearEstimate } from "../../src/dataset/model/rate-model.ts";
import type { RateRange } from "../../src/dataset/model/rate-range.ts";
import { placeRating, yearScore } from "../../src/dataset/model/rating.ts";
import type { BuildInput } from "../../src/dataset/state/build.ts";
import type { NationInputs } from "../../src/dataset/united-states/inputs.ts";
import {
  type JudgedMonths,
  judgeMonths,
  MONTH_FINDINGS,
  type MonthsLedger,
  type MonthsModels,
  repeatsLevel,
} from "../../src/dataset/united-states/months.ts";
import type { AgencyMonth } from "../../src/dataset/united-states/tables.ts";
import { relativeRiskOf, scoreOf } from "../../src/domain/grade.ts";
import { mapOffenses, totalOf } from "../../src/domain/offense.ts";
import type { ScoreRange } from "../../src/domain/snapshot.ts";

const MONTHS = 12;
/** The months of a class, of all months, that are tried as lost: empty, from these months on. */
const EMPTY = { lengths: [1, 3, 6], starts: [0, 3, 6, 9] } as const;
/** In place of so many months, a part of each month's offenses is lost. */
const THINNED = [3, 6, 9] as const;
/** Where the state's edition has the same year: within this share of its count. */
const ALIKE = 0.02;

/** Places, or areas, whose months are tested. */
interface Tested {
  readonly ledger: MonthsLedger;
  readonly models: MonthsModels;
  readonly bounds: SizeBounds;
  /** The ranges of the next year, as records have them. */
  readonly rangesOf: (estimate: YearEstimate) => { readonly score: ScoreRange; readonly rate?: RateRange };
}

/** What the months of the year after the data year say of the tests and of the ranges. */
export function backtestMonths({ ledger, models, bounds, rangesOf }: Tested) {
  const { dataYear } = ledger;
  const judged = judgeMonths(ledger, models);
  const isGraded = (key: string) => models.model.estimate(dataYear, key) !== null;
  const sizes = bounds.map((from, index) => ({ from, to: bounds[index + 1] ?? Number.POSITIVE_INFINITY }));
  const inSize = ({ months }: JudgedMonths, { from, to }: (typeof sizes)[number]) =>
    (months.residents ?? 0) >= from && (months.residents ?? 0) < to;
  const graded = [...judged].filter(([key]) => isGraded(key));
  const passing = graded.filter(([, { finding }]) => finding === "none");
  const placesOf = new Map(ledger.places.map((place) => [place.key, place]));

  /** The share of passing places that no longer pass, by size. */
  function foundBy(change: (rows: readonly AgencyMonth[]) => readonly AgencyMonth[]) {
    const months = new Map(passing.map(([key]) => [key, change(ledger.months.get(key) ?? [])]));
    const again = judgeMonths({ ...ledger, months }, models);
    return passing.map(([key, before]) => ({ before, isFound: again.get(key)?.finding !== "none" }));
  }
  const bySize = (trials: readonly { readonly before: JudgedMonths; readonly isFound: boolean }[]) => ({
    all: share(trials.map(({ isFound }) => isFound)),
    sizes: sizes.map((size) => share(trials.flatMap(({ before, isFound }) => (inSize(before, size) ? isFound : [])))),
  });
  const power = [
    ...EMPTY.lengths.map((length) => ({
      lost: `${length} empty`,
      ...bySize(
        EMPTY.starts.flatMap((start) =>
          foundBy((rows) =>
            rows.map((row, index) =>
              index < MONTHS && (index - start + MONTHS) % MONTHS < length ? scaled(row, 0) : row,
            ),
          ),
        ),
      ),
    })),
    ...THINNED.map((months) => ({
      lost: `${months} of all months together`,
      ...bySize(foundBy((rows) => rows.map((row, index) => (index < MONTHS ? scaled(row, 1 - months / MONTHS) : row)))),
    })),
  ];

  const nextNation = ledger.nation(dataYear + 1);
  const yardstick = yardstickOf(nextNation.residents, nextNation.offenses);
  const whole = new Map(
    passing.flatMap(([key, { months, provisional }]) => {
      if (!provisional?.violent || !provisional.property) return [];
      const counts = mapOffenses((offense) => sumOf(months.offenses[offense].slice(0, MONTHS)));
      return [[key, placeYear(months.residents ?? 0, counts, null)] as const];
    }),
  );
  const year = models.model.judge({ year: dataYear + 1, places: whole, yardstick });
  const complete = new Map([...year.verdicts].map(([key, verdict]) => [key, { ...verdict, isComplete: true }]));
  const later = year.close(complete);
  const forecasts = [...whole].flatMap(([key, place]) => {
    const [before, after] = [models.model.estimate(dataYear, key), later.estimate(dataYear + 1, key)];
    if (before === null || after === null) return [];
    const { score: range, rate: rates } = rangesOf(before);
    const rating = placeRating(after);
    const risk = relativeRiskOf(
      rating.violent.smoothedRate / before.yardstick.violent,
      rating.property.smoothedRate / before.yardstick.property,
    );
    const holds = (one: number, { low, high }: RateRange) => low <= one && one <= high;
    const rate = rateOf(place.violent + place.property, place.residents);
    return [
      {
        ...{
          residents: place.residents,
          inside: holds(yearScore(after), range),
          insideOld: holds(scoreOf(risk), range),
        },
        ...{ below: yearScore(after) < range.low, above: yearScore(after) > range.high },
        ...(rates && { rateInside: holds(rate, rates) }),
      },
    ];
  });
  const coverageOf = (cases: typeof forecasts) => ({
    places: cases.length,
    inside: share(cases.map(({ inside }) => inside)),
    below: share(cases.map(({ below }) => below)),
    above: share(cases.map(({ above }) => above)),
    insideOfDataYear: share(cases.map(({ insideOld }) => insideOld)),
    ...(cases.some(({ rateInside }) => rateInside !== undefined) && {
      rateInside: share(cases.flatMap(({ rateInside }) => rateInside ?? [])),
    }),
  });

  const unfiltered = new Map(
    graded.flatMap(([key, { finding, months }]) => {
      if (finding === "blank" || finding === "area") return [];
      const counts = mapOffenses((offense) => sumOf(months.offenses[offense].slice(0, MONTHS)));
      return placesOf.get(key)?.state === "FL" ? [] : [[key, placeYear(months.residents ?? 0, counts, null)] as const];
    }),
  );
  const verdicts = models.model.judge({ year: dataYear + 1, places: unfiltered, yardstick }).verdicts;
  const directions = [...verdicts.values()].map(({ isComplete, forecast }) =>
    !isComplete ? "fall" : forecast && forecastFinding(forecast.groups) === "jump" ? "jump" : "within",
  );
  const fallen = ledger.places.flatMap((place) => {
    const [verdict, now] = [models.model.verdict(dataYear, place.key), place.years.get(dataYear)?.offenses];
    const own = judged.get(place.key);
    if (verdict?.isComplete !== false || verdict.finding !== "fall" || !now || !own || own.finding === "blank")
      return [];
    return [{ name: `${place.name}, ${place.state}`, repeats: repeatsLevel(place, own.months, dataYear) }];
  });

  return {
    year: dataYear + 1,
    findings: Object.fromEntries(
      MONTH_FINDINGS.map((finding) => [finding, graded.filter(([, one]) => one.finding === finding).length]),
    ),
    power,
    forecast: {
      all: coverageOf(forecasts),
      sizes: sizes.map(({ from, to }) => ({
        from,
        ...coverageOf(forecasts.filter(({ residents }) => residents >= from && residents < to)),
      })),
    },
    check: {
      places: directions.length,
      falls: directions.filter((one) => one === "fall").length,
      jumps: directions.filter((one) => one === "jump").length,
      fallen: fallen.length,
      repeated: fallen.filter(({ repeats }) => repeats).map(({ name }) => name),
    },
  };
}

/** The months of the departments of a state's cities beside the counts of its own edition's tables, graded or not. */
export function besideOwnEdition({ ledger, models }: NationInputs, own: Pick<BuildInput["models"], "ledger">) {
  const placesOf = new Map(ledger.places.map((place) => [place.key, place]));
  const ownCities = new Map(own.ledger.cities.map((city) => [city.place.geoid, city]));
  const compared = [...judgeMonths(ledger, models)].flatMap(([key, { months, finding }]) => {
    const place = placesOf.get(key);
    const city = place?.geoid ? ownCities.get(place.geoid) : undefined;
    const counts = city && own.ledger.ofCity(ledger.dataYear + 1, city).offenses;
    if (!city || !counts || finding === "blank") return [];
    const theirs = totalOf(mapOffenses((offense) => sumOf(months.offenses[offense].slice(0, MONTHS))));
    const ratio = theirs / totalOf(counts);
    return [{ name: city.city, ratio, isAlike: Math.abs(ratio - 1) <= ALIKE }];
  });
  return {
    compared: compared.length,
    within: compared.filter(({ isAlike }) => isAlike).length,
    others: compared.filter(({ isAlike }) => !isAlike).map(({ name, ratio }) => [name, Number(ratio.toFixed(3))]),
  };
}

function scaled(row: AgencyMonth, factor: number): AgencyMonth {
  return { ...row, ...mapOffenses((offense) => (row[offense] === null ? null : Math.round(factor * row[offense]))) };
}

function sumOf(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

function share(found: readonly boolean[]): number | null {
  return found.length === 0 ? null : Number((found.filter(Boolean).length / found.length).toFixed(3));
}
