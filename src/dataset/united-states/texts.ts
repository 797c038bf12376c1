import { type ByGroup, byGroup, countOf, OFFENSES } from "../../domain/offense.ts";
import { whole } from "../../domain/published.ts";
import type { Forecast } from "../model/completeness.ts";
import type { NationLedgerPlace } from "./ledger.ts";
import type { ClassChange } from "./missing-classes.ts";
import type { NationModels } from "./models.ts";
import type { SecondCount } from "./tables.ts";

/** Both numbers of a comparison as text, for cautions and reasons. None ends in a period. */

/** "34 violent offenses, about 80 expected; 519 property offenses, about 441 expected". */
export function expectedText(
  { key }: Pick<NationLedgerPlace, "key">,
  { groups }: Forecast,
  year: number,
  { model }: Pick<NationModels, "model">,
): string {
  const counts = model.reported(year, key);
  const text = (group: "violent" | "property") =>
    `${counted(counts?.[group] ?? 0, group)}, about ${whole(groups[group].expected)} expected`;
  return `${text("violent")}; ${text("property")}`;
}

/** "1 violent offense", "1,046 property offenses". */
function counted(count: number, group: "violent" | "property"): string {
  return `${whole(count)} ${group} ${Math.round(count) === 1 ? "offense" : "offenses"}`;
}

export function classText({ offense, count, expected }: ClassChange): string {
  return `${OFFENSES[offense].name}: ${whole(count)}, about ${whole(expected)} expected`;
}

const SECOND_NAMES = { state: "the program of the state", department: "the department itself" } as const;

/** Both numbers of both groups, and whose they are. @param release day of the index */
export function secondText({ years }: NationLedgerPlace, second: SecondCount, release: string | null): string {
  const offenses = years.get(second.year)?.offenses;
  const [ours, theirs] = [offenses && byGroup((group) => countOf(group, offenses)), second];
  const counts = (of: ByGroup<number>) => `${whole(of.violent)} violent and ${counted(of.property, "property")}`;
  const own = ours ? `The FBI's table has ${counts(ours)} of ${second.year}` : "The FBI's table has no counts";
  return `${own}, ${SECOND_NAMES[second.kind]} ${counts(theirs)} (Real-Time Crime Index of ${release})`;
}
