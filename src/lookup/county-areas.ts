import { lazily } from "../base/lazily.ts";
import { oncePer } from "../base/once-per.ts";
import { pathSegment } from "../base/path-segment.ts";
import { ownText, type Typed } from "../base/text.ts";
import type { AreasNotFound, CoveringArea } from "../domain/area-record.ts";
import type { NationAreaAbsence } from "../domain/nation-area.ts";
import type { StateCode } from "../editions/us-states.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import {
  areasListOf,
  countyAreasOf,
  coveringAreaOf,
  explainAreas,
  historyOfAreas,
  type NationAreaEntry,
  withoutFiguresOf,
} from "../figures/area-entries.ts";
import type { NationDataset } from "../figures/dataset.ts";
import type { NationEntry } from "../figures/entries.ts";
import { monthsOfAreas } from "../figures/months.ts";
import { normalized } from "../gazetteer/fold.ts";
import type { Gazetteer, GazetteerPlace } from "../gazetteer/gazetteer.ts";
import { legalName, looseKey, nameKey, ownKey } from "../gazetteer/legal-names.ts";
import type { Whereabouts } from "../gazetteer/locate-point.ts";
import { stateName } from "../gazetteer/state-text.ts";
import { lookupPath } from "./lookup-path.ts";
import type { NationNames, NationPlaceEntry } from "./nation-names.ts";
import { MIN_SHARE } from "./places.ts";

export type CountyAreasLookup = ReturnType<typeof createCountyAreas>;

/** What the dataset has of the departments of a county. */
export interface KnownCounty {
  readonly answer: PrebuiltAnswer | undefined;
  readonly explanation: () => object | undefined;
  readonly history: () => object | undefined;
  /** After the data year. */
  readonly months: () => object | undefined;
}

