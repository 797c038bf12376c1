/** @jsxImportSource hono/jsx */
import { oncePer } from "../../base/once-per.ts";
import { familyOf } from "../../domain/grade.ts";
import type { OffenseGroup } from "../../domain/offense.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { sourceOf } from "../../editions/edition.ts";
import type { Geography } from "../../lookup/geography.ts";
import type { Chart } from "../charts/chart.tsx";
import { familyBands } from "../charts/distribution.tsx";
import { unpopulatedYears } from "../measure/history-chart.tsx";
import { csvFile } from "../ui/columns.ts";
import { gradeClass, letterText, rangeText } from "../ui/grade.tsx";
import { URLS, urlIn, withQuery } from "../ui/urls.ts";
import { countyUrl, shortCounty } from "../view/addresses.ts";
import {
  ALL_COLUMNS,
  downloadColumns,
  FIGURE_COLUMNS,
  type PlaceRow,
  PlacesTable,
  placeRow,
  ratesText,
} from "../view/columns.tsx";
import { stateView } from "../view/views.ts";
import type { ExploreData, Kind, Metric } from "./explore-data.ts";
import { countyMap, type LegendLine, MAP_SOURCE, type MapPlace, stateMap } from "./map.tsx";
import type { Point } from "./map-shapes.ts";

/** The steps of a rate, as multiples of the state's. */
const STEPS = [0, 0.5, 0.8, 1.25, 2] as const;
/** The most places of an older year that a sentence names. */
const MOST_NAMED = 9;

/** The map of the state by score or rate, in any year. */
export function mapChart(data: ExploreData): Chart {
  const { kind, year, rows, geography, metric, state, snapshot } = data;
  const page = urlIn(snapshot.edition, URLS.explore);
  const rate = metric === "score" ? null : { group: metric, state: state[metric] };
  return {
    id: "map",
    path: `${page}/map`,
    query: exploreUrl(data, {}).slice(page.length),
    page,
    title: titleOf(data),
    units: coverageOf(data),
    source: `${sourceOf(snapshot.edition, year)}. ${MAP_SOURCE}`,
    panels: [
      stateMap({
        label: titleOf(data),
        edition: snapshot.edition,
        geography,
        places: mapPlaces(geography, rows, year, rate),
        legend: legendOf(data),
      }),
    ],
    table: <PlacesTable caption={titleOf(data)} columns={FIGURE_COLUMNS[kind]} rows={rows} />,
    csv: () => csvFile(downloadColumns(ALL_COLUMNS[kind]), rows),
  };
}

export function titleOf({ kind, metric, year, snapshot }: ExploreData): string {
  return `${snapshot.edition.name} ${kind} by ${metric === "score" ? "grade" : `${metric} crime`}, ${year}`;
}

interface Change {
  readonly metric?: Metric;
  readonly kind?: Kind;
  readonly year?: number;
}

/** The address is the state: the same page with something else chosen. Defaults are left out. */
export function exploreUrl({ metric, kind, year, snapshot }: ExploreData, change: Change): string {
  const next = { metric, kind, year, ...change };
  return withQuery(urlIn(snapshot.edition, URLS.explore), {
    metric: next.metric === "score" ? "" : next.metric,
    kind: next.kind === "counties" ? "" : next.kind,
    year: next.year === snapshot.dataYear ? "" : String(next.year),
  });
}

/** How many places have figures, what they are compared with, and which are older. */
export function coverageOf({ kind, metric, year, rows, state, snapshot }: ExploreData): string {
  const shown = rows.filter(({ graded }) => graded !== null);
  const total = kind === "counties" ? rows.length : snapshot.cities.length + snapshot.absent.length;
  const [one, many] = kind === "counties" ? ["county", "counties"] : ["city or town", "cities and towns"];
  const compared =
    metric === "score"
      ? `scored against ${snapshot.edition.rate}, which is 50`
      : `with ${metric} offenses per 1,000 residents, ${year === snapshot.dataYear ? "as estimated for the grade" : "as reported"}; ${snapshot.edition.name} had ${state[metric].toFixed(1)}`;
  const { populationGap: gap } = snapshot.edition;
  const isLacking = snapshot[kind].some(({ trend }) => unpopulatedYears(trend).includes(year));
  const reason = gap && isLacking ? ` The population tables of ${kind}, ${gap}.` : "";
  return shown.length === 0
    ? `No ${one} has complete figures for ${year}.${reason}`
    : `${shown.length} of ${total} ${many}, ${compared}.${olderText(shown)}`;
}

/** A sentence about the places whose record is of an older year: which they are, or how many. */
function olderText(rows: readonly PlaceRow[]): string {
  const older = rows.flatMap(({ name, graded }) => (graded?.isOlder ? [`${shortCounty(name)} ${graded.year}`] : []));
  if (older.length === 0) return "";
  return older.length > MOST_NAMED
    ? ` ${older.length} are from an older year (hollow on the map).`
    : ` From an older year: ${older.join(", ")}.`;
}

