import {
  FALL_BOUND,
  type GroupForecast,
  growthOf,
  isBeyond,
  isPartialReturn,
  RETURN,
  staysDown,
} from "../completeness.ts";
import type { Model } from "../model.ts";
import type { CityYear } from "../panel.ts";
import { rounded } from "./measure.ts";

/** The moves are fitted on at least two forecasts for each place. */
const FIRST_YEAR = 2013;
const BOTH = [0.05, 0.02, 0.01, 0.005] as const;
const EITHER = [0.001, 0.0001, 0.00001] as const;

interface Judged {
  readonly forecast: { readonly violent: GroupForecast; readonly property: GroupForecast };
  readonly isReviewed: boolean;
  readonly hasStayed: boolean;
}

/** The falls that each candidate bound catches: those that recovered in the next year, and those that did not. */
export function fallTable(model: Model<CityYear>) {
  const panelYears = model.panel.map(({ year }) => year);
  const years = panelYears.slice(0, -1).filter((year) => year >= FIRST_YEAR);
  const judged = years.flatMap((year) => judgedIn(model, year, panelYears[panelYears.indexOf(year) + 1] ?? year));
  return {
    years,
    cityYears: judged.length,
    reviewed: judged.filter(({ isReviewed }) => isReviewed).length,
    candidates: BOTH.flatMap((both) =>
      EITHER.map((either) => {
        const caught = judged.filter(({ forecast }) => isBeyond(forecast, "lower", { both, either }));
        return {
          both,
          either,
          recovered: caught.filter(({ hasStayed }) => !hasStayed).length,
          stayed: caught.filter(({ hasStayed }) => hasStayed).length,
          reviewed: caught.filter(({ isReviewed }) => isReviewed).length,
          isCurrent: both === FALL_BOUND.both && either === FALL_BOUND.either,
        };
      }),
    ),
  };
}

/** City-years that had a forecast and figures in the next year as well. */
function judgedIn(model: Model<CityYear>, year: number, next: number): readonly Judged[] {
  const now = model.panel.find((candidate) => candidate.year === year);
  const after = model.panel.find((candidate) => candidate.year === next);
  if (now === undefined || after === undefined) return [];
  return model.keys(year).flatMap((key): Judged[] => {
    const forecast = model.verdict(year, key)?.forecast ?? null;
    const [place, placeAfter] = [model.reported(year, key), model.reported(next, key)];
    if (forecast === null || place === null || placeAfter === null) return [];
    const hasStayed = staysDown({ place, forecast, after: placeAfter, growth: growthOf(now, after) });
    return [{ forecast, isReviewed: place.review === "partial_year", hasStayed }];
  });
}

const LEAST_SHARES = [1 / 2, RETURN.leastShare, 3 / 4, 9 / 10] as const;

interface Return {
  readonly isBelow: (leastShare: number) => boolean;
  /** null without figures in the next year. */
  readonly staysNextYear: boolean | null;
  readonly outcome: "recovered" | "stayed" | "open";
}

/**
 * The returns of cities and sheriffs that each candidate share catches: those whose count rose toward the old level in
 * one of the confirming years, those whose count did not, and those without these years yet.
 */
export function returnTable(models: readonly Model[]) {
  const returns = models.flatMap((model) => returnsOf(model, (years) => years >= RETURN.interruption));
  const afterOneYear = models
    .flatMap((model) => returnsOf(model, (years) => years === 1))
    .filter(({ staysNextYear }) => staysNextYear !== null);
  const inPart = afterOneYear.filter(({ isBelow }) => isBelow(RETURN.leastShare));
  return {
    returns: returns.length,
    candidates: LEAST_SHARES.map((leastShare) => {
      const caught = returns.filter(({ isBelow }) => isBelow(leastShare));
      const ended = (outcome: Return["outcome"]) => caught.filter((row) => row.outcome === outcome).length;
      return {
        leastShare: rounded(leastShare, 2),
        recovered: ended("recovered"),
        stayed: ended("stayed"),
        open: ended("open"),
        isCurrent: leastShare === RETURN.leastShare,
      };
    }),
    afterOneYear: {
      returns: afterOneYear.length,
      inFull: afterOneYear.length - inPart.length,
      inPart: inPart.length,
      stayed: inPart.filter(({ staysNextYear }) => staysNextYear).length,
    },
  };
}

/** Years with figures after an interruption of so many years. */
function returnsOf(model: Model, isInterruption: (years: number) => boolean): readonly Return[] {
  return model.panel.flatMap((now, index) =>
    model.keys(now.year).flatMap((key): Return[] => {
      const forecast = model.verdict(now.year, key)?.forecast ?? null;
      const place = model.reported(now.year, key);
      if (forecast === null || place === null || !isInterruption(model.interruption(now.year, key))) return [];
      const after = model.panel.slice(index + 1, index + 1 + RETURN.confirmingYears).flatMap((next) => {
        const reported = model.reported(next.year, key);
        return reported === null ? [] : [staysDown({ place, forecast, after: reported, growth: growthOf(now, next) })];
      });
      const outcome = after.includes(false) ? "recovered" : after.length < RETURN.confirmingYears ? "open" : "stayed";
      const isBelow = (leastShare: number) => isPartialReturn(place, forecast, leastShare);
      return [{ isBelow, staysNextYear: after[0] ?? null, outcome }];
    }),
  );
}
