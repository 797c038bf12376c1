import { CALIFORNIA } from "../../domain/edition.ts";
import { OFFENSE_GROUPS, type OffenseGroup } from "../../domain/offense.ts";
import type { SnapshotPlace, Trend } from "../../domain/snapshot.ts";
import { stateRateOf } from "../../domain/trend.ts";

/** From this multiple on, a rate is said in multiples of California's; below it, in percent. */
const MULTIPLES_FROM = 1.95;

/** Both rates of a place compared with California's, as parts of a sentence, each with what to stress first. */
export function comparisonOf(place: SnapshotPlace, state: Trend) {
  const compared = (group: OffenseGroup): readonly [stressed: string, rest: string] => {
    const multiple = place.rating[group].rate / stateRateOf(state, place.record.data_year, group);
    const percent = Math.round(100 * Math.abs(1 - multiple));
    const isFirst = group === OFFENSE_GROUPS[0];
    if (multiple >= MULTIPLES_FROM) {
      const whose = isFirst ? `${CALIFORNIA.possessiveInTitles} ${group} crime per resident` : `its ${group} crime`;
      return [`${multiple.toFixed(1)} times`, ` ${whose}`];
    }
    if (percent === 0) return ["", `as much ${group} crime${isFirst ? ` per resident as ${CALIFORNIA.name}` : ""}`];
    const than = isFirst ? ` per resident than ${CALIFORNIA.name}` : "";
    return [`${percent}% ${multiple > 1 ? "more" : "less"}`, ` ${group} crime${than}`];
  };
  return [compared("violent"), compared("property")] as const;
}