/** The rate that colors a map, with the state's. */
interface MappedRate {
  readonly group: OffenseGroup;
  readonly state: number;
}

/** The points of cities and counties by name. */
const labelPoints = oncePer(
  ({ places }: Geography): ReadonlyMap<string, Point> =>
    new Map(
      places
        .filter(({ kind }) => kind === "city" || kind === "county")
        .map(({ name, longitude, latitude }) => [name, [longitude, latitude]]),
    ),
);

function mapPlaces(
  geography: Geography,
  rows: readonly PlaceRow[],
  year: number,
  rate: MappedRate | null,
): readonly MapPlace[] {
  const points = labelPoints(geography);
  return rows.flatMap((row) => {
    const point = points.get(row.name);
    return point ? [{ point, ...mapWords(row, year, rate) }] : [];
  });
}

function mapWords(row: PlaceRow, year: number, rate: MappedRate | null): Omit<MapPlace, "point"> {
  const { id, href, graded, next } = row;
  const name = shortCounty(row.name);
  const rates = row.violent === null ? "" : `${ratesText(row)} per 1,000`;
  const value = rate ? row[rate.group] : null;
  if (graded === null || (rate && value === null)) {
    const figure = "no grade";
    const words = `${name}: ${figure}, ${year}`;
    return { id, name, href, shade: "none", letter: "", figure, words, range: "", rates: "", caution: "" };
  }
  const shade = rate && value !== null ? `step-${stepOf(value / rate.state)}` : gradeClass(graded.letter);
  const written = value === null ? `${letterText(graded.letter)} ${graded.score}` : value.toFixed(1);
  const letter = value === null ? familyOf(graded.letter) : written;
  const figure = `${written}${graded.isOlder ? ` (${graded.year})` : ""}`;
  const caution = graded.cautions.length === 0 ? "" : `Caution: ${graded.cautions.join(", ").toLowerCase()}`;
  const words = `${name}: ${figure}, ${graded.year}${caution && `. ${caution}`}`;
  const range = next ? `${graded.year + 1}: probably ${rangeText(next, " to ")}` : "";
  return {
    id,
    name,
    href,
    shade: shade + (graded.isOlder ? " older" : ""),
    letter,
    figure,
    words,
    range,
    rates,
    caution,
  };
}

/** The map of a county with its graded cities. undefined without a graded city. */
export function countyChart(snapshot: Snapshot, geography: Geography, county: string): Chart | undefined {
  const { counties, absentCounties, dataYear } = snapshot;
  const own = snapshot.cities.filter(({ record }) => record.county === county);
  const rows = own.map((city) => placeRow(stateView(city, snapshot)));
  if (rows.length === 0) return undefined;
  const { fips = "" } =
    counties.find(({ record }) => record.county === county) ??
    absentCounties.find((one) => one.county === county) ??
    {};
  const title = `Cities of ${county} by grade, ${dataYear}`;
  const page = countyUrl(snapshot.edition, county);
  const drawn = mapPlaces(geography, rows, dataYear, null);
  return {
    id: "map",
    path: `${page}/map`,
    page,
    title,
    units: `Score, 0 to 100.${olderText(rows)}`,
    source: `${sourceOf(snapshot.edition, dataYear)}. ${MAP_SOURCE}`,
    panels: [countyMap({ label: title, edition: snapshot.edition, geography, fips, cities: drawn })],
    table: <PlacesTable caption={title} columns={FIGURE_COLUMNS.cities} rows={rows} />,
    csv: () => csvFile(downloadColumns(ALL_COLUMNS.cities), rows),
  };
}

/** 1 to 5. */
function stepOf(multiple: number): number {
  return STEPS.findLastIndex((from) => multiple >= from) + 1;
}

/** The grades or the steps with the number of places in each. */
function legendOf({ metric, rows, state }: ExploreData): readonly LegendLine[] {
  const graded = rows.flatMap((row) => (row.graded ? [{ ...row, graded: row.graded }] : []));
  const none = rows.length - graded.length;
  const lines =
    metric === "score"
      ? familyBands().map(({ family, from, to }) => ({
          shade: `grade-${family.toLowerCase()}`,
          letter: family,
          text: `${from}–${to === 100 ? 100 : to - 1}`,
          count: graded.filter((row) => familyOf(row.graded.letter) === family).length,
        }))
      : STEPS.map((step, index) => {
          const [from, to] = [step * state[metric], (STEPS[index + 1] ?? 0) * state[metric]];
          return {
            shade: `step-${index + 1}`,
            letter: "",
            text: to === 0 ? `${from.toFixed(1)}+` : `${from.toFixed(1)}–${to.toFixed(1)}`,
            count: graded.filter((row) => stepOf((row[metric] ?? 0) / state[metric]) === index + 1).length,
          };
        }).toReversed();
  return none === 0 ? lines : [...lines, { shade: "none", letter: "", text: "no grade", count: none }];
}