/** The areas of county departments by the name of the county. */
export function createCountyAreas(
  dataset: NationDataset,
  names: Pick<NationNames, "ofRow" | "ownOf">,
  gazetteer: Gazetteer,
) {
  const { nation, areasOf, absentAreasOf } = dataset;
  const withDepartment = new Set(
    nation.states
      .flatMap(({ departments }) => departments)
      .concat([...nation.places, ...nation.absent].flatMap(({ serves }) => serves)),
  );
  const counties = new Map<StateCode, ReadonlyMap<string, number>>();
  const known = new Map<number, KnownCounty>();
  const lists = new Map<StateCode, PrebuiltAnswer>();
  /** For each row of the gazetteer, as far as it was asked for: points ask again for the same ones. */
  const departments = lazily(() => new Uint8Array(gazetteer.table().codes.length));
  const coveringOf = oncePer((area: NationAreaEntry | NationAreaAbsence) => coveringAreaOf(area, pathOf(area)));

  /** "Howard", "Howard County", "Orleans Parish", or a GEOID. "Baltimore city" is a county, too, and not Baltimore County. */
  function countyIn(state: StateCode, name: Typed): GazetteerPlace | undefined {
    const keys = counties.get(state) ?? keysOfCounties(gazetteer, state);
    counties.set(state, keys);
    const row = keys.get(looseKey(nameKey(normalized(name)))) ?? gazetteer.ofGeoid(name);
    const place = row === undefined ? undefined : gazetteer.place(row);
    return place?.kind === "county" && place.state === state ? place : undefined;
  }

  function knownCounty(county: GazetteerPlace): KnownCounty {
    const { row, geoid, state, name } = county;
    const found = known.get(row);
    if (found !== undefined) return found;
    const named = { state, geoid, county: name };
    const [areas, absent] = [areasOf(geoid), absentAreasOf(geoid)];
    let answer: PrebuiltAnswer | undefined;
    const made: KnownCounty = {
      get answer() {
        if (areas.length > 0) answer ??= dataset.answer({ found: true, data: countyAreasOf(named, areas, absent) });
        return answer;
      },
      explanation: () => (areas.length === 0 ? undefined : explainAreas(named, areas, nation)),
      history: () => historyOfAreas(named, [...areas, ...absent], nation),
      months: () => monthsOfAreas(named, [...areas, ...absent], nation),
    };
    known.set(row, made);
    return made;
  }

  return {
    /** What a county has; undefined if the state has none of the name. */
    find(state: StateCode, name: Typed): KnownCounty | undefined {
      const county = countyIn(state, name);
      return county && knownCounty(county);
    },
    /** The county of a name in any spelling; undefined if the state has none of it. */
    county: countyIn,
    /** The answer with all areas of a state. */
    ofState(state: StateCode): PrebuiltAnswer {
      const made =
        lists.get(state) ?? dataset.answer(areasListOf(state, dataset.areas.ofState(state), nation.dataYear));
      lists.set(state, made);
      return made;
    },
    missed: (state: StateCode, name: Typed): AreasNotFound => missedIn(state, name, countyIn(state, name)),
    /** The area that covers a place without figures of its own, only where no table has a department of the place. */
    coveredBy(entry: NationPlaceEntry, place: GazetteerPlace | undefined): CoveringArea | null {
      const found = coveringArea(entry, place);
      return found === null ? null : coveringOf(found);
    },
    /** The area that a point is in, unless a municipality with a department of its own holds it, or may. */
    coveredAt(where: Whereabouts): CoveringArea | null {
      const found = areaAt(where);
      return found === null ? null : coveringOf(found);
    },
    coveringArea,
    cityHint,
    /** Drops what was made for requests. */
    forget(): void {
      for (const made of [counties, known, lists]) made.clear();
      coveringOf.forget();
    },
  };

  /** Of several departments that police an area, the one with most residents. */
  function mainArea(geoid: string): NationAreaEntry | NationAreaAbsence | null {
    const [served] = areasOf(geoid);
    if (served !== undefined) return served;
    const absent = absentAreasOf(geoid).filter(({ population }) => population !== null);
    const [largest = null] = absent.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
    return largest;
  }

  function coveringArea(
    entry: NationPlaceEntry,
    place: GazetteerPlace | undefined,
  ): NationAreaEntry | NationAreaAbsence | null {
    if ("record" in entry || place === undefined || isReported(entry)) return null;
    if (place.kind === "county") return mainArea(place.geoid);
    if (withDepartment.has(place.geoid)) return null;
    const [main] = place.counties;
    if (main === undefined || main.share < MIN_SHARE) return null;
    // A community has the police of the town around it.
    if (place.kind === "community") {
      const where = gazetteer.locate(gazetteer.pointOf(place.row));
      return where === null ? null : areaAt(where);
    }
    const county = gazetteer.rowOfCounty(place.state, main.county);
    return county === undefined || gazetteer.isMunicipality(county) ? null : mainArea(gazetteer.geoidOf(county));
  }

  function areaAt({ municipality, community, unheld, countyRow }: Whereabouts) {
    if (countyRow === null) return null;
    const around = municipality === null ? unheld : [municipality];
    const isOthers = around.some(hasDepartment) || (community !== null && hasDepartment(community));
    return isOthers ? null : mainArea(gazetteer.geoidOf(countyRow));
  }

  /** Whether a table has a department of a municipality. */
  function hasDepartment(row: number): boolean {
    const known = departments()[row];
    if (known !== undefined && known !== UNKNOWN) return known === HAS_ONE;
    const isPoliced = findsDepartment(row);
    departments()[row] = isPoliced ? HAS_ONE : HAS_NONE;
    return isPoliced;
  }

  function findsDepartment(row: number): boolean {
    if (withDepartment.has(gazetteer.geoidOf(row))) return true;
    const entry = names.ownOf(row)?.entry;
    return entry !== undefined && ("record" in entry || isReported(entry));
  }

  function missedIn(state: StateCode, name: Typed, county: GazetteerPlace | undefined): AreasNotFound {
    const { includes } = dataset.edition;
    const where = stateName(state);
    if (county !== undefined && state === includes.abbreviation) {
      const own = `/v1${includes.path}/safety/county/${pathSegment(county.name.replace(/ County$/, ""))}`;
      const hint = `${includes.name} has an edition of its own: ask ${own}. Its figures are of all agencies in the county, not of the sheriff's area alone.`;
      return { without_figures: [], hint };
    }
    if (county !== undefined) {
      const absent = absentAreasOf(county.geoid);
      if (areasOf(county.geoid).length > 0) {
        const hint = `The FBI's monthly figures have no department of ${county.name}, ${where}.`;
        return { without_figures: withoutFiguresOf(absent), hint };
      }
      const reasons = absent.map(({ department, detail }) => `${department}: ${detail}.`);
      if (absent.length > 0) return { without_figures: withoutFiguresOf(absent), hint: reasons.join(" ") };
      const none = `No sheriff or county police department of ${county.name}, ${where} is in the FBI's tables.`;
      return { without_figures: [], hint: [none, ...cityHint(county)].join(" ") };
    }
    const meaning = gazetteer.find(state, name);
    const place = meaning.is === "one" ? gazetteer.place(meaning.row) : undefined;
    const [main] = place?.counties ?? [];
    if (place === undefined || main === undefined)
      return { without_figures: [], hint: `No county of ${where} has this name.` };
    const inCounty = place.level === "county" ? "" : `${main.county}, `;
    const around = countyIn(state, ownText(main.county));
    const answers =
      around !== undefined && areasOf(around.geoid).length > 0 ? "that county, or for the place" : "the place";
    const hint = `${place.name} is a place in ${inCounty}${where}. Ask for ${answers}: ${lookupPath(gazetteer, dataset.edition.path, place)}.`;
    return { without_figures: [], hint };
  }

  /** A sentence that names the municipality where the residents of a county live, if the tables have it. */
  function cityHint(county: GazetteerPlace): readonly string[] {
    const row = gazetteer.cityOfCounty(county.row);
    if (row === undefined || "place" in names.ofRow(row).entry) return [];
    const city = gazetteer.place(row);
    return [`Its residents live in ${city.name}: ask ${lookupPath(gazetteer, dataset.edition.path, city)}.`];
  }

  function pathOf({ state, county }: Pick<NationAreaEntry, "state" | "county">): string {
    return `/v1${dataset.edition.path}/areas/${state}/${pathSegment(county)}`;
  }
}

const [UNKNOWN, HAS_NONE, HAS_ONE] = [0, 1, 2];

/** Whether a place without a record has years in a table. Kept: its years are read from the file each time. */
const isReported = oncePer(({ trend }: Exclude<NationPlaceEntry, NationEntry>) => trend !== null);

/** The rows of a state's counties by their names with and without their kinds. */
function keysOfCounties(gazetteer: Gazetteer, state: StateCode): ReadonlyMap<string, number> {
  const table = gazetteer.table();
  const rows = table.states.find(({ code }) => code === state);
  const keys = new Map<string, number>();
  if (rows === undefined) return keys;
  const [first, end] = rows.levels;
  // An independent city keeps its kind, so that the county of the name is found without it.
  const bareOf = (name: string) => (/ city$/.test(name) ? [] : [legalName(name, "county").bare]);
  for (let row = first; row < end; row++) {
    const name = table.officialName(row);
    for (const one of [name, ...bareOf(name)]) {
      const key = looseKey(ownKey(one));
      if (!keys.has(key)) keys.set(key, row);
    }
  }
  return keys;
}
