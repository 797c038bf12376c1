import { explainCity, explainCounty } from "../../src/domain/explain.ts";
import type { PlaceExplanation } from "../../src/domain/explanation.ts";
import type { SnapshotCity, SnapshotCounty } from "../../src/domain/snapshot.ts";
import { benchmarkRateOf } from "../../src/domain/trend.ts";
import { CONTRACT_EDITION } from "../../src/editions/table.ts";
import { letterText } from "../../src/site/ui/grade.tsx";
import { cityUrl, countyUrl, nationPlaceUrl, placeUrl, zipUrl } from "../../src/site/view/addresses.ts";
import { currentGeography } from "./current-geography.ts";
import { releasedNation, releasedPlaces } from "./server.ts";
import { contentOf, SETTINGS, words } from "./site-pages.ts";

const MAX_BYTES = 60_000;
/** Of a page of a ZIP code, neighborhood, or community, not compressed. */
const MAX_LOCATED_BYTES = 30_000;
const LOCATED = /^\/explore\/(place|zip)\//;
/** The model's own words, but for the URL of a source. */
export const MODEL_WORDS =
  /\b(?:forecast|posterior|prior mean|withheld|level of the fall|low together|lower tail|upper tail|shortfall)(?<!\.gov\/\w+)/i;
const FOR_READERS_OF_THE_METHOD = /^\/(methodology|docs)/;

const { records } = releasedPlaces;
const { nation } = releasedNation;
const { cities, absent, counties, absentCounties } = records;
const cityPath = ({ city }: { readonly city: string }) => cityUrl(CONTRACT_EDITION, city);
const countyPath = ({ county }: { readonly county: string }) => countyUrl(CONTRACT_EDITION, county);
const grouped = new Intl.NumberFormat("en-US");

/** The figures of an explanation, as formatted on a page. */
function figuresOf({ intervals, steps, cautions }: PlaceExplanation): readonly string[] {
  const { year, safety_score_low: low, safety_score_high: high } = intervals.next_year;
  return [
    `${year === records.dataYear + 1 ? "Next year’s score" : `The score of ${year}`} will probably be ${low === high ? low : `${low} to ${high}`} (8 times in 10).`,
    ...steps.map(({ numbers }) => numbers),
    ...cautions.map((caution) => caution.text),
  ];
}

/** What the page of a city must say. It starts by comparing both rates with California's, for the record's year. */
function ofCity(city: SnapshotCity): readonly (string | RegExp)[] {
  const { record, rating } = city;
  const [violent, property] = (["violent", "property"] as const).map((group) => {
    const multiple = rating[group].smoothedRate / benchmarkRateOf(records.state.trend, record.data_year, group);
    const percent = Math.round(100 * Math.abs(1 - multiple));
    if (multiple >= 1.95) return `${multiple.toFixed(1)} times`;
    return percent === 0 ? `as much ${group}` : `${percent}% ${multiple > 1 ? "more" : "less"} ${group}`;
  });
  return [
    `${record.safety_score} /100 ${letterText(record.grade)} ${record.data_year} `,
    `${record.crime_rate_per_1k} per 1,000 residents, California ${record.state_average_rate}: ${record.comparison}`,
    grouped.format(record.population),
    ...figuresOf(explainCity(city, records)),
    new RegExp(`In ${record.data_year} ${record.city} had ${violent} .* and ${property} .*(?:score|range)`),
  ];
}

function ofCounty(county: SnapshotCounty): readonly string[] {
  const { record, agencies } = county;
  return [
    ...figuresOf(explainCounty(county, records)),
    `${record.safety_score} /100 ${letterText(record.grade)} ${record.data_year} `,
    `${record.crime_rate_per_1k} per 1,000 residents, California`,
    ...agencies.map(({ name }) => name.replace(/\s+/g, " ")),
  ];
}

const figures = new Map<string, readonly (string | RegExp)[]>([
  ...cities.map((city) => [cityPath(city.record), ofCity(city)] as const),
  ...counties.map((county) => [countyPath(county.record), ofCounty(county)] as const),
]);

const xml = await contentOf("/sitemap.xml");
export const listed = Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = ""]) =>
  url.replace(SETTINGS.baseUrl, ""),
);
export const places = [
  ...[...cities.map(({ record }) => record), ...absent].map(cityPath),
  ...[...counties.map(({ record }) => record), ...absentCounties].map(countyPath),
  ...currentGeography.names.map(({ place }) => placeUrl(CONTRACT_EDITION, place)),
  ...currentGeography.zips.map(({ zip }) => zipUrl(CONTRACT_EDITION, zip)),
  ...[...nation.places, ...nation.absent].map((place) => nationPlaceUrl(place, nation)),
];

/** What is wrong with the pages at these paths: their size, their figures, and words of the model. */
export async function faultsOf(paths: Iterable<string>): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    const page = await contentOf(path);
    const bytes = Buffer.byteLength(page);
    // Only a page of more bytes can have that many compressed, by the least of the codings.
    const isShort = LOCATED.test(path)
      ? bytes < MAX_LOCATED_BYTES
      : bytes <= MAX_BYTES || Bun.gzipSync(page, { level: 1 }).length <= MAX_BYTES;
    if (!isShort) faults.push(`${path} has ${bytes} bytes`);
    const [word] = (FOR_READERS_OF_THE_METHOD.test(path) ? null : MODEL_WORDS.exec(page)) ?? [];
    if (word) faults.push(`${path} says ${word}`);
    const expected = figures.get(path);
    const said = expected ? words(page) : "";
    for (const figure of expected ?? []) {
      if (typeof figure === "string" ? !said.includes(figure) : !figure.test(said.slice(0, 2_000)))
        faults.push(`${path}: no ${figure}`);
    }
  }
  return faults;
}
