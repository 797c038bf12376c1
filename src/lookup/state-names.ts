import { ownText, type Typed } from "../base/text.ts";
import type { StateEdition } from "../editions/edition.ts";
import { createNames, type Entry, type NameTables, type RegionOf } from "../gazetteer/edition-names.ts";
import { foldsOf, isState, normalized } from "../gazetteer/fold.ts";
import { countryOf, type Region, statesOf } from "../gazetteer/regions.ts";
import type { ZipCode } from "../gazetteer/tables.ts";
import { type Catalog, type CatalogPlace, residentsOf } from "./state-catalog.ts";

/** The names of the places of a state. Their indexes are those of the catalog's list of all. */
export function createStateNames(
  catalog: Catalog,
  zips: readonly ZipCode[],
  tables: NameTables,
  edition: StateEdition,
) {
  const entries = catalog.all.map((known) => entryOf(known, edition));
  return createNames(entries, tables, regionsOf(catalog, zips, tables, edition), foldsOf(edition));
}

function entryOf(known: CatalogPlace, edition: StateEdition): Entry {
  const folds = foldsOf(edition);
  const { kind, within } = known.place;
  const [name, county] = [ownText(known.place.name), ownText(known.place.county)];
  const names = "names" in known ? known.names.map(ownText) : [name];
  const base = { kind, names, residents: residentsOf(known) };
  if (kind === "county") {
    const bare = folds.county(name);
    const exact = [`${bare} county`, `${bare} co`, `county of ${bare}`, `the county of ${bare}`];
    return { ...base, exact, alias: [bare], around: [] };
  }
  const around = [county, ...(within === null ? [] : [within])];
  const [exact = [], ...others] = names.map((one) => folds.cityKeys(one, county));
  const alias = others.flat();
  // "Lake" is not short for Lake California.
  const isFolded = normalized(name).endsWith(normalized(ownText(edition.name)));
  const withCity =
    within === null ? [] : [`${name}, ${within}`, `${name} ${within}`].map((one) => folds.city(ownText(one)));
  const own = isFolded ? [normalized(name), ...exact.filter((key) => key !== folds.city(name))] : exact;
  return { ...base, exact: [...own, ...withCity], alias, around };
}

const ZIP = /^(\d{5})(?: \d{4})?$/;

/** Other states, then the counties and cities of this one, and the counties of a ZIP code; then other countries. */
function regionsOf(
  { cities, counties }: Catalog,
  zips: readonly ZipCode[],
  { nicknames }: NameTables,
  edition: StateEdition,
): RegionOf {
  const folds = foldsOf(edition);
  const whole: Region = { name: edition.name, within: [] };
  const otherState = statesOf((code) => code === edition.abbreviation);
  const cityNames = new Map(
    [...cities.values()].flatMap(({ names, place: { name } }) =>
      names.map((own) => [folds.city(ownText(own)), name] as const),
    ),
  );
  const countyNames = new Map([...counties.keys()].map((county) => [folds.county(ownText(county)), county]));
  for (const [place, own] of Object.entries(nicknames)) {
    const isCounty = counties.has(place);
    for (const key of own.map((name) => folds.city(ownText(name))))
      (isCounty ? countyNames : cityNames).set(key, place);
  }
  const countiesByZip = new Map(zips.map(({ zip, shares }) => [zip, shares.map(({ county }) => county)]));
  const inside = (text: Typed): Region | undefined => {
    const bare = folds.county(text);
    const city = bare === text ? cityNames.get(folds.city(text)) : undefined;
    const within = [city, countyNames.get(bare) ?? countyNames.get(text)].filter((name) => name !== undefined);
    const [name] = within;
    return name === undefined ? undefined : { name, within };
  };
  return (text, isAfterComma) => {
    const zip = ZIP.exec(text)?.[1];
    if (zip !== undefined) return { name: `ZIP code ${zip}`, within: countiesByZip.get(zip) ?? null };
    if (isState(text, edition)) return whole;
    return otherState(text) ?? (isAfterComma ? inside(text) : undefined) ?? countryOf(text);
  };
}
