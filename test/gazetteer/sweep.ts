import { ownText } from "../../src/base/text.ts";
import type { GazetteerPlace } from "../../src/gazetteer/gazetteer.ts";
import { legalName } from "../../src/gazetteer/legal-names.ts";
import { stateName } from "../../src/gazetteer/state-text.ts";
import { allRows, country, isSamePlace } from "./country.ts";

/** Ways to write an official name. The answer to each is the place, or a list that has it. */
function spellingsOf({ officialName, state, kind, counties: [first] }: GazetteerPlace): readonly string[] {
  const name = stateName(state);
  const alone = [
    officialName,
    officialName.toUpperCase(),
    `${officialName}, ${state}`,
    `${officialName} ${state}`,
    `${officialName}, ${name}`,
    `${officialName}, ${name}, USA`,
  ];
  if (kind === "county" || first === undefined || first.county === name) return alone;
  const { bare } = legalName(officialName, kind);
  return [
    ...alone,
    `${officialName}, ${first.county}`,
    `${officialName} (${first.county}), ${state}`,
    `${bare}, ${first.county}`,
  ];
}

/** The names that mean another place than the one that they are the official names of. */
export function wrongNames(isTried: (place: GazetteerPlace) => boolean): readonly string[] {
  const { same } = country.table();
  return allRows().flatMap((row) => {
    const place = country.place(row);
    if (!isTried(place)) return [];
    const own = same.get(row) ?? row;
    return spellingsOf(place).flatMap((text) => {
      const found = country.find(place.state, ownText(text));
      const isOwn = (other: number) => isSamePlace(other, own) || isNamesake(country.place(other), place, text);
      const isRight =
        found.is === "one"
          ? isOwn(found.row) || (found.also !== null && isOwn(found.also))
          : found.is === "several" && found.rows.some(isOwn);
      return isRight ? [] : [`${place.state}/${text}: ${found.is}`];
    });
  });
}

/** Without its kind, a village's name may mean the city of its county that has the same one. */
function isNamesake(other: GazetteerPlace, { officialName, name, counties }: GazetteerPlace, text: string): boolean {
  const isBare = !text.toLowerCase().startsWith(officialName.toLowerCase());
  return isBare && other.name === name && other.counties.some(({ county }) => county === counties[0]?.county);
}
