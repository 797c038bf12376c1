import { CAUTION_CODES, type CautionCode } from "../../domain/caution.ts";
import { countOf, hasFewOffenses, type OffenseCounts, totalOf } from "../../domain/offense.ts";
import type { PlaceCaution } from "../../domain/snapshot.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { higherOthers } from "../model/completeness.ts";
import type { YearEstimate } from "../model/rate-model.ts";
import type { NationLedger } from "./ledger.ts";
import type { NationModels } from "./models.ts";
import type { OwnWords } from "./own-words.ts";
import type { SecondCount } from "./tables.ts";
import {
  type Counted,
  classText,
  expectedText,
  lostText,
  rareText,
  secondText,
  type Table,
  tooFewText,
} from "./texts.ts";

/** What the tests say of the data year, of a place and of the area of a county's department. */
export interface TestedYear {
  readonly ledger: Pick<NationLedger, "dataYear" | "secondRelease">;
  readonly models: Pick<NationModels, "model" | "goneClasses" | "lowClasses" | "rareClasses">;
  readonly table: Table;
}

interface Tested extends Counted {
  readonly second: SecondCount | null;
  /** What the edition of its own state says of it. */
  readonly own?: OwnWords | null;
}

/** Why its counts make no figures; null if they do. */
export function countsFault(
  place: Tested,
  residents: number,
  offenses: OffenseCounts | null,
  tested: TestedYear,
): string | null {
  const { ledger, models, table } = tested;
  const { dataYear } = ledger;
  if (offenses === null) return `The count of a class is blank in ${dataYear}`;
  if (totalOf(offenses) === 0) return `Every count of ${dataYear} is 0`;
  if (!models.model.verdict(dataYear, place.key)?.isComplete) return incompleteText(place, tested);
  if (place.own) return null;
  const rate = models.model.yardstick(dataYear)?.property ?? 0;
  return tooFewText(countOf("property", offenses), (rate * residents) / 1_000, dataYear, table);
}

/** Why the data year is not complete. */
function incompleteText(place: Tested, { ledger, models, table }: TestedYear): string {
  const { dataYear, secondRelease } = ledger;
  const verdict = models.model.verdict(dataYear, place.key);
  if (verdict?.finding === "class_lost") return lostText(models.goneClasses(dataYear, place.key), dataYear, table);
  if (verdict?.finding === "second_source" && place.second !== null)
    return secondText(place, place.second, secondRelease, table);
  if (verdict?.finding === "review")
    return place.own?.reason ?? `${UNITED_STATES.includes.possessive} own edition leaves the year out`;
  if (!verdict?.forecast) return "The year is far from what was expected";
  const text = expectedText(place, verdict.forecast, dataYear, models, table);
  if (verdict.finding === "shared_fall")
    return `The places of its county are together far below what earlier years suggest. ${text}`;
  const began = verdict.fall?.year ?? dataYear;
  return began < dataYear ? `${text}; so low since ${began}` : text;
}

export type FoundCautions = Map<CautionCode, Omit<PlaceCaution, "code">>;

/** Adds what the tests find in its own counts, and beside those of another collection. */
export function addTested(
  found: FoundCautions,
  place: Tested,
  estimate: YearEstimate,
  { ledger, models, table }: TestedYear,
  other: SecondCount | null = place.second,
): void {
  const { key } = place;
  const { dataYear, secondRelease } = ledger;
  const add = (code: CautionCode, detail: string) => found.set(code, { detail: `${detail}.` });
  const verdict = models.model.verdict(dataYear, key);
  const text = verdict?.forecast ? expectedText(place, verdict.forecast, dataYear, models, table) : "";
  if (verdict?.finding === "low") add("fall", text);
  if (verdict?.finding === "jump") add("jump", text);
  if (verdict?.finding === "shared_low") add("shared_fall", text);
  const low = models.lowClasses(dataYear, key);
  if (low.length > 0) add("class_fall", low.map(classText).join("; "));
  const gone = models.goneClasses(dataYear, key);
  if (gone.length > 0) add("class_filled", gone.map(classText).join("; "));
  const rare = models.rareClasses(dataYear, key);
  if (rare.length > 0) add("class_rare", rareText(rare));
  if (other !== null && higherOthers({ ...estimate.place, others: [{ source: "rtci", ...other }] }).length > 0)
    add("second_source", secondText(place, other, secondRelease, table));
}

/** In the order of the codes, with the one of few offenses. */
export function cautionsIn(found: FoundCautions, { place }: YearEstimate): readonly PlaceCaution[] {
  if (hasFewOffenses(place.offenses)) found.set("few_residents", {});
  return CAUTION_CODES.flatMap((code): PlaceCaution[] => {
    const said = found.get(code);
    return said === undefined ? [] : [{ code, ...said }];
  });
}
