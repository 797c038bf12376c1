import type { Typed } from "../../base/text.ts";
import type { NationLocateAnswer } from "../../domain/nation-location.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { ZipShares } from "../../gazetteer/zip-table.ts";
import { sentences } from "../hints.ts";
import { rowOf } from "../nation-elements.ts";
import type { NationKnown, NationMeaning } from "../nation-names.ts";
import { MIN_SHARE } from "../places.ts";
import { unknownZip, type ZipLocator } from "./in-zip.ts";
import type { Located, LocationParts, LocatorParts } from "./located.ts";
import type { NameLocator } from "./named.ts";

/** The ZIP code and the city of an address narrow each other. The street is ignored. */
export function createAddressLocator(
  { gazetteer, names }: LocatorParts,
  { ofRow, found, missed }: Located,
  { inZip, locateZip }: ZipLocator,
  { locateInState, severalOf }: NameLocator,
) {
  /** "TX Travis County" */
  const countiesOf = (row: number | undefined) => {
    if (row === undefined) return [];
    const { state, counties } = gazetteer.place(row);
    return counties.map(({ county }) => `${state} ${county}`);
  };
  const rowsOf = (known: readonly NationKnown[]) => known.flatMap(({ entry }) => rowOf(entry, names) ?? []);

  /** A city with a share of the ZIP code. */
  function narrowed(zip: string, { candidates }: ZipShares, row: number, byZip: LocationParts): NationLocateAnswer {
    const share = candidates.find((one) => one.row === row)?.share ?? 1;
    const own = ofRow(row);
    // A city is in several counties, its ZIP code mostly in one.
    const isInCounty = own.place?.counties.some(({ county }) => county === byZip.county?.county);
    const part =
      share < MIN_SHARE
        ? `${own.matched.name} has ${Math.round(share * 100)}% of ${zip}; mail to its neighbors may have the same name.`
        : null;
    const county = (isInCounty ? byZip : own).county ?? null;
    return found({ ...byZip, ...own, county, hint: sentences(own.hint, part) });
  }

  /** A city without a share. Mail says the name of a larger neighbor, which is no contradiction in the same county. */
  function contradicted(
    zip: string,
    { candidates }: ZipShares,
    called: readonly NationKnown[],
    byZip: LocationParts,
  ): NationLocateAnswer {
    const [city] = called;
    const what = `No part of ${zip} is in ${city?.entry.name}, ${city?.entry.state}.`;
    const around = new Set(candidates.flatMap(({ row }) => countiesOf(row)));
    if (rowsOf(called).some((row) => countiesOf(row).some((county) => around.has(county)))) {
      return found({ ...byZip, hint: sentences(what, "The ZIP code decides.", byZip.hint) });
    }
    const others = candidates.map(({ row }) => names.ofRow(row));
    return missed(`${what} Send only the one that is right.`, [...called.slice(0, 2), ...others]);
  }

  return (address: Typed): NationLocateAnswer => {
    const { zip, state, name, meaning } = gazetteer.address(address);
    if (name === null || state === null) {
      return zip === null ? missed("The address names neither a city nor a ZIP code.") : locateZip(zip);
    }
    if (zip === null) return locateInState(state, name);
    const shares = gazetteer.zip(zip);
    if (shares === undefined) return missed(unknownZip(zip));
    const byZip = inZip(zip, shares);
    const alone = names.find({ state, name });
    const city = alone.is === "part" ? rowOf(alone.of.entry, names) : undefined;
    if (meaning?.is === "one") return narrowed(zip, shares, meaning.row, byZip);
    if (city !== undefined && shares.candidates.some(({ row }) => row === city)) {
      return narrowed(zip, shares, city, byZip);
    }
    if (meaning?.is === "several") return severalOf(name, meaning.rows, byZip.hint ?? null);
    const called = calledBy(alone);
    if (called.length > 0) return contradicted(zip, shares, called, byZip);
    const unknown = `No place in ${stateName(state)} has the name of the city; the ZIP code decides.`;
    return found({ ...byZip, hint: sentences(unknown, byZip.hint) });
  };
}

function calledBy(meaning: NationMeaning): readonly NationKnown[] {
  if (meaning.is === "several") return meaning.places;
  return meaning.is === "one" ? [meaning.place] : meaning.is === "part" ? [meaning.of] : [];
}
