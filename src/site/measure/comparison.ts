import { type ByGroup, OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import type { Trend } from "../../domain/snapshot.ts";
import { benchmarkRateOf } from "../../domain/trend.ts";
import type { Edition } from "../../editions/edition.ts";

/** From this multiple on, a rate is said in multiples of the yardstick's; below it, in percent. */
export const MULTIPLES_FROM = 1.95;

interface Rated {
  readonly rates: ByGroup<number>;
  readonly year: number;
  readonly yardstick: Edition;
  /** The yardstick's own. */
  readonly state: Trend;
}

/** Both rates of a place compared with the yardstick's, as parts of a sentence, each with what to stress first. */
export function comparisonOf({ rates, year, yardstick, state }: Rated) {
  const multipleOf = (group: OffenseGroup) => rates[group] / benchmarkRateOf(state, year, group);
  const compared = (group: OffenseGroup): readonly [stressed: string, rest: string] => {
    const multiple = multipleOf(group);
    const percent = Math.round(100 * Math.abs(1 - multiple));
    const isFirst = group === OFFENSE_GROUPS[0];
    if (multiple >= MULTIPLES_FROM) {
      const isSecond = !isFirst && multipleOf(OFFENSE_GROUPS[0]) >= MULTIPLES_FROM;
      const whose = `${isSecond ? "that" : yardstick.rate} of ${group} crime`;
      return [`${multiple.toFixed(1)} times`, ` ${whose}`];
    }
    if (percent === 0) return ["", `as much ${group} crime${isFirst ? ` per resident as ${yardstick.name}` : ""}`];
    const than = isFirst ? ` per resident than ${yardstick.name}` : "";
    return [`${percent}% ${multiple > 1 ? "more" : "less"}`, ` ${group} crime${than}`];
  };
  return [compared("violent"), compared("property")] as const;
}
