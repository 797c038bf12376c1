/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import { capitalized } from "../../base/capitalized.ts";
import { CAUTIONS } from "../../domain/caution.ts";
import { type Edition, yardstickText } from "../../editions/edition.ts";
import { type FromSouth, type GeoPoint, KM_PER_MILE, nearestFew } from "../../gazetteer/distance.ts";
import { type Chart, ChartFigure } from "../charts/chart.tsx";
import type { Size } from "../charts/drawing.tsx";
import { type Against, againstOf, againstTitle, word } from "../compare/compare-verdict.ts";
import type { Dataset } from "../http/page.ts";
import type { Land } from "../map/land.ts";
import { boundariesText, nearMap } from "../map/near-map.tsx";
import { column, csvFile } from "../ui/columns.ts";
import { gradedPlace } from "../ui/grade.tsx";
import { number } from "../ui/number.ts";
import { FIGURE_COLUMNS, type PlaceRow, PlacesTable, placeRow } from "../view/columns.tsx";
import { isGraded, type PlaceView, type View } from "../view/place-view.ts";

/** How many towns are near: these, and more within the miles. A page shows none if the nearest is far. */
const NEAR = { least: 4, most: 10, miles: 40, far: 100 } as const;

/** A graded town near a place. */
interface NearRow extends PlaceRow, GeoPoint {
  readonly id: string;
  /** How it stands to the place, by their ranges; null without a grade of the newest year. */
  readonly against: Against | null;
  readonly miles: number;
}

export interface NearParts {
  readonly center: GeoPoint & Pick<NearRow, "id" | "name" | "href" | "graded">;
  readonly near: readonly NearRow[];
  readonly edition: Edition;
  readonly source: string;
  readonly land: Land;
}

interface NearSources extends Pick<NearParts, "land"> {
  /** Where the figures of the towns and the map are from. */
  sourceOf(towns: readonly PlaceView[]): string;
}

/** A graded town of an edition, where it is. */
export interface LocatedTown extends GeoPoint {
  readonly id: string;
  view(): PlaceView;
}

/** The graded towns nearest to a place, nearest first, whatever county they are in; null if its point is not known. */
export function nearTo(
  place: View,
  point: GeoPoint | undefined,
  towns: FromSouth<LocatedTown>,
  { land, sourceOf }: NearSources,
): NearParts | null {
  if (point === undefined) return null;
  const isNewest = isGraded(place) && place.record.data_year === place.edition.dataYear;
  const nearest = nearestFew(point, towns, NEAR.most + 1)
    .filter(({ place: town }) => town.id !== place.id)
    .slice(0, NEAR.most)
    .map(({ place: town, kilometers }) => ({ ...town, view: town.view(), miles: kilometers / KM_PER_MILE }))
    .filter(({ miles }, index) => index < NEAR.least || miles <= NEAR.miles);
  const near = nearest.map(({ id, view: town, latitude, longitude, miles }) => ({
    ...placeRow(town),
    ...{ id, latitude, longitude, miles },
    against: isNewest ? againstOf(town, place) : null,
  }));
  const source = sourceOf(nearest.map(({ view }) => view));
  const { id, name, path: href, edition } = place;
  const { latitude, longitude } = point;
  const graded = isGraded(place) ? gradedPlace(place) : null;
  return { center: { id, name, href, graded, latitude, longitude }, near, edition: edition.words, source, land };
}

const milesOf = ({ miles }: NearRow) => (miles < 10 ? miles.toFixed(1) : number(Math.round(miles)));

const NEAR_COLUMNS = [
  column<NearRow>("city", "City", ({ name }) => name, {
    cell: (row) => (
      <>
        <a href={row.href}>{row.name}</a>
        <span class="brief">{[...(row.county ? [row.county] : []), `${milesOf(row)} miles`].join(", ")}</span>
      </>
    ),
  }),
  ...FIGURE_COLUMNS.cities.slice(1, 3),
  column<NearRow>("miles", "Miles", ({ miles }) => Math.round(miles * 10) / 10, { cell: milesOf }),
];

const WIDE_MAP: Size = [620, 480];
/** As wide as a phone, so that its text keeps its size there. */
const NARROW_MAP: Size = [358, 360];

/** The map of a place and the towns near it. */
export function nearChart({ center, near, edition, source, land }: NearParts): Chart {
  const own = { ...center, lines: land.linesOf(center.id) };
  const marks = near.map((row) => ({ ...row, lines: land.linesOf(row.id) }));
  const mapOf = (size: Size) =>
    nearMap({
      label: `${center.name} and the ${near.length} nearest towns with a grade. Each is a link.`,
      marks: [own, ...marks],
      ground: land.ground,
      size,
    });
  return {
    id: "nearby",
    path: `${center.href}/nearby`,
    page: center.href,
    title: nearFinding(near, center),
    units: `The letters are grades. ${boundariesText([own, ...marks])} Distances are between the middles of towns.`,
    source,
    panels: [{ ...mapOf(WIDE_MAP), onPhone: mapOf(NARROW_MAP) }],
    table: null,
    csv: () =>
      csvFile(
        [
          { key: "city", value: ({ name }: NearRow) => name },
          { key: "county", value: ({ county }) => county },
          { key: "miles", value: ({ miles }) => Math.round(miles * 10) / 10 },
          { key: "safety_score", value: ({ graded }) => graded?.score ?? null },
          { key: "grade", value: ({ graded }) => graded?.letter ?? null },
          { key: "data_year", value: ({ graded }) => graded?.year ?? null },
          { key: "yardstick", value: () => yardstickText(edition) },
        ],
        near,
      ),
  };
}

function nearFinding(near: readonly NearRow[], { graded, name }: NearParts["center"]): string {
  if (graded === null) return `The nearest town with a grade is ${Math.round(near[0]?.miles ?? 0)} miles from ${name}`;
  const group = `the ${word(near.length)} nearest ${near.length === 1 ? "town" : "towns"}`;
  const against = near.flatMap((row) => row.against ?? []);
  return against.length < near.length ? `${capitalized(group)} with a grade` : againstTitle(group, against, name);
}

const WORDS = new Intl.ListFormat("en-US");

interface NearbyProps extends NearParts {
  readonly dataset: Dataset;
  /** Below the table. */
  readonly children?: Child;
}

/** The nearest graded towns in a table beside their map. */
export function Nearby({ dataset, children, ...parts }: NearbyProps) {
  const { center, near, edition } = parts;
  const [nearest] = near;
  const wider = near.filter(({ graded }) => graded?.cautions.includes(CAUTIONS.wider_area.name));
  if (nearest === undefined) return null;
  if (nearest.miles > NEAR.far) {
    return (
      <section id="near">
        <h2>
          No town with a grade is within {NEAR.far} miles of {center.name}
        </h2>
        {children}
      </section>
    );
  }
  return (
    <div class="neighbors near" id="near">
      <section>
        <ChartFigure chart={nearChart(parts)} dataset={dataset} />
      </section>
      <section>
        <h2>The nearest towns with a grade</h2>
        <p class="units">
          Score, with next year’s probable range (8 times in 10). The tick marks {edition.average}, 50.
        </p>
        <PlacesTable caption={`Graded towns nearest to ${center.name}`} columns={NEAR_COLUMNS} rows={near} />
        <p class="small muted">
          {wider.length === 0
            ? `They say nothing about ${center.name}: each town’s police report separately.`
            : `Each town’s police report separately, but those of ${WORDS.format(wider.map(({ name }) => name))} also serve land around it; its page says which.`}
        </p>
        {children}
      </section>
    </div>
  );
}
