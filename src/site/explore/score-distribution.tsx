/** @jsxImportSource hono/jsx */
import { GRADES } from "../../domain/grade.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import { placeNameOf } from "../card.tsx";
import { Distribution } from "../charts/distribution.tsx";
import { Figure } from "../charts/figure.tsx";
import { oncePer } from "../once-per.ts";
import { gradedPlace, Tile } from "../plate.tsx";
import { Table } from "../table.tsx";
import { sourceLine } from "./source-line.ts";

interface ScoreFigureProps {
  readonly snapshot: Snapshot;
  /** Marked among the places of its kind. Without one, the figure shows the cities. */
  readonly place?: SnapshotPlace;
}

/** The scores of all cities, or of all counties for a county, as dots. */
export function ScoreFigure({ snapshot, place }: ScoreFigureProps) {
  const { title, units } = scoreFinding(snapshot, place);
  const places = placesLike(snapshot, place);
  const scores = gradedOf(places);
  const own = place ? scores[places.indexOf(place)] : undefined;
  return (
    <Figure
      id="scores"
      title={title}
      units={units}
      source={sourceLine(snapshot.dataYear)}
      table={<ScoreTable scores={scores.map(({ score }) => score)} />}
    >
      <Distribution
        label={title}
        scores={scores}
        marked={place && own ? [{ name: placeNameOf(place.record), graded: own }] : []}
        {...(place ? { next: { ...place.intervals.nextYear, year: place.record.data_year + 1 } } : {})}
      />
    </Figure>
  );
}

const gradedOf = oncePer((places: readonly SnapshotPlace[]) => places.map((place) => gradedPlace(place)));

function placesLike(snapshot: Snapshot, place: SnapshotPlace | undefined): readonly SnapshotPlace[] {
  return place && !("city" in place.record) ? snapshot.counties : snapshot.cities;
}

/** Not a rank: the method does not support one. */
export function scoreFinding(
  snapshot: Snapshot,
  place?: SnapshotPlace,
): { readonly title: string; readonly units: string } {
  const places = placesLike(snapshot, place);
  const [one, many] = places === snapshot.counties ? ["county", "counties"] : ["city", "cities"];
  const above = places.filter(({ record }) => record.safety_score > 50).length;
  const spread = `${above} of ${places.length} ${many} score better than California’s average`;
  return {
    title: place ? `${spread}; ${placeNameOf(place.record)} scores ${place.record.safety_score}` : spread,
    units: `Safety score, 0 to 100, ${snapshot.dataYear}. One dot is one ${one}; hollow: an older year.`,
  };
}

function ScoreTable({ scores }: { readonly scores: readonly number[] }) {
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
