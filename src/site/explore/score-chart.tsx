/** @jsxImportSource hono/jsx */
import { CALIFORNIA, type Edition } from "../../domain/edition.ts";
import { GRADES } from "../../domain/grade.ts";
import { oncePer } from "../../domain/once-per.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import type { Chart } from "../charts/chart.tsx";
import { distributionPanel } from "../charts/distribution.tsx";
import { csvFile, type FileColumn } from "../ui/columns.ts";
import { gradedPlace, Tile } from "../ui/plate.tsx";
import { sourceLine } from "../ui/source-line.ts";
import { Table } from "../ui/table.tsx";
import { URLS } from "../ui/urls.ts";
import { placeNameOf } from "./place-name.ts";
import { placePath } from "./place-url.ts";

/** The scores of all cities as dots, or of all counties for a county; the place is marked. */
export function scoreChart(snapshot: Snapshot, place?: SnapshotPlace, yardstick: Edition = CALIFORNIA): Chart {
  const isCounty = place !== undefined && !("city" in place.record);
  const places: readonly SnapshotPlace[] = isCounty ? snapshot.counties : snapshot.cities;
  const [one, many] = isCounty ? ["county", "counties"] : ["city", "cities"];
  const scores = gradedOf(places);
  const own = place && scores[places.indexOf(place)];
  const page = place ? placePath(place) : URLS.explore;
  const above = scores.filter(({ score }) => score > 50).length;
  // Not a rank: the method does not support one.
  const spread = `${above} of ${places.length} ${many} score better than ${yardstick.possessiveInTitles} average`;
  const title = place ? `${spread}; ${placeNameOf(place.record)} scores ${place.record.safety_score}` : spread;
  return {
    id: "scores",
    path: `${page}/scores`,
    page,
    title,
    units: `Safety score, 0 to 100, ${snapshot.dataYear}. One dot is one ${one}; hollow: an older year.`,
    source: sourceLine(snapshot.dataYear),
    panels: [
      distributionPanel({
        label: title,
        scores,
        yardstick,
        marked: place && own ? [{ name: placeNameOf(place.record), graded: own }] : [],
        ...(place ? { next: { ...place.intervals.nextYear, year: place.record.data_year + 1 } } : {}),
      }),
    ],
    table: <GradeTable scores={scores.map(({ score }) => score)} />,
    csv: () => csvFile(COLUMNS, places),
  };
}

const gradedOf = oncePer((places: readonly SnapshotPlace[]) => places.map((place) => gradedPlace(place)));

const COLUMNS: readonly FileColumn<SnapshotPlace>[] = [
  { key: "name", value: ({ record }) => placeNameOf(record) },
  { key: "county", value: ({ record }) => record.county },
  { key: "score", value: ({ record }) => record.safety_score },
  { key: "grade", value: ({ record }) => record.grade },
  { key: "data_year", value: ({ record }) => record.data_year },
  { key: "cautions", value: (place) => gradedPlace(place).cautions.join("; ") },
  { key: "source", value: ({ record }) => sourceLine(record.data_year) },
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
