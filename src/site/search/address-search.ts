import { madeOf, type Typed } from "../../base/text.ts";
import { lastWords } from "../../gazetteer/endings.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Address } from "../http/page.ts";
import { nationPlaceUrl } from "../view/addresses.ts";
import { findTyped, isMeant, placeHref } from "../view/find-typed.ts";
import { answersOf } from "./place-answer.ts";
import { type Found, nothing } from "./search-answer.ts";
import { inZip } from "./zip-search.ts";

/** An address: the place that its city and its ZIP code mean together. The street is ignored. */
export async function inAddress(at: Address, q: Typed): Promise<Found | undefined> {
  const [nation] = at.editions.nations;
  if (nation === undefined) return undefined;
  const { meaning, zip } = nation.gazetteer.address(q);
  if (meaning?.is === "one") return urlOfRow(nation, meaning.row);
  if (meaning?.is === "part") return urlOfRow(nation, meaning.city);
  if (meaning?.is === "several") {
    return nothing(
      "address",
      `We read “${q.trim()}” as an address.`,
      "It may be in one of these places.",
      answersOf(nation, meaning.rows),
    );
  }
  if (zip !== null) return inZip(at, madeOf(q, zip));
  return STREET.test(q) ? inStreet(at, nation, q) : undefined;
}

/** A number, and words after it. */
const STREET = /^\s*\d+[a-z]?\s+\S+\s+\S/i;
/** Words of a city's name after a street without a comma. */
const MAX_CITY_WORDS = 4;

/** An address whose city is not certain: the places that its last words name, in the state that it says. */
async function inStreet(at: Address, nation: NationPlaces, q: Typed): Promise<Found | undefined> {
  const { name: address, state } = nation.search().read(q);
  const end = address.split(",").at(-1)?.trim() ?? "";
  const where = state === null ? "" : `, ${state}`;
  const states = at.editions.states.filter(({ edition }) => state === null || edition.abbreviation === state);
  for (const words of [end, ...Array.from(lastWords(end, MAX_CITY_WORDS), (apart) => apart.end)]) {
    if (/\d/.test(words) || words === "") continue;
    const named = madeOf(q, `${words}${where}`);
    const { rows, meaning } = nation.gazetteer.everywhere(named);
    const [only, second] = meaning?.is === "one" ? [meaning.row] : rows;
    if (only !== undefined && second === undefined) return urlOfRow(nation, only);
    if (only === undefined) {
      const { places } = await findTyped(states, named, 2);
      const [part, other] = places.filter(({ place }) => isMeant(place));
      if (part !== undefined && other === undefined) return placeHref(part);
      continue;
    }
    const { name } = nation.ofRow(only).entry;
    const understood = `We read “${q.trim()}” as an address in ${name}.`;
    return nothing("address", understood, "Which of these?", answersOf(nation, rows.slice(0, SHOWN)));
  }
  return undefined;
}

/** The most places of a list. */
const SHOWN = 25;

function urlOfRow(nation: NationPlaces, row: number): string {
  return nationPlaceUrl(nation.ofRow(row).entry, nation.nation);
}
