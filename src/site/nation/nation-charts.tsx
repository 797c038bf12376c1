/** @jsxImportSource hono/jsx */
import { UNITED_STATES, yardstickText } from "../../domain/edition.ts";
import type { NationEntry } from "../../domain/nation-entry.ts";
import type { StateCode } from "../../domain/us-states.ts";
import { stateName } from "../../places/nation-names.ts";
import type { NationPlaces } from "../../places/nation-places.ts";
import type { Chart } from "../charts/chart.tsx";
import { distributionPanel } from "../charts/distribution.tsx";
import type { Chartable } from "../explore/measure-data.ts";
import { meantInNation } from "../explore/search/find-typed.ts";
import type { Address } from "../http/page.ts";
import { csvFile, type FileColumn } from "../ui/columns.ts";
import { nationCompareSlug, nationPlaceUrl, nationSlugCalled, stateUrl } from "../ui/nation-urls.ts";
import { counted, number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { gradedEntry, NATION_SOURCE, nationEdition, placeOfSlug } from "./nation-parts.tsx";
import { loadNation } from "./nation-view.ts";

/** Dots of the nation stand for several places, because there are thousands. */
const PLACES_PER_DOT = 5;

/** The scores of all places. */
export function nationScoreChart({ entries, nation: { dataYear } }: NationPlaces): Chart {
  const sorted = entries.toSorted((a, b) => a.record.safety_score - b.record.safety_score);
  const shown = sorted.filter((_, index) => index % PLACES_PER_DOT === Math.floor(PLACES_PER_DOT / 2));
  return scoreChart({
    path: `${URLS.nation}/scores`,
    page: URLS.nation,
    entries,
    shown,
    where: "",
    units: `Safety score, 0 to 100, United States = 50, ${dataYear}. One dot is ${PLACES_PER_DOT} places.`,
  });
}

/** The scores of a state's places, with one of them marked. */
export function stateScoreChart(places: NationPlaces, state: StateCode, marked?: NationEntry): Chart {
  const { nation } = places;
  const own = places.ofState(state);
  const page = marked === undefined ? stateUrl(state) : nationPlaceUrl(marked, nation);
  return scoreChart({
    path: `${page}/scores`,
    page,
    entries: own,
    shown: own,
    where: ` in ${stateName(state)}`,
    units: `Safety score, 0 to 100, United States = 50, ${nation.dataYear}. One dot is one place${marked ? ` in ${stateName(state)}` : ""}.`,
    ...(marked ? { marked } : {}),
  });
}

interface ScoreParts extends Pick<Chart, "path" | "page" | "units"> {
  readonly entries: readonly NationEntry[];
  /** Those with a dot. */
  readonly shown: readonly NationEntry[];
  /** After the number of places: " in Texas". */
  readonly where: string;
  readonly marked?: NationEntry;
}

function scoreChart({ entries, shown, where, marked, ...parts }: ScoreParts): Chart {
  const above = entries.filter(({ record }) => record.safety_score > 50).length;
  const spread = `${number(above)} of ${counted(entries.length, "place")}${where} score better than ${UNITED_STATES.possessiveInTitles} average`;
  const title = marked === undefined ? spread : `${spread}; ${marked.name} scores ${marked.record.safety_score}`;
  const graded = shown.map(gradedEntry);
  const own = marked && graded[shown.indexOf(marked)];
  return {
    id: "scores",
    ...parts,
    title,
    source: NATION_SOURCE,
    panels: [
      distributionPanel({
        label: title,
        scores: graded,
        yardstick: UNITED_STATES,
        marked: marked && own ? [{ name: marked.name, graded: own }] : [],
        ...(marked?.nextYear ? { next: { ...marked.nextYear, year: marked.record.data_year + 1 } } : {}),
      }),
    ],
    table: null,
    csv: () => csvFile(COLUMNS, entries),
  };
}

/** What the charts of a measure are drawn from. */
export function nationMeasures(at: Address): Chartable {
  const { nation: places } = at;
  const { nation } = places;
  return {
    path: URLS.nationChart,
    yardstick: {
      words: UNITED_STATES,
      trend: nation.yardstick.trend,
      source: NATION_SOURCE,
      home: URLS.nation,
      strip: nationEdition(places),
    },
    dataYear: nation.dataYear,
    dataset: loadNation(at).data.dataset,
    placeOf(slug) {
      const place = placeOfSlug(places, slug);
      if (!place?.trend) return undefined;
      return {
        name: `${place.name}, ${place.state}`,
        slug: nationCompareSlug(place, nation),
        href: nationPlaceUrl(place, nation),
        trend: place.trend,
        cautions: "record" in place ? gradedEntry(place).cautions : [],
      };
    },
    slugCalled: (name) => nationSlugCalled(places, name),
    suggestions: async (name) => meantInNation(places, name),
  };
}

const COLUMNS: readonly FileColumn<NationEntry>[] = [
  { key: "city", value: ({ record }) => record.city },
  { key: "state", value: ({ record }) => record.state },
  { key: "county", value: ({ record }) => record.county },
  { key: "score", value: ({ record }) => record.safety_score },
  { key: "grade", value: ({ record }) => record.grade },
  { key: "violent_rate_per_1k", value: ({ record }) => record.violent.rate_per_1k },
  { key: "property_rate_per_1k", value: ({ record }) => record.property.rate_per_1k },
  { key: "population", value: ({ record }) => record.population },
  { key: "data_year", value: ({ record }) => record.data_year },
  { key: "yardstick", value: () => yardstickText(UNITED_STATES) },
  { key: "source", value: ({ record }) => record.source },
];
