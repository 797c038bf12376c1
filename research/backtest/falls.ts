import type { AgencyModels } from "../../src/dataset/agency-models.ts";
import { CLASS_BOUND, type ClassFall, type ClassFallsOf, isBelowBound } from "../../src/dataset/class-falls.ts";
import {
  FALL_BOUND,
  fallFrom,
  isBeyond,
  isNearerTo,
  isPartialReturn,
  RETURN,
  shareOf,
} from "../../src/dataset/completeness.ts";
import type { Model } from "../../src/dataset/model.ts";
import type { CityYear, PlaceYear } from "../../src/dataset/panel.ts";
import { decidingGroup, hasFallen, SHARED_FALL, type SharedCase } from "../../src/dataset/shared-falls.ts";
import type { Offense } from "../../src/domain/offense.ts";

/** The moves are fitted on at least two forecasts for each place. */
export const FIRST_YEAR = 2013;
/** The constants of the method are chosen on the counts up to this year. */
export const LAST_FITTED = 2018;
const BOTH = [0.05, 0.02, 0.01, 0.005] as const;
const EITHER = [0.001, 0.0001, 0.00001] as const;
const LEAST_SHARES = [1 / 2, RETURN.leastShare, 3 / 4, 9 / 10] as const;
const SHARED_TAILS = [0.002, 0.001, SHARED_FALL.tail, 0.0001] as const;
const SHARED_SHARES = [1, 0.8, SHARED_FALL.leastShare, 0.5] as const;
const CLASS_TAILS = [0.01, CLASS_BOUND, 0.0001] as const;

/** Recovered: the next count is nearer to the forecast than to the fallen level. Open: there is no next count yet. */
type Outcome = "recovered" | "stayed" | "open";

/** The counts that a bound catches, by what came next. */
function tally(outcomes: readonly Outcome[]) {
  const of = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  return { caught: outcomes.length, recovered: of("recovered"), stayed: of("stayed"), open: of("open") };
}

function outcomeOf(share: number, after: number | null, expected: number): Outcome {
  return after === null ? "open" : isNearerTo(share, shareOf(after, expected)) ? "stayed" : "recovered";
}

function nextOf(model: Model, year: number, key: string): { next: number; after: PlaceYear | null } | null {
  const next = model.panel.find((candidate) => candidate.year > year)?.year;
  if (next === undefined) return null;
  const after = model.reported(next, key);
  return { next, after: after?.review === "partial_year" ? null : after };
}

/** The expected count of a later year at the same ratio to the state. */
function carried(
  model: Model,
  group: "violent" | "property",
  expected: number,
  from: PlaceYear,
  year: number,
  after: PlaceYear,
  next: number,
): number {
  const [now, then] = [model.state(year), model.state(next)];
  return ((expected / from.residents) * after.residents * (then?.[group] ?? 0)) / (now?.[group] ?? 1);
}

/**
 * City-years that each candidate catches, by the first forecast beyond it. The bound is the candidate with the most recovered falls, counted twice,
 * less those that stayed, up to `LAST_FITTED`; of equals the widest.
 */
export function fallTable(model: Model<CityYear>) {
  const judged = judgedYears(model);
  const candidates = BOTH.flatMap((both) =>
    EITHER.map((either) => {
      const caught = judged.flatMap(({ year, forecasts, outcomes }) => {
        const first = forecasts.findIndex(({ groups }) => isBeyond(groups, "lower", { both, either }));
        return first === -1 ? [] : [{ year, outcome: outcomes[first] ?? "open" }];
      });
      const of = (test: (year: number) => boolean) =>
        tally(caught.flatMap(({ year, outcome }) => (test(year) ? [outcome] : [])));
      const isCurrent = both === FALL_BOUND.both && either === FALL_BOUND.either;
      return {
        ...{ both, either, isCurrent },
        fitted: of((year) => year <= LAST_FITTED),
        later: of((year) => year > LAST_FITTED),
      };
    }),
  );
  return { from: FIRST_YEAR, lastFitted: LAST_FITTED, cityYears: judged.length, candidates };
}

function judgedYears(model: Model<CityYear>) {
  return model.panel.flatMap(({ year }) =>
    year < FIRST_YEAR
      ? []
      : model.keys(year).flatMap((key) => {
          const place = model.reported(year, key);
          const next = nextOf(model, year, key);
          if (place === null || !next?.after) return [];
          const { after } = next;
          const forecasts = model.forecasts(year, key);
          const outcomes = forecasts.map((forecast) => {
            const { group, share } = fallFrom(year, place, forecast);
            const expected = carried(model, group, forecast.groups[group].expected, place, year, after, next.next);
            return outcomeOf(share, after[group], expected);
          });
          return forecasts.length === 0 ? [] : [{ year, forecasts, outcomes }];
        }),
  );
}

