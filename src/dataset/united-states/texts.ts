import { type ByGroup, byGroup, countOf, OFFENSES } from "../../domain/offense.ts";
import { whole } from "../../domain/published.ts";
import type { Forecast } from "../model/completeness.ts";
import type { RateModel } from "../model/rate-model.ts";
import type { ReportedYear } from "../model/rating.ts";
import type { ClassChange, RareClass } from "./missing-classes.ts";
import type { StateClass } from "./state-counts.ts";
import type { SecondCount } from "./tables.ts";

/** Both numbers of a comparison as text, for cautions and reasons. None ends in a period. */

/** A place, or the area of a county's department. */
export interface Counted {
  readonly key: string;
  readonly years: ReadonlyMap<number, ReportedYear & { readonly stateClass?: StateClass | null }>;
}

/** Of places that is Table 8. */
export type Table = "The FBI's table" | "The FBI's Table 10";

/** "The FBI's table has 34 violent and 519 property offenses of 2024; earlier years suggest about 80 and 441". */
export function expectedText(
  { key, years }: Counted,
  { groups }: Forecast,
  year: number,
  { model }: { readonly model: RateModel },
  table: Table,
): string {
  const counts = model.reported(year, key);
  const reported = countsText(byGroup((group) => counts?.[group] ?? 0));
  const expected = `${whole(groups.violent.expected)} and ${whole(groups.property.expected)}`;
  const program = years.get(year)?.stateClass ? ", with a class by the state's program," : "";
  return `${table}${program} has ${reported} of ${year}; earlier years suggest about ${expected}`;
}

/** "127 violent and 433 property offenses in 2019, 54 violent and 211 property offenses in 2024". */
export function beforeText({ years }: Pick<Counted, "years">, of: readonly number[]): string {
  return of
    .flatMap((year) => {
      const offenses = years.get(year)?.offenses;
      return offenses ? [`${countsText(byGroup((group) => countOf(group, offenses)))} in ${year}`] : [];
    })
    .join(", ");
}

/** "127 violent and 433 property offenses". */
function countsText({ violent, property }: ByGroup<number>): string {
  return `${whole(violent)} violent and ${counted(property, "property")}`;
}

/** "1 violent offense", "1,046 property offenses". */
function counted(count: number, group: "violent" | "property"): string {
  return `${whole(count)} ${group} ${Math.round(count) === 1 ? "offense" : "offenses"}`;
}

/** No town has so few property offenses for its size, in percent of those at the nation's rate, where that is so many. */
const TOO_FEW = { share: 0.05, expected: 40 } as const;

/** "The FBI's table has 3 property offenses of 2024; at the US rate there would be about 61"; null if it has enough. */
export function tooFewText(property: number, atRate: number, year: number, table: Table): string | null {
  if (atRate < TOO_FEW.expected || property >= TOO_FEW.share * atRate) return null;
  return `${table} has ${counted(property, "property")} of ${year}; at the US rate there would be about ${whole(atRate)}`;
}

/** "The FBI's table of 2024 lacks offenses of a class. Larceny: 32, about 105 expected". */
export function lostText(gone: readonly ClassChange[], year: number, table: Table): string {
  return `${table} of ${year} lacks offenses of a class. ${gone.map(classText).join("; ")}`;
}

export function classText({ offense, count, expected }: ClassChange): string {
  return `${OFFENSES[offense].name}: ${whole(count)}, about ${whole(expected)} expected`;
}

/** "Robbery: 0 in 2024, 33 at the US rate". */
export function rareText(rare: readonly RareClass[]): string {
  return rare
    .map(({ offense, count, expected, year }) => {
      return `${OFFENSES[offense].name}: ${whole(count)} in ${year ?? "all years"}, ${whole(expected)} at the US rate`;
    })
    .join("; ");
}

const SECOND_NAMES = {
  state: "the program of the state",
  department: "the department itself",
  fbi: "the FBI's later figures",
} as const;

/** Both numbers of both groups, and whose they are. @param release day of the index */
export function secondText(
  { years }: Pick<Counted, "years">,
  second: SecondCount,
  release: string | null,
  table: Table,
): string {
  const offenses = years.get(second.year)?.offenses;
  const [ours, theirs] = [offenses && byGroup((group) => countOf(group, offenses)), second];
  const own = ours ? `${table} has ${countsText(ours)} of ${second.year}` : `${table} has no counts`;
  return `${own}, ${SECOND_NAMES[second.kind]} ${countsText(theirs)} (Real-Time Crime Index of ${release})`;
}
