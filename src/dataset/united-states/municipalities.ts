import { UNITED_STATES } from "../../editions/united-states.ts";
import type { CensusUnit } from "../sources/census-gazetteer.ts";
import type { PlaceEstimate } from "../sources/census-places.ts";
import type { ListedAgency } from "../sources/fbi-agencies.ts";
import type { AgencyRow, Municipality, NationReview, NationTables } from "../united-states/tables.ts";
import { joined, reviewedPlace } from "./agency-name.ts";
import { openMunicipalities, withoutOfficialKind } from "./municipality-index.ts";

/**
 * The Gazetteer's units with the yearly estimates of incorporated places. Of two places of one official name in a state,
 * the estimates go to the one with the nearer number of residents. @param connecticut the counties of its towns by name
 */
export function municipalitiesOf(
  units: readonly CensusUnit[],
  estimates: readonly PlaceEstimate[],
  connecticut: ReadonlyMap<string, string>,
): readonly Municipality[] {
  const countyNames = new Map(
    units.flatMap(({ level, geoid, officialName }) => (level === "county" ? [[geoid, officialName] as const] : [])),
  );
  const incorporated = units.filter(({ level, isStatistical }) => level === "place" && !isStatistical);
  const places = Map.groupBy(incorporated, ({ state, officialName }) => `${state}|${officialName}`);
  const bare = Map.groupBy(incorporated, ({ state, officialName }) => `${state}|${withoutOfficialKind(officialName)}`);
  const estimateOf = new Map<string, ReadonlyMap<number, number>>();
  for (const { state, officialName, residents } of estimates) {
    const newest = [...residents.values()].at(-1) ?? 0;
    const distance = (unit: CensusUnit) => Math.abs(Math.log((newest + 1) / ((unit.residents ?? 0) + 1)));
    // A municipality can change its kind between two vintages: "Kearns metro township" is a city now.
    const own =
      places.get(`${state}|${officialName}`) ?? bare.get(`${state}|${withoutOfficialKind(officialName)}`) ?? [];
    const free = own.toSorted((a, b) => distance(a) - distance(b)).find(({ geoid }) => !estimateOf.has(geoid));
    if (free !== undefined) estimateOf.set(free.geoid, residents);
  }
  return units.map(({ state, geoid, level, officialName, residents, counties, isStatistical }) => {
    const former =
      state === "CT" ? connecticut.get(officialName.replace(/ (?:town|city)$/, "").toLowerCase()) : undefined;
    const named = counties.flatMap(({ code, share }) => {
      const name = countyNames.get(code);
      return name === undefined ? [] : [{ name, share }];
    });
    const own = level === "county" ? [{ name: officialName, share: 1 }] : named;
    return {
      ...{ state, geoid, residents },
      officialName: isStatistical && !officialName.endsWith(" CDP") ? `${officialName} CDP` : officialName,
      estimates: new Map(estimateOf.get(geoid)),
      counties: state === "CT" ? (former === undefined ? [] : [{ name: former, share: 1 }]) : own,
    };
  });
}

/**
 * Those that a row of a table can mean, that a review names, and every incorporated place of as many residents as the edition asks for; and
 * the listed departments whose name several of them bear.
 */
export function namedMunicipalities(
  all: readonly Municipality[],
  listed: readonly ListedAgency[],
  agencies: ReadonlyMap<number, readonly AgencyRow[]>,
  review: NationReview,
): Pick<NationTables, "municipalities" | "listedAgencies"> {
  const index = openMunicipalities(all);
  const named = new Set(
    review.identities.flatMap(({ geoid, serves }) => [...(geoid === null ? [] : [geoid]), ...serves]),
  );
  const shared = new Set<string>();
  for (const row of [...agencies.values()].flat()) {
    const name = reviewedPlace(review, row);
    const candidates = index.candidates(row.state, name);
    const community = candidates.length === 0 ? index.communityOf(row.state, name, row.residents) : null;
    for (const { geoid } of community === null ? candidates : [community]) named.add(geoid);
    if (candidates.length > 1) shared.add(`${row.state}|${joined(name.name)}`);
  }
  return {
    municipalities: all.filter(({ geoid, estimates }) => {
      return (
        named.has(geoid) || [...estimates.values()].some((residents) => residents >= UNITED_STATES.fewestResidents)
      );
    }),
    listedAgencies: listed.filter(({ state, agency }) => shared.has(`${state}|${joined(agency)}`)),
  };
}
