import tables from "../../../data/names/california.json" with { type: "json" };
import { STATE } from "../../domain/california.ts";
import { CALIFORNIA } from "../../domain/edition.ts";
import { cityKeys, foldCityName, foldCountyName, normalized } from "../../domain/name.ts";
import { type Catalog, type KnownPlace, residentsOf } from "../catalog.ts";
import type { ZipCode } from "../geography-tables.ts";
import { createNames, type Entry, type Form } from "../names.ts";
import { countryOf, type Region, type RegionOf, statesOf } from "../regions.ts";

/** The names of the state's universities, before that of the campus. */
const CAMPUS_FORMS: readonly Form[] = [
  [/^university of california,?(?: at)? /, "uc "],
  [/^(?:csu|california state university),?(?: at)? /, "cal state "],
  [/^california polytechnic state university,? /, "cal poly "],
];

/** The names of the edition's places. Their indexes are those of the catalog's list of all. */
export function createStateNames(catalog: Catalog, zips: readonly ZipCode[]) {
  const { elsewhere, shared, ...others } = tables;
  const own = { ...others, forms: CAMPUS_FORMS, elsewhere: new Set(elsewhere), shared: new Set(shared) };
  return createNames(catalog.all.map(entryOf), own, regionsOf(catalog, zips));
}

const STATE_NAME = normalized(CALIFORNIA.name);

function entryOf(known: KnownPlace): Entry {
  const { kind, name, county, within } = known.place;
  const names = "names" in known ? known.names : [name];
  const base = { kind, names, residents: residentsOf(known) };
  if (kind === "county") {
    const bare = foldCountyName(name);
    const exact = [`${bare} county`, `${bare} co`, `county of ${bare}`, `the county of ${bare}`];
    return { ...base, exact, alias: [bare], around: [] };
  }
  const around = [county, ...(within === null ? [] : [within])];
  const [exact = [], ...others] = names.map((one) => cityKeys(one, county));
  const alias = others.flat();
  // "Lake" is not short for Lake California.
  const isFolded = normalized(name).endsWith(STATE_NAME);
  const withCity = within === null ? [] : [foldCityName(`${name}, ${within}`), foldCityName(`${name} ${within}`)];
  const own = isFolded ? [normalized(name), ...exact.filter((key) => key !== foldCityName(name))] : exact;
  return { ...base, exact: [...own, ...withCity], alias, around };
}

const OWN_STATE = new RegExp(`^(?:${STATE.inAddress})$`);
const WHOLE: Region = { name: CALIFORNIA.name, within: [] };
const ZIP = /^(\d{5})(?: \d{4})?$/;

/** Other states, then the counties and cities of this one, and the counties of a ZIP code; then other countries. */
function regionsOf({ cities, counties }: Catalog, zips: readonly ZipCode[]): RegionOf {
  const otherState = statesOf((code) => code === CALIFORNIA.abbreviation);
  const cityNames = new Map(
    [...cities.values()].flatMap(({ names, place: { name } }) =>
      names.map((own) => [foldCityName(own), name] as const),
    ),
  );
  const countyNames = new Map([...counties.keys()].map((county) => [foldCountyName(county), county]));
  for (const [place, own] of Object.entries(tables.nicknames)) {
    const isCounty = counties.has(place);
    for (const key of own.map(foldCityName)) (isCounty ? countyNames : cityNames).set(key, place);
  }
  const countiesByZip = new Map(zips.map(({ zip, shares }) => [zip, shares.map(({ county }) => county)]));
  const inside = (text: string): Region | undefined => {
    const bare = foldCountyName(text);
    const city = bare === text ? cityNames.get(foldCityName(text)) : undefined;
    const within = [city, countyNames.get(bare) ?? countyNames.get(text)].filter((name) => name !== undefined);
    const [name] = within;
    return name === undefined ? undefined : { name, within };
  };
  return (text, isAfterComma) => {
    const zip = ZIP.exec(text)?.[1];
    if (zip !== undefined) return { name: `ZIP code ${zip}`, within: countiesByZip.get(zip) ?? null };
    if (OWN_STATE.test(text)) return WHOLE;
    return otherState(text) ?? (isAfterComma ? inside(text) : undefined) ?? countryOf(text);
  };
}
