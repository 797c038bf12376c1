import { ownText, type Typed } from "../base/text.ts";
import { normalized } from "./fold.ts";
import type { PlaceTable } from "./place-table.ts";

export interface CountyName {
  readonly row: number;
  /** With its kind, folded: "cook county". */
  readonly folded: string;
}

/** An independent city is a county, too, and is found as the city. */
const KIND = / (?:County|Parish|Borough|Census Area|Planning Region)$/;

/** The names of all counties, the largest first. */
export function namesOfCounties({ states, residents, officialName }: PlaceTable): readonly CountyName[] {
  const names: CountyName[] = [];
  for (const { levels } of states) {
    for (let row = levels[0]; row < levels[1]; row++) {
      if (KIND.test(officialName(row))) names.push({ row, folded: normalized(ownText(officialName(row))) });
    }
  }
  return names.toSorted((a, b) => (residents[b.row] ?? 0) - (residents[a.row] ?? 0) || a.row - b.row);
}

/** The rows of those whose name begins so. */
export function countiesBeginning(names: readonly CountyName[], text: Typed, most: number): readonly number[] {
  const typed = normalized(text);
  const found: number[] = [];
  for (const { row, folded } of names) {
    if (found.length === most) break;
    if (folded.startsWith(typed)) found.push(row);
  }
  return found;
}