/**
 * The returns of cities and sheriffs after years without figures, or without complete ones, that each least share catches, by the next
 * two years. A year of a fall that lasts is no return.
 */
export function returnTable(models: readonly Model[]) {
  const returns = models.flatMap((model) => {
    const years = model.panel.map(({ year }) => year);
    return years.flatMap((year, index) =>
      model.keys(year).flatMap((key) => {
        const [forecast] = model.forecasts(year, key);
        const place = model.reported(year, key);
        if (!forecast || place === null || model.interruption(year, key) < RETURN.interruption) return [];
        const lasts = (model.verdict(year, key)?.fall?.year ?? year) < year;
        if (lasts || model.restarts(key).includes(year)) return [];
        const { group, share } = fallFrom(year, place, forecast);
        const outcomes = years.slice(index + 1, index + 3).map((next) => {
          const after = model.reported(next, key);
          if (after === null) return "open";
          return outcomeOf(
            share,
            after[group],
            carried(model, group, forecast.groups[group].expected, place, year, after, next),
          );
        });
        const outcome: Outcome = outcomes.includes("recovered") ? "recovered" : outcomes.length < 2 ? "open" : "stayed";
        return [{ place, forecast, outcome }];
      }),
    );
  });
  return {
    returns: returns.length,
    candidates: LEAST_SHARES.map((leastShare) => ({
      leastShare: Number(leastShare.toFixed(2)),
      isCurrent: leastShare === RETURN.leastShare,
      ...tally(
        returns.flatMap(({ place, forecast, outcome }) =>
          isPartialReturn(place, forecast, leastShare) ? [outcome] : [],
        ),
      ),
    })),
  };
}

/** Group-years that each candidate catches: the agencies of a county, or of a regional system, together. */
export function sharedTable({ ledger, groupYears, cities, sheriffs }: AgencyModels) {
  const years = ledger.years.filter((year) => year >= FIRST_YEAR);
  const all = years.flatMap((year) => groupYears(year).map(({ name, cases }) => ({ year, name, cases })));
  const outcomeIn = (year: number, found: SharedCase): Outcome => {
    const group = decidingGroup(found);
    const { count, expected } = found.groups[group];
    const later = [...found.members].flatMap(([key, { place, forecast }]) => {
      const model: Model = cities.reported(year, key) === place ? cities : sheriffs;
      const next = nextOf(model, year, key);
      if (!next?.after) return [];
      const then = carried(model, group, forecast.groups[group].expected, place, year, next.after, next.next);
      return [{ count: next.after[group], expected: then }];
    });
    const sum = (of: "count" | "expected") => later.reduce((all, row) => all + row[of], 0);
    return outcomeOf(shareOf(count, expected), later.length === 0 ? null : sum("count"), sum("expected"));
  };
  return {
    from: FIRST_YEAR,
    groupYears: all.filter(({ cases }) => cases.length > 0).length,
    candidates: SHARED_TAILS.flatMap((tail) =>
      SHARED_SHARES.map((leastShare) => {
        const caught = all.flatMap(({ year, cases }) => {
          const found = cases.find((one) => hasFallen(one, { tail, leastShare }));
          return found ? [outcomeIn(year, found)] : [];
        });
        const isCurrent = tail === SHARED_FALL.tail && leastShare === SHARED_FALL.leastShare;
        return { tail, leastShare, isCurrent, ...tally(caught) };
      }),
    ),
    caught: all.flatMap(({ year, name, cases }) => {
      const found = cases.find((one) => hasFallen(one));
      if (found === undefined) return [];
      const group = decidingGroup(found);
      const { count, expected } = found.groups[group];
      return [
        { year, name, back: found.back, group, count, expected: Math.round(expected), outcome: outcomeIn(year, found) },
      ];
    }),
  };
}

/** Complete city-years in which one class is caught. */
export function classTable(
  model: Model<CityYear>,
  falls: ClassFallsOf,
  stateRate: (year: number, offense: Offense) => number,
) {
  const rows = model.panel.flatMap(({ year, places }) =>
    year < FIRST_YEAR
      ? []
      : [...places].flatMap(([key, place]) =>
          falls(year, key).map((fall) => {
            const next = nextOf(model, year, key);
            const growth = next === null ? 1 : stateRate(next.next, fall.offense) / stateRate(year, fall.offense);
            const expected = next?.after ? (fall.expected / place.residents) * next.after.residents * growth : 0;
            const after = next?.after?.offenses[fall.offense] ?? null;
            return { fall, outcome: outcomeOf(shareOf(fall.count, fall.expected), after, expected) };
          }),
        ),
  );
  return CLASS_TAILS.map((tail) => {
    const isCaught = (fall: ClassFall) => isBelowBound(fall, tail);
    return {
      tail,
      isCurrent: tail === CLASS_BOUND,
      ...tally(rows.flatMap(({ fall, outcome }) => (isCaught(fall) ? [outcome] : []))),
    };
  });
}
