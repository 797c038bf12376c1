import type { NationArea, NationAreaAbsence, WithoutLetter } from "../../../domain/nation-area.ts";
import { roundRating, whole } from "../../../domain/published.ts";
import type { PlaceTrend } from "../../../domain/snapshot.ts";
import { completeYears } from "../../../domain/trend.ts";
import type { StateCode } from "../../../editions/us-states.ts";
import type { YearEstimate } from "../../model/rate-model.ts";
import { laterRates, widened } from "../../model/rate-range.ts";
import { laterInterval, placeRating, placeTrendOf } from "../../model/rating.ts";
import { withoutYear } from "../entry.ts";
import { addTested, cautionsIn, countsFault, type FoundCautions } from "../tested-year.ts";
import type { Area, AreaLedger } from "./ledger.ts";
import type { AreaModels } from "./models.ts";
import { areReportsWhole, type Unheld } from "./whole-reports.ts";

export interface AreaInputs {
  readonly ledger: AreaLedger;
  readonly models: AreaModels;
  readonly unheld: ReadonlyMap<StateCode, Unheld | null>;
}

/** With fewer residents, an area's rate changes too much from year to year. */
const FEWEST_AREA_RESIDENTS = 10_000;
/** Complete years that figures need before the data year, of the three tables before it. */
const FEWEST_YEARS = 2;
/**
 * How many times the yearly move the ranges take, so that they hold in both test years (docs/areas.md): those of scores
 * of the largest areas, and those of rates of all, because the nation's own rate moves as well.
 */
const WIDER = { large: 100_000, scoreOfLarge: 1.5, rate: 1.3, rateOfLarge: 1.5 } as const;

/** Of the tables alone: without what comes from the months. */
type AreaEntry = Omit<NationArea, "months" | "provisional"> | Omit<NationAreaAbsence, "months">;

const TABLE = "The FBI's Table 10";

/** An area with its figures, or with the reason why it has none. */
export function areaEntry(area: Area, inputs: AreaInputs): AreaEntry {
  const { ledger, models } = inputs;
  const { dataYear } = ledger;
  const { key, state, ori, kind, county } = area;
  const named = { state, county: county.county, geoid: county.geoid, ori, department: area.name, kind };
  const trend = trendOf(area, inputs);
  const absence = absenceOf(area, trend, inputs);
  const estimate = models.model.estimate(dataYear, key);
  if (absence !== null || estimate === null) {
    const { reason, detail } = absence ?? { reason: "no_figures", detail: "No figures" };
    const isSmall = reason === "no_area" || reason === "few_residents";
    const hasYears = !isSmall && trend.population.some((residents) => residents !== null);
    return {
      ...named,
      population: area.residentsNow,
      reason,
      detail,
      lastComplete: completeYears(trend).findLast((year) => year < dataYear) ?? null,
      trend: hasYears ? withoutYear(trend, dataYear) : null,
    };
  }
  const withoutLetter = withoutLetterOf(area, inputs);
  const { score, rate } = nextRanges(estimate);
  const found: FoundCautions = new Map();
  addTested(found, area, estimate, { ledger, models, table: TABLE });
  return {
    ...named,
    rating: roundRating(placeRating(estimate)),
    withoutLetter,
    nextYear: withoutLetter === null ? score : null,
    nextRate: rate,
    trend,
    cautions: cautionsIn(found, estimate),
  };
}

/** The 80% ranges of the next year's score and reported rate. */
export function nextRanges(estimate: YearEstimate) {
  const isLarge = estimate.place.residents >= WIDER.large;
  return {
    score: laterInterval(widened(estimate, isLarge ? WIDER.scoreOfLarge : 1), 1),
    rate: laterRates(widened(estimate, isLarge ? WIDER.rateOfLarge : WIDER.rate), 1),
  };
}

/** Years between tables are gaps. Years with figures that are not complete are marked, whatever the reason. */
function trendOf({ key, years }: Area, { ledger, models }: AreaInputs): PlaceTrend {
  const [from = ledger.dataYear] = ledger.years;
  const all = Array.from({ length: ledger.dataYear - from + 1 }, (_, index) => from + index);
  const trend = placeTrendOf(
    all,
    (year) => {
      const { residents = null, offenses = null } = years.get(year) ?? {};
      return residents === null ? { residents: null, offenses: null } : { residents, offenses };
    },
    models.model,
    key,
  );
  const isShown = (year: number) => (years.get(year)?.residents ?? null) !== null;
  return { ...trend, partialYears: all.filter((year, index) => isShown(year) && trend.score[index] === null) };
}

/** The first reason that holds; null if the area has figures. */
function absenceOf(area: Area, trend: PlaceTrend, { ledger, models }: AreaInputs) {
  const { dataYear } = ledger;
  const { key, years, residents: ownResidents } = area;
  if (ownResidents === null) {
    const detail =
      "The FBI counts no residents for this department: others police the county, and it may run the jail or the courts";
    return { reason: "no_area", detail } as const;
  }
  const now = years.get(dataYear);
  if (now === undefined) {
    const last = Math.max(...years.keys());
    return {
      reason: "no_figures",
      detail: `${TABLE} of ${dataYear} lacks it; the last one that has it is of ${last}`,
    } as const;
  }
  const residents = now.residents ?? 0;
  if (residents < FEWEST_AREA_RESIDENTS) {
    const detail = `${whole(residents)} residents in ${dataYear}; areas have figures from ${whole(FEWEST_AREA_RESIDENTS)} on`;
    return { reason: "few_residents", detail } as const;
  }
  const unclear = area.unclear.get(dataYear);
  if (unclear !== undefined) return { reason: "population_unclear", detail: unclear } as const;
  const fault = countsFault(area, residents, now.offenses, { ledger, models, table: TABLE });
  if (fault !== null) return { reason: "incomplete_figures", detail: fault } as const;
  const begun = models.model.restarts(key).at(-1) ?? 0;
  const past = completeYears(trend).filter((year) => year >= begun && year < dataYear);
  if (past.length >= FEWEST_YEARS) return null;
  const tables = ledger.years.filter((year) => year < dataYear);
  const detail = `${past.length} of the tables of ${tables.slice(0, -1).join(", ")}, and ${tables.at(-1)} can be compared with ${dataYear}; ${FEWEST_YEARS} are needed`;
  return { reason: "short_past", detail } as const;
}

/** Why the area has no letter; null if it has one. */
function withoutLetterOf(area: Area, { ledger, models, unheld }: AreaInputs): WithoutLetter | null {
  if (!areReportsWhole(area, unheld)) return "others_report";
  if (models.goneClasses(ledger.dataYear, area.key).length > 0) return "class_missing";
  return models.hasLowReturn(area.key) ? "partial_return" : null;
}
