import { seriesBreaksBetween } from "../../domain/caution.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import { completeYears } from "../../domain/trend.ts";
import { type YearChange, yearChange } from "../../domain/year-change.ts";
import type { Edition } from "../../editions/edition.ts";
import { changeText } from "../measure/year-change-section.tsx";
import type { PlaceView } from "../view/place-view.ts";

const MOST_NAMED = 4;

/** A group of offenses from one year to the next. */
interface Move {
  readonly group: OffenseGroup;
  readonly change: number;
  readonly year: YearChange;
}

/** The largest changes of a place from one year to the next that chance and a usual year do not explain, oldest first. */
export function bigChanges(place: PlaceView): readonly string[] {
  const { words, moves: usual } = place.edition;
  const years = completeYears(place.trend);
  const moves = years.flatMap((to, index) => {
    // The complete year before it, so that a gap is compared across.
    const year = yearChange(place, usual, to, years[index - 1]);
    return year === null ? [] : OFFENSE_GROUPS.flatMap((group) => unusualMove(group, year));
  });
  const size = ({ change }: Move) => Math.abs(Math.log1p(change));
  const largest = moves.toSorted((a, b) => size(b) - size(a)).slice(0, MOST_NAMED);
  if (largest.length === 0) return ["No rate moved more than chance and usual yearly changes explain."];
  return largest.toSorted((a, b) => a.year.to - b.year.to).map((move) => sentenceOf(move, words));
}

function unusualMove(group: OffenseGroup, year: YearChange): readonly Move[] {
  const { change, isUnusual } = year.groups[group];
  return change === null || !isUnusual ? [] : [{ group, change, year }];
}

function sentenceOf({ group, change, year: { from, to, groups } }: Move, yardstick: Edition): string {
  const { before, after, benchmark } = groups[group];
  const breaks = seriesBreaksBetween(from, to, yardstick).filter(({ isOfPopulation }) => !isOfPopulation);
  const note =
    breaks.length === 0
      ? ""
      : ` The figures changed between these years, too: ${breaks.map(({ name }) => name.toLowerCase()).join(", ")}.`;
  const counts = `${before.toLocaleString("en-US")} to ${after.toLocaleString("en-US")}`;
  const ofState = changeText(benchmark.after / benchmark.before - 1);
  return `${from} to ${to}: ${group} offenses ${changeText(change)} per resident (${counts}), in ${yardstick.name} ${ofState}.${note}`;
}
