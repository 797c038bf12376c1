import { familyOf, gradeOf } from "../../domain/grade.ts";
import { type ByGroup, byGroup, OFFENSE_GROUPS } from "../../domain/offense.ts";
import type { Forecast } from "./completeness.ts";
import type { OtherCount, PlaceYear } from "./panel.ts";
import { scoreWith } from "./risk.ts";

/** With over `contradicts` times the count, a year is not complete if the letter would change; over `noted`, it is named. */
const TIMES = { contradicts: 1.1, noted: 1.05 } as const;

const NOTHING: ByGroup<number> = { violent: 0, property: 0 };

/** Whether another collection has so many more offenses in a group that they would change the letter of the score. */
export function isContradicted(place: PlaceYear, yardstick: ByGroup<number>, forecast: Forecast | null): boolean {
  const priors = forecast && byGroup((group) => forecast.groups[group].rate);
  const letter = (more: ByGroup<number>) => familyOf(gradeOf(scoreWith(place, yardstick, priors, more)).letter);
  return (place.others ?? []).some((other) => letter(moreIn(place, other, TIMES.contradicts)) !== letter(NOTHING));
}

/** Collections that have so many more offenses in a group that a reader should know. */
export function higherOthers(place: PlaceYear): readonly OtherCount[] {
  return (place.others ?? []).filter((other) => {
    const more = moreIn(place, other, TIMES.noted);
    return more.violent + more.property > 0;
  });
}

/** Whether another collection is as near as a difference that needs no notice, in both groups. */
export function isConfirmedBy(counts: ByGroup<number>, other: OtherCount): boolean {
  return OFFENSE_GROUPS.every((group) => {
    const [ours, theirs] = [counts[group], other[group]];
    return theirs !== null && Math.max(ours, theirs) <= TIMES.noted * Math.min(ours, theirs);
  });
}

/** What it has more in the groups in which it has over so many times the count. */
function moreIn(place: PlaceYear, other: OtherCount, times: number): ByGroup<number> {
  return byGroup((group) => {
    const theirs = other[group] ?? 0;
    return theirs > times * place[group] ? theirs - place[group] : 0;
  });
}
