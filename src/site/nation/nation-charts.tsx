import { yardstickText } from "../../editions/edition.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { stateName } from "../../gazetteer/kinds.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Chart } from "../charts/chart.tsx";
import { scoresChart } from "../measure/score-chart.tsx";
import { csvFile, type FileColumn } from "../ui/columns.ts";
import { gradedPlace } from "../ui/grade.tsx";
import { stateUrl } from "../ui/nation-urls.ts";
import { counted } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { nationShown } from "./nation-shown.ts";

/** Dots of the nation stand for several places, because there are thousands. */
const PLACES_PER_DOT = 5;

/** The scores of all places, or of a state's, with one of them marked. */
export function nationScoreChart(places: NationPlaces, state?: StateCode, marked?: NationEntry): Chart {
  const { nation, entries } = places;
  const { edition, dataYear } = nation;
  const own = state ? places.ofState(state) : entries;
  const scores = own.map((entry) => gradedPlace(entry));
  const place = marked && nationShown(marked, nation);
  const where = state ? ` in ${stateName(state)}` : "";
  const dot = state ? `one place${marked ? where : ""}` : `${PLACES_PER_DOT} places`;
  const sorted = () => scores.toSorted((a, b) => a.score - b.score);
  return scoresChart({
    edition,
    page: place ? place.path : state ? stateUrl(state) : URLS.nation,
    all: `${counted(own.length, "place")}${where}`,
    scores,
    dots: state ? scores : sorted().filter((_, index) => index % PLACES_PER_DOT === Math.floor(PLACES_PER_DOT / 2)),
    marked: place && { place, graded: scores[own.indexOf(marked)] },
    units: `Safety score, 0 to 100, ${yardstickText(edition)}, ${dataYear}. One dot is ${dot}.`,
    source: edition.trendSource,
    table: null,
    csv: () => csvFile(COLUMNS, own),
  });
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
  { key: "yardstick", value: ({ record }) => record.yardstick },
  { key: "source", value: ({ record }) => record.source },
];
