import { ownText, type Typed } from "../base/text.ts";
import { normalized } from "./fold.ts";

/** The territories, which no edition covers, with their postal codes and the beginnings of their ZIP codes. */
const TERRITORIES = [
  { name: "Puerto Rico", code: /[ ,]PR$/, zips: /^00[679]/ },
  { name: "U.S. Virgin Islands", code: /[ ,]VI$/, zips: /^008/ },
  { name: "Guam", code: /[ ,]GU$/, zips: /^969[123]/ },
  { name: "Northern Mariana Islands", code: /[ ,]MP$/, zips: /^9695/ },
  { name: "American Samoa", code: /[ ,]AS$/, zips: /^96799/ },
] as const;

const ENDING_ZIP = /[ ,]\d{5}(?:[- ]\d{4})?$/;
const FOLDED = TERRITORIES.map((one) => ({ ...one, folded: normalized(ownText(one.name)) }));

/** Says that a text is in a territory: "Guam", "San Juan, PR 00901". null for any other text. */
export function territoryHint(text: Typed): string | null {
  const typed = text.trim().replace(ENDING_ZIP, "").trimEnd();
  const folded = normalized(text).replace(ENDING_ZIP, "").trimEnd();
  const found = FOLDED.find(({ code, folded: name }) => folded.endsWith(name) || code.test(typed));
  return found === undefined ? null : hintOf(found.name);
}

/** The same of a ZIP code. */
export function territoryZipHint(zip: string): string | null {
  const found = TERRITORIES.find(({ zips }) => zips.test(zip));
  return found === undefined ? null : hintOf(found.name);
}

function hintOf(name: string): string {
  return `${name} is a territory. The figures are of the 50 states and the District of Columbia.`;
}
