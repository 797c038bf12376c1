import type { ByGroup, OffenseGroup } from "../../domain/offense.ts";
import { type FallBound, isBeyond, isNearerTo, shareOf, YEARS_FALLEN } from "./completeness.ts";
import type { KnownRate } from "./filter.ts";
import type { RateModel } from "./rate-model.ts";

/** A count this far above its forecast begins a rise (docs/decisions/incomplete-years.md). */
const RISE_BOUND: FallBound = { both: 0.01, either: 0.001 };

/** A year that is still at the level of an earlier rise, beside the level before it. */
export interface Rise {
  readonly group: OffenseGroup;
  /** Its first year. */
  readonly year: number;
  /** The last year before it. */
  readonly from: number;
  readonly count: number;
  readonly expected: number;
}

interface OpenRise extends Pick<Rise, "group" | "year"> {
  readonly from: ByGroup<KnownRate>;
  readonly share: number;
}

/**
 * The rise of an earlier year that lasts in this one: its count is nearer to the level of the rise than to the level before
 * it, a person has not reviewed it, and fewer than five years have passed.
 */
export function lastingRise(model: RateModel, year: number, key: string): Rise | null {
  let open: OpenRise | null = null;
  for (const { year: now, places } of model.panel) {
    const place = places.get(key);
    if (now > year || place === undefined) continue;
    const isOver = model.verdict(now, key)?.finding === "review" || model.restarts(key).includes(now);
    if (isOver || (open !== null && now - open.year >= YEARS_FALLEN)) open = null;
    if (isOver) continue;
    const before: OpenRise | null = open;
    const expected = before && model.forecastFrom(now, key, before.from)?.groups[before.group].expected;
    if (before && expected && isNearerTo(1 / before.share, 1 / shareOf(place[before.group], expected))) {
      if (now !== year) continue;
      const { group, from } = before;
      return { group, year: before.year, from: from[group].year, count: place[group], expected };
    }
    open = riseIn(model, now, key);
  }
  return null;
}

function riseIn(model: RateModel, year: number, key: string): OpenRise | null {
  const place = model.reported(year, key);
  const found = model.forecasts(year, key).find(({ groups }) => isBeyond(groups, "upper", RISE_BOUND));
  if (place === null || found === undefined) return null;
  const { from, groups } = found;
  const group = groups.property.upper < groups.violent.upper ? "property" : "violent";
  return { year, from, group, share: shareOf(place[group], groups[group].expected) };
}
