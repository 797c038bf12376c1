import { MUNICIPAL_KINDS, type StateCode } from "../../editions/us-states.ts";
import type { Municipality } from "../united-states/tables.ts";
import { joined, KIND_BEFORE, type PlaceName, withoutKind } from "./agency-name.ts";

export type MunicipalKind = "city" | (typeof MUNICIPAL_KINDS)[number];

/** A municipality, a community, or a county, under the names that an agency may have. */
export interface IndexedMunicipality extends Municipality {
  /** Without its kind: "Austin"; of a government of a city and a county, the city's: "Athens". */
  readonly name: string;
  /** As people say it in the state's tables; null for a community and a county. */
  readonly kind: string | null;
  /** The kind that a record shows; null where the name says it already, or it is none of those. */
  readonly municipalKind: MunicipalKind | null;
  readonly level: "county" | "place" | "subdivision";
}

export type MunicipalityIndex = ReturnType<typeof openMunicipalities>;

const KINDS =
  "charter township|township|town|city and borough|city|village|borough|municipality|corporation|plantation|urban county|metro township|(?:unified|consolidated|metropolitan|metro) government|CDP";
const OFFICIAL = new RegExp(`^(.+?)(?: (${KINDS}))?(?: \\(balance\\))?$`);
/** A government of a city and a county has the names of both: "Athens-Clarke County". */
const CITY_AND_COUNTY = /^(.+?)(?:[-/]|, ).+/;
/** "El Paso de Robles (Paso Robles)", "The Village of Indian Hill". */
const COMMON_NAME = /^(.+) \((.+)\)$/;
const SAME_KIND: Readonly<Record<string, string>> = {
  "": "city",
  "charter township": "township",
  "city and borough": "city",
  municipality: "city",
  corporation: "city",
  "metro township": "city",
};

/** Where a census-designated place may have the name of the town around it, and the town has the police. */
const TOWNS: ReadonlySet<StateCode> = new Set(["CT", "MA", "ME", "NH", "RI", "VT"]);

/** Of a row with several namesakes: the one whose residents are within this share of the row's. */
const RESIDENTS_AGREE = 0.15;

export function openMunicipalities(municipalities: readonly Municipality[]) {
  const units = municipalities.map(indexed);
  const byName = Map.groupBy(
    units.flatMap((unit) => namesOf(unit).map((name) => ({ unit, key: `${unit.state}|${joined(name)}` }))),
    ({ key }) => key,
  );
  const byGeoid = new Map(units.map((unit) => [unit.geoid, unit]));

  function named(state: StateCode, name: string): readonly IndexedMunicipality[] {
    return [...new Set(byName.get(`${state}|${joined(name)}`)?.map(({ unit }) => unit))];
  }

  /** Those whose whole name it is: an incorporated place before the subdivision around it. */
  function literal(state: StateCode, name: string): readonly IndexedMunicipality[] {
    const found = named(state, name).filter(({ kind }) => kind !== null);
    const places = found.filter(({ level }) => level === "place");
    const towns = found.filter(({ level }) => level === "subdivision");
    const cities = places.filter(({ kind }) => kind === "city");
    if (!TOWNS.has(state)) return places.length > 0 ? places : towns;
    return [cities, towns, places].find(({ length }) => length > 0) ?? [];
  }

  function ofKind(state: StateCode, name: string): readonly IndexedMunicipality[] {
    const said = withoutKind(name);
    if (said === null) return [];
    const found = named(state, said.name);
    const own = found.filter(({ kind }) => kind === said.kind);
    // The tables call the towns of Wisconsin townships.
    return own.length > 0 || said.kind !== "township" ? own : found.filter(({ kind }) => kind === "town");
  }

  /** Municipalities that the name can mean, in any of its spellings. */
  function spelled(state: StateCode, name: string): readonly IndexedMunicipality[] {
    if (KIND_BEFORE.test(name)) return ofKind(state, name);
    const whole = literal(state, name);
    const said = withoutKind(name)?.kind;
    if (said === undefined || (said === "city" && whole.length > 0)) return whole;
    return [...new Set([...whole, ...ofKind(state, name)])];
  }

  function candidates(state: StateCode, { name, county }: PlaceName): readonly IndexedMunicipality[] {
    const [, both] = /^(.+) Town and Village$/.exec(name) ?? [];
    const forms = [name, ...other(name), ...(both === undefined ? [] : [`${both} Town`])];
    const found = forms.map((form) => spelled(state, form)).find(({ length }) => length > 0) ?? [];
    if (county === null) return found;
    return found.filter(({ counties }) => counties.some((one) => joined(one.name) === joined(county)));
  }

  return {
    units,
    of: (geoid: string) => byGeoid.get(geoid),
    candidates,
    /** A census-designated place or a county with the name, and as many residents as the row has. */
    communityOf(state: StateCode, { name, county }: PlaceName, residents: number | null) {
      if (county !== null) return null;
      const found = [...named(state, name), ...named(state, `${name} County`)].filter(
        (unit) => unit.kind === null && agree(unit, residents),
      );
      return found.length === 1 ? (found[0] ?? null) : null;
    },
  };
}

