import { madeOf, type Typed } from "../../base/text.ts";
import type { Address } from "../http/page.ts";
import { nationPlaceUrl } from "../view/addresses.ts";
import { countyAnswer } from "./place-answer.ts";

/** A Census GEOID of a place, or of any area with the Census Bureau's prefix. A state may stand before it. */
const CODE = /^\s*(?:([a-z]{2})[\s,]+)?(\d{7}(?:\d{3})?|\d{3}0000US\d{5}(?:\d{2}(?:\d{3})?)?)\s*$/i;

/** The page of the place that has a GEOID; undefined for any other text. */
export function inCode({ editions }: Address, q: Typed): string | undefined {
  const [nation] = editions.nations;
  const [, state, code = ""] = CODE.exec(q) ?? [];
  const row = nation?.gazetteer.ofGeoid(madeOf(q, code.toUpperCase()));
  if (nation === undefined || row === undefined) return undefined;
  const place = nation.gazetteer.place(row);
  if (state !== undefined && state.toUpperCase() !== place.state) return undefined;
  return place.level === "county"
    ? countyAnswer(editions, nation, row).href
    : nationPlaceUrl(nation.ofRow(row).entry, nation.nation);
}
