import { MUNICIPAL_KINDS, type StateCode } from "../../editions/us-states.ts";
import { joined, withoutKind } from "./agency-name.ts";
import type { NationTables } from "./tables.ts";

export type CensusIndex = ReturnType<typeof openCensus>;

const KINDS =
  "city|town|village|borough|city and borough|municipality|corporation|CDP|urban county|metro township|(?:unified|consolidated|metropolitan|metro) government";
const OFFICIAL = new RegExp(`^(.+?)(?: (${KINDS}))?(?: \\(balance\\))?$`);
/** A government of a city and a county has the names of both: "Athens-Clarke County". */
const CITY_AND_COUNTY = /^(.+?)[-/].+/;

/** Where a town and a smaller place in it can have the same name, only a city is the whole of it. */
const TOWNS: ReadonlySet<StateCode> = new Set(["CT", "MA", "ME", "NH", "RI", "VT"]);

export function openCensus({ censusPlaces, placeCounties }: NationTables) {
  const used = new Set<string>();
  const entries = censusPlaces.map(({ state, officialName, residents }) => {
    const [, full = officialName, kind = ""] = OFFICIAL.exec(officialName) ?? [];
    const isGovernment = kind.includes("government") || kind === "urban county" || /County$/.test(full);
    const city = isGovernment || / \(balance\)$/.test(officialName) ? CITY_AND_COUNTY.exec(full)?.[1] : undefined;
    // "Amherst Town city" is the city that calls itself a town.
    const name = city ?? full.replace(/ Town$/, "");
    const id = `${state}|${officialName}`;
    const own = kind === "" || isGovernment ? "city" : kind;
    const [municipalKind = null] = ["city" as const, ...MUNICIPAL_KINDS].filter((one) => one === own);
    return {
      id,
      state,
      name,
      kind: own,
      municipalKind: city === undefined && name !== full ? null : municipalKind,
      residents,
      /** Whether a row of the tables is this place. */
      isUsed: () => used.has(id),
    };
  });
  const byName = Map.groupBy(entries, ({ state, name }) => `${state}|${joined(name)}`);
  const counties = Map.groupBy(placeCounties, ({ state, name }) => `${state}|${joined(name)}`);

  function candidates(state: StateCode, name: string) {
    const own = byName.get(`${state}|${joined(name)}`) ?? [];
    if (own.length > 0) return TOWNS.has(state) ? own.filter(({ kind }) => kind === "city") : own;
    const short = withoutKind(name);
    // "Boise" is "Boise City" in the list.
    if (short === null) return byName.get(`${state}|${joined(`${name} City`)}`) ?? [];
    return (byName.get(`${state}|${joined(short.name)}`) ?? []).filter(({ kind }) => kind === short.kind);
  }

  return {
    places: entries,
    /** The incorporated place of a name; null if there is none, or several. */
    placeOf(state: StateCode, name: string) {
      const found = candidates(state, name);
      for (const { id } of found) used.add(id);
      return found.length === 1 ? (found[0] ?? null) : null;
    },
    /** The only county that has a place of the name; null if several have one, or none is known. */
    countyOf(state: StateCode, name: string) {
      const short = withoutKind(name);
      const isPart = short === null || short.kind === "township" || short.kind === "town";
      const names = isPart ? [name] : [name, short.name];
      const found = names.map((one) => new Set(counties.get(`${state}|${joined(one)}`)?.map(({ county }) => county)));
      const [county, ...others] = found.find(({ size }) => size > 0) ?? [];
      return county !== undefined && others.length === 0 ? county : null;
    },
  };
}