/** "Austin city" → "Austin". */
export function withoutOfficialKind(officialName: string): string {
  return OFFICIAL.exec(officialName)?.[1] ?? officialName;
}

export function agree({ residents }: Pick<Municipality, "residents">, counted: number | null): boolean {
  return residents !== null && counted !== null && Math.abs(counted / residents - 1) <= RESIDENTS_AGREE;
}

/** A department may serve a part of a township, or more than it, but not three times as many. */
const MOST_TIMES = 3;

/** Whether a row may count the residents of a municipality, or of a part of it; also where either is not known. */
export function isOfSize({ residents }: Pick<Municipality, "residents">, counted: number | null): boolean {
  if (residents === null || counted === null) return true;
  return counted <= residents * MOST_TIMES && residents <= counted * MOST_TIMES;
}

/** A share of the residents that is all of them, as far as three decimals tell. */
const ALL = 0.9995;

/** The only county of a municipality; null if it has residents in several. */
export function onlyCounty({ counties: [largest] }: Municipality): string | null {
  return largest !== undefined && largest.share >= ALL ? largest.name : null;
}

function indexed(unit: Municipality): IndexedMunicipality {
  const [, full = unit.officialName, said = ""] = OFFICIAL.exec(unit.officialName) ?? [];
  const level = unit.geoid.length === 5 ? "county" : unit.geoid.length === 7 ? "place" : "subdivision";
  if (level === "county") return { ...unit, name: unit.officialName, kind: null, municipalKind: null, level };
  if (said === "CDP") return { ...unit, name: full, kind: null, municipalKind: null, level };
  const isGovernment = said.includes("government") || said === "urban county" || /County$/.test(full);
  const isBalance = said === "" && unit.officialName.endsWith(" (balance)");
  const city = isGovernment || isBalance ? CITY_AND_COUNTY.exec(full)?.[1] : undefined;
  const kind = isGovernment ? "city" : (SAME_KIND[said] ?? said);
  // "Amherst Town city" is the city that calls itself a town.
  const name = city ?? full.replace(/ Town$/, "");
  const [own = null] = ["city" as const, ...MUNICIPAL_KINDS].filter((one) => one === kind);
  const isTown = city === undefined && name !== full;
  return { ...unit, name, kind, municipalKind: isTown || level === "subdivision" ? null : own, level };
}

/** The names without a kind: the official one, a common one beside it, and one without "City" or "Town" at its end. */
function namesOf({ name, officialName, kind }: IndexedMunicipality): readonly string[] {
  const [, full = officialName] = OFFICIAL.exec(officialName) ?? [];
  const [, official, common] = COMMON_NAME.exec(full) ?? [];
  const of = /^(?:The )?(?:City|Town|Village) of (.+)$/.exec(full)?.[1];
  const short = kind === "city" ? / (?:City|Town)$/.exec(full)?.index : undefined;
  const all = [full, name, official, common, of, short === undefined ? undefined : full.slice(0, short)];
  return [...new Set(all.filter((one) => one !== undefined))];
}

/** "Middleboro" is Middleborough, and "Boise" Boise City. */
function other(name: string): readonly string[] {
  const long = /boro$/.test(name) ? [`${name}ugh`] : [];
  const short = /borough$/.test(name) ? [name.slice(0, -"ugh".length)] : [];
  return [...long, ...short];
}
