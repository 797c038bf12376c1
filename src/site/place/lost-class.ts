import { OFFENSE_CLASSES, OFFENSES, type Offense } from "../../domain/offense.ts";
import { completeYears, figuresOf } from "../../domain/trend.ts";
import type { AbsenceView } from "../view/place-view.ts";

/** Of what a group lacks, this share must be one class, which itself fell below this share of its rate before. */
const LACKS = 0.8;
const FELL_TO = 0.5;

/** The class of offense whose reports a year lacks, if one class explains what its group has too few; otherwise null. */
export function lostClass({ trend, expected }: Pick<AbsenceView, "trend" | "expected">, year: number): Offense | null {
  const asked = expected.find((one) => one.year === year);
  const last = trend === null ? undefined : completeYears(trend).findLast((one) => one < year);
  if (trend === null || asked === undefined || last === undefined) return null;
  const [before, now] = [figuresOf(trend, last), figuresOf(trend, year)];
  if (!before.offenses || !now.offenses || before.population === null || now.population === null) return null;
  const growth = now.population / before.population;
  for (const offense of OFFENSE_CLASSES) {
    const { group } = OFFENSES[offense];
    const lacking = asked[group] - (now[group] ?? 0);
    const usual = before.offenses[offense] * growth;
    const isFallen = now.offenses[offense] < FELL_TO * usual;
    if (lacking > 0 && isFallen && usual - now.offenses[offense] >= LACKS * lacking) return offense;
  }
  return null;
}
