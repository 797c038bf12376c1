/** @jsxImportSource hono/jsx */

import { oncePer } from "../../base/once-per.ts";
import { familyOf, GRADES, type GradeFamily } from "../../domain/grade.ts";
import { OFFENSE_GROUPS } from "../../domain/offense.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import { type Edition, sourceOf, trendSourceOf } from "../../editions/edition.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { NationEntry } from "../../figures/entries.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Chart } from "../charts/chart.tsx";
import { distributionPanel, familyBands } from "../charts/distribution.tsx";
import { csvFile, type FileColumn } from "../ui/columns.ts";
import { type Graded, gradedPlace, Tile } from "../ui/grade.tsx";
import { counted, number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";
import { URLS, urlIn } from "../ui/urls.ts";
import { placeNameOf, stateUrl } from "../view/addresses.ts";
import { betterText } from "../view/better-text.ts";
import { nationView } from "../view/nation-views.ts";
import type { PlaceView } from "../view/place-view.ts";
import { stateView } from "../view/views.ts";

interface ScoreParts extends Pick<Chart, "page" | "units" | "source" | "table" | "csv"> {
  readonly edition: Edition;
  /** What the scores are of: `place in Texas`, `places in Texas`. */
  readonly nouns: readonly [one: string, many: string];
  readonly scores: readonly Graded[];
  /** Those with a dot; by default all. */
  readonly dots?: readonly Graded[];
  /** Instead of how many are above the average. */
  readonly finding?: string | undefined;
  readonly marked: { readonly place: PlaceView; readonly graded: Graded | undefined } | undefined;
}

/** The scores of places as dots; one of them may be marked. */
function scoresChart({ edition, nouns, scores, dots = scores, marked, finding, ...parts }: ScoreParts): Chart {
  const above = scores.filter(({ score }) => score > 50).length;
  // Not a rank: the method does not support one.
  const spread = betterText(above, scores.length, nouns, edition.average);
  const title = marked
    ? `${spread}; ${marked.place.name} scores ${marked.place.record.safety_score}`
    : (finding ?? spread);
  const { nextYear, record } = marked?.place ?? {};
  return {
    id: "scores",
    path: `${parts.page}/scores`,
    ...parts,
    title,
    panels: [
      distributionPanel({
        label: title,
        scores: dots,
        yardstick: edition,
        marked: marked?.graded ? [{ name: marked.place.name, graded: marked.graded }] : [],
        ...(nextYear && record ? { next: { ...nextYear, year: record.data_year + 1 } } : {}),
      }),
    ],
  };
}

/** The scores of all cities, or of all counties for a county. */
export function scoreChart(snapshot: Snapshot, place?: SnapshotPlace): Chart {
  const isCounty = place !== undefined && !("city" in place.record);
  const places: readonly SnapshotPlace[] = isCounty ? snapshot.counties : snapshot.cities;
  const scores = gradedOf(places);
  const { edition } = snapshot;
  const placeView = place && stateView(place, snapshot);
  return scoresChart({
    edition,
    page: placeView ? placeView.path : urlIn(edition, URLS.explore),
    nouns: isCounty ? ["county", "counties"] : ["city", "cities"],
    scores,
    marked: placeView && { place: placeView, graded: scores[places.indexOf(place)] },
    units: `Safety score, 0 to 100, ${snapshot.dataYear}. One dot is one ${isCounty ? "county" : "city"}; hollow: an older year.`,
    source: sourceOf(edition, snapshot.dataYear),
    table: <GradeTable scores={scores.map(({ score }) => score)} />,
    csv: () =>
      csvFile([...COLUMNS, { key: "source", value: ({ record }) => sourceOf(edition, record.data_year) }], places),
  });
}

const gradedOf = oncePer((places: readonly (SnapshotPlace | NationEntry)[]) =>
  places.map((place) => gradedPlace(place)),
);

const COLUMNS: readonly FileColumn<SnapshotPlace>[] = [
  { key: "name", value: ({ record }) => placeNameOf(record) },
  { key: "county", value: ({ record }) => record.county },
  { key: "score", value: ({ record }) => record.safety_score },
  { key: "grade", value: ({ record }) => record.grade },
  { key: "data_year", value: ({ record }) => record.data_year },
  { key: "cautions", value: (place) => gradedPlace(place).cautions.join("; ") },
];

function GradeTable({ scores }: { readonly scores: readonly number[] }) {
  return (
    <Table
      class="figures"
      caption="Places by grade"
      columns={[
        { heading: "Grade", cell: ({ letter }) => <Tile letter={letter} /> },
        { heading: "Scores", cell: ({ from, to }) => `${from} to ${to}` },
        { heading: "Places", cell: ({ from, to }) => scores.filter((score) => score >= from && score <= to).length },
      ]}
      rows={GRADES.map(({ letter, from }, index) => ({ letter, from, to: (GRADES[index - 1]?.from ?? 101) - 1 }))}
    />
  );
}

/** About as many dots as make a picture as high as wide on a phone: those of the nation stand for several places. */
const MOST_DOTS = 300;

/** One of each few places in the order of their scores, and of how many each is one. */
export function sampledScores(entries: readonly NationEntry[]) {
  const wanted = Math.max(1, entries.length / MOST_DOTS);
  const per = wanted < 10 ? Math.round(wanted) : Math.round(wanted / 10) * 10;
  return { per, dots: sortedScores(entries).filter((_, index) => index % per === Math.floor(per / 2)) };
}

const sortedScores = oncePer((entries: readonly NationEntry[]) =>
  gradedOf(entries).toSorted((a, b) => a.score - b.score),
);

/** The scores of all places, or of a state's, with one of them marked. */
export function nationScoreChart(places: NationPlaces, state?: StateCode, marked?: NationEntry): Chart {
  const { nation, entries } = places;
  const { edition, dataYear } = nation;
  const own = state ? places.ofState(state) : entries;
  const scores = gradedOf(own);
  const place = marked && nationView(marked, nation);
  const where = state ? ` in ${stateName(state)}` : "";
  const { per, dots } = state ? { per: 1, dots: scores } : sampledScores(entries);
  const dot = state ? `one place${marked ? where : ""}` : counted(per, "place");
  return scoresChart({
    edition,
    page: place ? place.path : state ? stateUrl(state) : URLS.nation,
    nouns: [`place${where}`, `places${where}`],
    scores,
    dots,
    marked: place && { place, graded: scores[own.indexOf(marked)] },
    finding: state ? undefined : endsFinding(scores),
    units: `Safety score, 0 to 100, ${dataYear}; ${edition.average} is 50. One dot is ${dot}.`,
    source: trendSourceOf(edition, state),
    table: null,
    csv: () => csvFile(TOWN_COLUMNS, own),
  });
}

/** How many are at both ends: the map above has how many are above the average. */
function endsFinding(scores: readonly Graded[]): string {
  const count = (family: GradeFamily) => scores.filter(({ letter }) => familyOf(letter) === family).length;
  const [best, worst] = [familyBands()[0], familyBands().at(-1)];
  if (best === undefined || worst === undefined) return "";
  return `${counted(count(best.family), "place")} score ${best.from} or more, ${number(count(worst.family))} below ${worst.to}`;
}

const TOWN_COLUMNS: readonly FileColumn<NationEntry>[] = [
  { key: "city", value: ({ record }) => record.city },
  { key: "state", value: ({ record }) => record.state },
  { key: "county", value: ({ record }) => record.county },
  { key: "score", value: ({ record }) => record.safety_score },
  { key: "grade", value: ({ record }) => record.grade },
  // Older names of the estimates.
  { key: "violent_rate_per_1k", value: ({ record }) => record.violent.estimated_per_1k },
  { key: "property_rate_per_1k", value: ({ record }) => record.property.estimated_per_1k },
  ...OFFENSE_GROUPS.flatMap((group): readonly FileColumn<NationEntry>[] => [
    { key: `${group}_estimated_per_1k`, value: ({ record }) => record[group].estimated_per_1k },
    { key: `${group}_reported_per_1k`, value: ({ record }) => record[group].reported_per_1k },
  ]),
  { key: "population", value: ({ record }) => record.population },
  { key: "data_year", value: ({ record }) => record.data_year },
  { key: "yardstick", value: ({ record }) => record.yardstick },
  { key: "source", value: ({ record }) => record.source },
];
