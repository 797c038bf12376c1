import { FALL_BOUND, fallFrom, isBeyond, isNearerTo, shareOf } from "../../src/dataset/model/completeness.ts";
import type { PlaceYear } from "../../src/dataset/model/panel.ts";
import type { RateModel } from "../../src/dataset/model/rate-model.ts";
import { decidingGroup, hasFallen, type SharedCase } from "../../src/dataset/model/shared-falls.ts";
import type { AgencyModels } from "../../src/dataset/state/agency-models.ts";

/** The moves are fitted on at least two forecasts for each place. */
const FIRST_YEAR = 2013;
/** The constants of the method are chosen on the counts up to this year. */
export const LAST_FITTED = 2018;
const BOTH = [0.05, 0.02, 0.01, 0.005] as const;
const EITHER = [0.001, 0.0001, 0.00001] as const;

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

function nextOf(model: RateModel, year: number, key: string): { next: number; after: PlaceYear | null } | null {
  const next = model.panel.find((candidate) => candidate.year > year)?.year;
  if (next === undefined) return null;
  const after = model.reported(next, key);
  return { next, after: after?.review === "partial_year" ? null : after };
}

/** The expected count of a later year at the same ratio to the state. */
function carried(
  model: RateModel,
  group: "violent" | "property",
  expected: number,
  from: PlaceYear,
  year: number,
  after: PlaceYear,
  next: number,
): number {
  const [now, then] = [model.yardstick(year), model.yardstick(next)];
  return ((expected / from.residents) * after.residents * (then?.[group] ?? 0)) / (now?.[group] ?? 1);
}

/**
 * City-years that each candidate catches, by the first forecast beyond it. The bound is the candidate with the most recovered falls, counted twice,
 * less those that stayed, up to `LAST_FITTED`; of equals the widest.
 */
export function fallTable(model: RateModel) {
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

function judgedYears(model: RateModel) {
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

/** Group-years that the bound catches: the agencies of a county, or of a regional system, together. */
export function sharedTable({ ledger, groupYears, cities, sheriffs }: AgencyModels) {
  const years = ledger.years.filter((year) => year >= FIRST_YEAR);
  const all = years.flatMap((year) => groupYears(year).map(({ name, cases }) => ({ year, name, cases })));
  const outcomeIn = (year: number, found: SharedCase): Outcome => {
    const group = decidingGroup(found);
    const { count, expected } = found.groups[group];
    const later = [...found.members].flatMap(([key, { place, forecast }]) => {
      const model: RateModel = cities.reported(year, key) === place ? cities : sheriffs;
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
