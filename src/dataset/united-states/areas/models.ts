import { type ByGroup, OFFENSE_GROUPS, type OffenseGroup, totalOf } from "../../../domain/offense.ts";
import { fallFrom, RETURN, type ReturnRule, type YearVerdict } from "../../model/completeness.ts";
import { NO_PULL, type Pull } from "../../model/filter.ts";
import { type PanelYear, type PlaceYear, placeYear, yardstickOf } from "../../model/panel.ts";
import { emptyModel, type JudgedYear } from "../../model/rate-model.ts";
import type { NationLedger } from "../ledger.ts";
import { classVerdict, openMissingClasses } from "../missing-classes.ts";
import type { AreaLedger } from "./ledger.ts";

export type AreaModels = ReturnType<typeof openAreaModels>;

/** Size classes of areas by residents: each has its own yearly move. */
export const AREA_BOUNDS = [0, 25_000, 50_000, 100_000] as const;

/** Areas are no smaller cities: they have no common level that they move toward. */
const AREA_PULLS: ByGroup<Pull> = { violent: NO_PULL, property: NO_PULL };

/** A first report after a table without one is a fall below two thirds, unless chance gives it one time in ten. */
const AREA_RETURN: ReturnRule = { leastShare: RETURN.leastShare, tail: 0.1, again: true };

/** The filter over the years of Table 10. A table that an area is missing from is two years or more without reports. */
export function openAreaModels(ledger: AreaLedger, nation: Pick<NationLedger, "nation">) {
  const classes = openMissingClasses(nation);
  const secondOf = new Map(ledger.areas.map(({ key, second }) => [key, second]));
  const lowReturns = new Set<string>();
  let model = emptyModel(AREA_BOUNDS, AREA_PULLS, AREA_RETURN);
  for (const year of ledger.years) {
    const judged = model.judge(panelYear(ledger, nation, year));
    const { places, yardstick } = judged.reported;
    const filled = new Map<string, PlaceYear>();
    const before = ledger.years.filter((one) => one < year);
    const verdicts = new Map(
      [...judged.verdicts].map(([key, own]): [string, YearVerdict] => {
        const place = places.get(key);
        if (place === undefined || !own.isComplete) return [key, own];
        const forecast = judged.forecasts.get(key)?.[0] ?? null;
        const last = forecast?.from.violent.year;
        const isReturn = last !== undefined && last !== before.at(-1);
        const low = isReturn ? shortGroups(place, judged, key) : [];
        if (low.length > 0) lowReturns.add(key);
        if (forecast !== null && low.some((group) => forecast.groups[group].lower <= AREA_RETURN.tail)) {
          const fall = { ...fallFrom(year, place, forecast), isReviewed: true };
          return [key, { isComplete: false, finding: "fall", forecast, fall }];
        }
        const second = year === ledger.dataYear ? (secondOf.get(key) ?? null) : null;
        const gone = classes.judge(model, year, key, place, second);
        const judgedYear = classVerdict(place, gone, { own, yardstick, forecast, second });
        if (judgedYear.filled !== null) filled.set(key, judgedYear.filled);
        return [key, judgedYear.verdict];
      }),
    );
    model = judged.close(verdicts, filled);
  }
  return {
    model,
    goneClasses: classes.gone,
    judgeClasses: classes.judge,
    lowClasses: classes.low,
    rareClasses: classes.rare,
    /** Whether a first report after a table without one was low, although chance may explain it. */
    hasLowReturn: (key: string) => lowReturns.has(key),
  };
}

/** The groups of a first report that are far below the forecast. */
function shortGroups(place: PlaceYear, { forecasts }: JudgedYear, key: string): readonly OffenseGroup[] {
  const groups = forecasts.get(key)?.[0]?.groups;
  if (groups === undefined) return [];
  return OFFENSE_GROUPS.filter((group) => {
    const { expected } = groups[group];
    return place[group] < AREA_RETURN.leastShare * expected && expected - place[group] >= RETURN.fewestShort;
  });
}

function panelYear(ledger: AreaLedger, { nation }: Pick<NationLedger, "nation">, year: number): PanelYear {
  const { residents, offenses } = nation(year);
  const places = ledger.areas.flatMap(({ key, years, unclear }): [string, PlaceYear][] => {
    const found = years.get(year);
    if (!found?.offenses || !found.residents || unclear.has(year) || totalOf(found.offenses) === 0) return [];
    return [[key, placeYear(found.residents, found.offenses, null)]];
  });
  return { year, places: new Map(places), yardstick: yardstickOf(residents, offenses) };
}
