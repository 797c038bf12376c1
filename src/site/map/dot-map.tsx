/** @jsxImportSource hono/jsx */

import { geoAlbersUsa } from "d3-geo";
import shapes from "../../../data/us-states.json" with { type: "json" };
import { oncePer } from "../../base/once-per.ts";
import { familyOf, GRADE_FAMILIES, type GradeFamily } from "../../domain/grade.ts";
import { trendSourceOf } from "../../editions/edition.ts";
import { type StateCode, US_STATES } from "../../editions/us-states.ts";
import type { NationEntry } from "../../figures/entries.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Chart } from "../charts/chart.tsx";
import { familyBands } from "../charts/distribution.tsx";
import type { Panel } from "../charts/drawing.tsx";
import { csvFile, type FileColumn } from "../ui/columns.ts";
import { counted, number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { stateUrl } from "../view/addresses.ts";
import { betterText } from "../view/better-text.ts";
import type { Point } from "./map-shapes.ts";

/** The projection of us-atlas, whose states `scripts/write-states.ts` draws: enlarged, and moved from its left. */
const ATLAS = { scale: 1_300, translate: [487.5, 305] as [number, number], enlarged: 1.6, left: 57.66491068874468 };
const albers = geoAlbersUsa().scale(ATLAS.scale).translate(ATLAS.translate);

/** Where a point is on the drawing of the states; null outside of them. */
export function onStates({ latitude, longitude }: GeoPoint): Point | null {
  const at = albers([longitude, latitude]);
  return at && [Math.round((at[0] + ATLAS.left) * ATLAS.enlarged), Math.round(at[1] * ATLAS.enlarged)];
}

/** Units of the drawing; two are a pixel on a desktop. */
export const STATES_BOX = { left: 112, top: 0, width: 1_588, height: 986 } as const;
/** In a file it is in the Gulf of Mexico; on a page it is above the map. */
const LEGEND = { left: 840, top: 936, width: 112, swatch: 36, height: 36 } as const;

/** The least residents of each size of dot, the smallest first. */
const DOT_SIZES = [0, 50_000, 250_000] as const;

export const STATE_CODES: ReadonlyMap<string, StateCode> = new Map(US_STATES.map(({ fips, code }) => [fips, code]));

/** The graded places with a point, in one path for each grade and size. */
const dotsOf = oncePer(({ entries, figuresOf, gazetteer }: NationPlaces) => {
  const placed = entries.flatMap((entry) => {
    const row = entry.geoid === null ? undefined : gazetteer.ofGeoid(entry.geoid);
    const at = row === undefined ? null : onStates(gazetteer.pointOf(row));
    return at === null ? [] : [{ entry, at }];
  });
  const sizeOf = (entry: NationEntry) => DOT_SIZES.findLastIndex((from) => from <= figuresOf(entry).population);
  const groups = Map.groupBy(placed, ({ entry }) => `${sizeOf(entry)} ${familyOf(figuresOf(entry).grade)}`);
  return {
    placed: placed.length,
    path: (size: number, family: GradeFamily) =>
      pathOf((groups.get(`${size} ${family}`) ?? []).map(({ at }) => at).toSorted(([a, b], [c, d]) => a - c || b - d)),
  };
});

/** Dots as lines without a length, each from the one before: half as long as whole coordinates. */
function pathOf(points: readonly Point[]): string {
  let [x, y] = [0, 0];
  return points
    .map((at, index) => {
      const step = `${index === 0 ? "M" : "m"}${at[0] - x} ${at[1] - y}h0`;
      [x, y] = at;
      return step;
    })
    .join("");
}

/** Every graded place as a dot in the color of its grade. The dots are no links: a list of each state has them. */
export function dotMapChart(places: NationPlaces): Chart {
  const { edition, statistics } = places;
  const { data_year: year, places: all } = statistics;
  const better = places.entries.filter((entry) => places.figuresOf(entry).safety_score > 50).length;
  const missing = all - dotsOf(places).placed;
  const [, medium, large] = DOT_SIZES.map(number);
  return {
    id: "map",
    path: `${URLS.nation}/map`,
    page: URLS.nation,
    title: betterText(better, all, ["place", "places"], edition.average),
    units: `One dot is one place, in the color of its grade for ${year}: small below ${medium} residents, medium below ${large}, otherwise large.${missing === 0 ? "" : ` ${counted(missing, "department")} of several places ${missing === 1 ? "is" : "are"} not on the map.`}`,
    source: `${trendSourceOf(edition)}; points and boundaries: U.S. Census Bureau`,
    legend: <GradeLegend />,
    panels: [dotMapPanel(places, { hasLinks: true, hasLegend: true })],
    table: null,
    csv: () => csvFile(columnsOf(places), places.entries),
  };
}

interface MapParts {
  /** Whether each state is a link to its page. */
  readonly hasLinks?: boolean;
  /** Whether a file of the map has the letters with their scores in the sea. */
  readonly hasLegend?: boolean;
}

/** The map alone. */
export function dotMapPanel(places: NationPlaces, { hasLinks = false, hasLegend = false }: MapParts = {}): Panel {
  const { edition, statistics } = places;
  return {
    label: `Map of ${number(statistics.places)} places in the colors of their grades, ${edition.average} 50.${hasLinks ? " Each state is a link to the list of its places." : ""}`,
    size: [STATES_BOX.width / 2, STATES_BOX.height / 2],
    viewBox: `${STATES_BOX.left} ${STATES_BOX.top} ${STATES_BOX.width} ${STATES_BOX.height}`,
    hasLinks,
    draw: () => (
      <>
        {(hasLegend ? familyBands() : []).map(({ family, from, to }, index) => (
          <g
            class={`legend in-file grade-${family.toLowerCase()}`}
            transform={`translate(${LEGEND.left + index * LEGEND.width} ${LEGEND.top})`}
          >
            <rect class="swatch" width={LEGEND.swatch} height={LEGEND.height} rx={8} />
            <text class="band-name" x={LEGEND.swatch / 2} y={LEGEND.height / 2}>
              {family}
            </text>
            <text x={LEGEND.swatch + 36} y={LEGEND.height / 2}>
              {from === 0 ? `<${to}` : `${from}+`}
            </text>
          </g>
        ))}
        <StateShapes hasLinks={hasLinks} figureOf={hasLinks ? (code) => stateFigure(places, code) : undefined} />
        {DOT_SIZES.map((_, index) => DOT_SIZES.length - 1 - index).map((size) =>
          GRADE_FAMILIES.map((family) => (
            <path
              class={`place-dots size-${size} grade-${family.toLowerCase()}`}
              d={dotsOf(places).path(size, family)}
            />
          )),
        )}
      </>
    ),
  };
}

function stateFigure({ states }: NationPlaces, code: StateCode): string {
  const count = states.states.find(({ state }) => state === code)?.places ?? 0;
  return `${count === 0 ? "No" : number(count)} graded ${count === 1 ? "place" : "places"}`;
}

/** The letters with their scores, above a map. */
export function GradeLegend() {
  return (
    <ul class="grade-legend">
      {familyBands().map(({ family, from, to }) => (
        <li>
          <b class={`tile grade-${family.toLowerCase()}`}>{family}</b> {from === 0 ? `under ${to}` : `${from}+`}
        </li>
      ))}
    </ul>
  );
}

interface StateShapesProps {
  readonly hasLinks?: boolean;
  /** What is said of a state where a pointer is. */
  readonly figureOf?: ((state: StateCode) => string) | undefined;
}

/** The states as plain ground. */
export function StateShapes({ hasLinks = false, figureOf }: StateShapesProps) {
  if (!hasLinks) return <path class="states" d={shapes.map(({ path }) => path).join("")} />;
  return (
    <>
      {shapes.map(({ fips, path }) => {
        const code = STATE_CODES.get(fips);
        return code === undefined ? null : (
          <a href={stateUrl(code)} class="state" data-name={stateName(code)} data-figure={figureOf?.(code)}>
            <title>{stateName(code)}</title>
            <path class="states" d={path} />
          </a>
        );
      })}
    </>
  );
}

function columnsOf({ gazetteer }: NationPlaces): readonly FileColumn<NationEntry>[] {
  const pointOf = ({ geoid }: NationEntry) => {
    const row = geoid === null ? undefined : gazetteer.ofGeoid(geoid);
    return row === undefined ? null : gazetteer.pointOf(row);
  };
  return [
    { key: "city", value: ({ record }) => record.city },
    { key: "state", value: ({ record }) => record.state },
    { key: "county", value: ({ record }) => record.county },
    { key: "latitude", value: (entry) => pointOf(entry)?.latitude ?? null },
    { key: "longitude", value: (entry) => pointOf(entry)?.longitude ?? null },
    { key: "score", value: ({ record }) => record.safety_score },
    { key: "grade", value: ({ record }) => record.grade },
    { key: "population", value: ({ record }) => record.population },
    { key: "data_year", value: ({ record }) => record.data_year },
    { key: "yardstick", value: ({ record }) => record.yardstick },
  ];
}
