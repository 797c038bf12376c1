import type { NationNotFound } from "../domain/nation-place.ts";
import type { GazetteerPlace } from "../gazetteer/gazetteer.ts";
import type { PlaceKind } from "../gazetteer/place-table.ts";
import { stateName } from "../gazetteer/state-text.ts";
import { MAX_SUGGESTIONS } from "./hints.ts";
import type { NationMeaning, NationPlaceEntry } from "./nation-names.ts";
import type { AskedName } from "./places.ts";
import { noneFound, type WaysOn } from "./unknown-names.ts";

/** What helps besides the place itself and the area that covers it. */
type Help = Omit<NationNotFound, "place" | "covered_by">;

type Asked = Pick<AskedName, "state" | "name">;

export interface Ways extends WaysOn {
  /** The municipality where the residents of a county live, in a sentence; none where they live in several. */
  readonly cityHint: (county: GazetteerPlace) => readonly string[];
}

/** What helps after a name that has no grade: the reason, a sentence, and places that may be meant. */
export function notFoundIn(asked: Asked, meaning: NationMeaning, ways: Ways): Help {
  const { elementOf } = ways;
  const where = stateName(asked.state);
  switch (meaning.is) {
    case "one":
      return withoutGrade(meaning.place.entry, meaning.also?.entry ?? null, ways);
    case "several":
      return severalFound(
        meaning.places.map(({ entry }) => entry),
        where,
        ways,
      );
    case "part": {
      const { entry } = meaning.of;
      const hint = `${meaning.name} is a part of ${entry.name}, ${where}, whose figures cover it.`;
      return { reason: null, suggestions: [elementOf(entry)], hint };
    }
    case "state":
      return { reason: null, suggestions: [], hint: `${where} is the state itself. Send the name of a place in it.` };
    default:
      return noneFound(asked, meaning, ways);
  }
}

/** Why places of a kind have no figures of their own. */
const WHY: Readonly<Partial<Record<PlaceKind, string>>> = {
  community: "It has no government of its own, and so no figures",
  county: "Figures are of cities and towns, and of areas that county departments police",
};

/** Beside the record of a place whose name another one has, too; null unless it also has a record. */
export function namesakeHint(also: NationPlaceEntry): string | null {
  if (!("record" in also)) return null;
  const where = also.county === null ? "" : ` in ${also.county}`;
  return `${also.name}${where} is another place of the name, and has a grade.`;
}

/** Why a place has no grade, and what helps; nothing for one with a record. @param also another place of its name */
export function withoutGrade(
  place: NationPlaceEntry,
  also: NationPlaceEntry | null,
  { elementOf, cityHint }: Pick<Ways, "elementOf" | "cityHint">,
): Help {
  const where = stateName(place.state);
  const other = also !== null && "record" in also ? [elementOf(also)] : [];
  const namesake = other.length === 0 ? "" : ` ${also?.name} is another place of the name, and has a grade.`;
  if ("record" in place) return { reason: null, suggestions: other, hint: null };
  if (place.reason === null) {
    const why = "place" in place ? WHY[place.place.kind] : undefined;
    const city = "place" in place && place.place.kind === "county" ? cityHint(place.place) : [];
    const hint = [`${place.detail}. ${why ?? "No figures of its own are in the dataset"}.${namesake}`, ...city].join(
      " ",
    );
    return { reason: null, suggestions: other, hint };
  }
  return {
    reason: place.reason,
    suggestions: other,
    hint: `${place.name}, ${where} has no grade: ${place.detail}.${namesake}`,
  };
}

function severalFound(places: readonly NationPlaceEntry[], where: string, { elementOf }: Ways): Help {
  const suggestions = places.slice(0, MAX_SUGGESTIONS).map(elementOf);
  const example = suggestions.find(({ county }) => county !== null);
  const such = example === undefined ? "" : `, such as "${example.city}, ${example.county}"`;
  return {
    reason: null,
    suggestions,
    hint: `${places.length} places in ${where} have this name. Add the county${such}.`,
  };
}
