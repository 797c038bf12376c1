import { OFFENSE_CLASSES, OFFENSES, type Offense } from "../../domain/offense.ts";
import { publishedRate } from "../../domain/published.ts";
import type { PlaceTrend, Trend } from "../../domain/snapshot.ts";
import { figuresOf } from "../../domain/trend.ts";
import { withQuery } from "../ui/urls.ts";

type YearFigures = ReturnType<typeof figuresOf>;

/** What a chart by year can show. */
export interface Measure {
  /** In the URL. */
  readonly key: string;
  /** On a link. */
  readonly short: string;
  /** At the beginning of a sentence, in the plural. */
  readonly name: string;
  /** After "rate of". */
  readonly crime: string;
  /** The residents that a rate is for. */
  readonly per: 1_000 | 100_000;
  /** The score has no counts. */
  readonly countOf: ((figures: YearFigures) => number | null) | null;
}

export const SCORE: Measure = {
  key: "score",
  short: "Score",
  name: "Safety score",
  crime: "",
  per: 1_000,
  countOf: null,
};

export const VIOLENT: Measure = {
  key: "violent",
  short: "Violent",
  name: "Violent offenses",
  crime: "violent crime",
  per: 1_000,
  countOf: ({ violent }) => violent,
};

const PROPERTY: Measure = {
  key: "property",
  short: "Property",
  name: "Property offenses",
  crime: "property crime",
  per: 1_000,
  countOf: ({ property }) => property,
};

/** The score and both groups, which the page of a place shows. */
export const MAIN_MEASURES = [SCORE, VIOLENT, PROPERTY] as const;

function pluralOf(offense: Offense): string {
  const { name } = OFFENSES[offense];
  return name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** `aggravated assaults` */
export function offensesText(offense: Offense): string {
  return pluralOf(offense).toLowerCase();
}

/** The same and each class. */
export const MEASURES: readonly Measure[] = [
  ...MAIN_MEASURES,
  ...OFFENSE_CLASSES.map((offense): Measure => {
    const { field, name } = OFFENSES[offense];
    return {
      key: field,
      short: name,
      name: pluralOf(offense),
      crime: name.toLowerCase(),
      per: 100_000,
      countOf: ({ offenses }) => offenses?.[offense] ?? null,
    };
  }),
];

/** A rate or a count of one year of a place; null in a year that is not complete. */
export interface MeasuredYear {
  readonly year: number;
  readonly value: number | null;
  readonly count: number | null;
  readonly population: number | null;
}

export interface Years {
  readonly from: number;
  readonly to: number;
}

/** @param trend of a place, or of what scores 50 in every year */
export function measuredYears(
  trend: PlaceTrend | Trend,
  { per, countOf }: Measure,
  isCounts: boolean,
  { from, to }: Years,
): readonly MeasuredYear[] {
  return Array.from({ length: to - from + 1 }, (_, index): MeasuredYear => {
    const year = from + index;
    const figures = figuresOf(trend, year);
    const { population } = figures;
    const score = "score" in trend ? (trend.score[year - trend.from] ?? null) : 50;
    const count = score === null ? null : (countOf?.(figures) ?? null);
    // A few counts are negative, where earlier offenses were withdrawn.
    const drawn = count === null ? null : Math.max(0, count);
    const rate = drawn === null || population === null ? null : publishedRate((drawn * per) / 1_000, population);
    return { year, value: countOf === null ? score : isCounts ? drawn : rate, count, population };
  });
}

export interface MeasureState {
  readonly slugs: readonly string[];
  readonly measure: Pick<Measure, "key">;
  readonly isCounts: boolean;
  readonly years: Years;
  readonly all: Years;
  readonly isTable?: boolean;
}

/** The address is the state of a chart: what the URL has after its path. Defaults but the measure are left out. */
export function measureSearch({ slugs, measure, isCounts, years, all, isTable = false }: MeasureState): string {
  return withQuery("", {
    place: slugs,
    measure: measure.key,
    unit: isCounts ? "counts" : "",
    from: years.from === all.from ? "" : String(years.from),
    to: years.to === all.to ? "" : String(years.to),
    view: isTable ? "table" : "",
  });
}
