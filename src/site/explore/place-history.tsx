/** @jsxImportSource hono/jsx */
import { seriesBreaksBetween } from "../../domain/caution.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES, type OffenseGroup } from "../../domain/offense.ts";
import { publishedRate } from "../../domain/published.ts";
import type { PlaceTrend, Trend } from "../../domain/snapshot.ts";
import { figuresOf, type HistoryYear, historyOf } from "../../domain/trend.ts";
import { ASSETS } from "../assets.ts";
import { Figure } from "../charts/figure.tsx";
import { LineChart } from "../charts/line.tsx";
import { number } from "../number.ts";
import { gradeClass, Tile } from "../plate.tsx";
import { SeriesBreaks } from "../series-breaks.tsx";
import { Table } from "../table.tsx";
import { TREND_SOURCE } from "./source-line.ts";
import { isScored, milestones, movedText } from "./story.ts";
import type { FileColumn } from "./table.ts";

interface HistoryProps {
  /** Without the word "County". */
  readonly name: string;
  readonly trend: PlaceTrend;
  /** The state's own. */
  readonly state: Trend;
  /** The year of the record; undefined without one. */
  readonly recordYear?: number;
}

/** A year of a place beside the state's. */
interface PlaceYear extends HistoryYear {
  readonly stateRates: Readonly<Record<OffenseGroup, number | null>>;
}

function yearsOf({ trend, state }: Pick<HistoryProps, "trend" | "state">): readonly PlaceYear[] {
  return historyOf(trend, state).map((row) => {
    const { population, violent, property } = figuresOf(state, row.year);
    const rate = (count: number | null) =>
      population === null || count === null ? null : publishedRate(count, population);
    return { ...row, stateRates: { violent: rate(violent), property: rate(property) } };
  });
}

/** The score and both rates of every year, beside California's: three pictures with one table. */
export function HistoryFigure(props: HistoryProps) {
  const { name, recordYear } = props;
  const years = yearsOf(props);
  const first = years[0]?.year ?? 0;
  const last = years.at(-1)?.year ?? 0;
  const breaks = seriesBreaksBetween(first, last);
  const { now, before, decade } = milestones(years, recordYear ?? 0);
  return (
    <Figure
      id="history"
      title={findingOf(name, first, years)}
      units={`A gap is a year without complete figures. A dotted line marks a change of source or definition: ${breaks.map(({ year }) => year).join(", ")}.`}
      source={TREND_SOURCE}
      table={<YearTable name={name} years={years} />}
    >
      <Pictures name={name} years={years} breaks={breaks.map(({ year }) => year)} />
      <script type="module" src={ASSETS.charts.url} />
      {now && before ? <p class="small muted">{movedText(before, now)}</p> : null}
      {now && decade ? <p class="small muted">{movedText(decade, now)}</p> : null}
      <details>
        <summary>
          What changed between {first} and {last}
        </summary>
        <SeriesBreaks breaks={breaks} />
        <p class="small muted">
          The population table of cities has no 2019, so no city has rates for that year. A score compares a place with
          California in the same year: when California's rates fall, a place whose rates stay the same gets a lower
          score.
        </p>
      </details>
    </Figure>
  );
}

const PICTURES = [
  { title: "Safety score", units: "0 to 100; California is 50", columns: [1, 2] },
  { title: "Violent offenses", units: "per 1,000 residents", columns: [3, 4] },
  { title: "Property offenses", units: "per 1,000 residents", columns: [5, 6] },
] as const;

interface PicturesProps {
  readonly name: string;
  readonly years: readonly PlaceYear[];
  readonly breaks: readonly number[];
}

function Pictures({ name, years, breaks }: PicturesProps) {
  const values = [
    { place: years.map(({ score }) => score), state: years.map(() => 50) },
    ...OFFENSE_GROUPS.map((group) => ({
      place: years.map((row) => (isScored(row) ? RATES[group](row) : null)),
      state: years.map(({ stateRates }) => stateRates[group]),
    })),
  ];
  const letter = years.findLast(isScored)?.grade;
  return (
    <div class="pictures" data-readout>
      {PICTURES.map(({ title, units, columns }, index) => {
        const { place = [], state = [] } = values[index] ?? {};
        return (
          <div>
            <h3>{title}</h3>
            <p class="units">{units}</p>
            <LineChart
              label={`${title} of ${name} and of California by year, ${units}. The table has the numbers.`}
              from={years[0]?.year ?? 0}
              place={{ name, values: place }}
              state={{ name: "California", values: state }}
              breaks={breaks}
              format={index === 0 ? String : (value) => value.toFixed(1)}
              table={{ id: "history-years", columns }}
              {...(index === 0 ? { top: 100, ...(letter ? { dotClass: gradeClass(letter) } : {}) } : {})}
            />
          </div>
        );
      })}
    </div>
  );
}

const RATES = {
  violent: ({ violentRate }: HistoryYear) => violentRate,
  property: ({ propertyRate }: HistoryYear) => propertyRate,
} as const;

/** The title: in how many years each rate was above California's. */
function findingOf(name: string, first: number, years: readonly PlaceYear[]): string {
  const scored = years.filter((row) => isScored(row) && row.stateRates.violent !== null);
  const above = OFFENSE_GROUPS.map(
    (group) => scored.filter((row) => (RATES[group](row) ?? 0) > (row.stateRates[group] ?? 0)).length,
  );
  const [violent = 0, property = 0] = above;
  const all = scored.length;
  const isAll = above.every((count) => count === all);
  const isNone = above.every((count) => count === 0);
  const inYears = (count: number) =>
    count === all ? "in every year" : count === 0 ? "in no year" : `in ${count} of ${all} years`;
  if (all === 0) return `${name} has no complete year since ${first}`;
  return isAll || isNone
    ? `Since ${first}, ${name} has stayed ${isAll ? "above" : "below"} California in both kinds of crime`
    : `Since ${first}, ${name} was above California’s rate of violent crime ${inYears(violent)}, and of property crime ${inYears(property)}`;
}

interface YearTableProps {
  readonly name: string;
  readonly years: readonly PlaceYear[];
}

function YearTable({ name, years }: YearTableProps) {
  const rate = (value: number | null) => value?.toFixed(1) ?? "–";
  return (
    <Table
      class="figures"
      id="history-years"
      caption={`Scores and rates of ${name} and of California by year`}
      columns={[
        { heading: "Year", cell: ({ year }) => year },
        {
          heading: "Score",
          cell: (row) => (isScored(row) ? scoreCell(row) : row.status === "none" ? "none" : row.status),
        },
        { heading: "California", cell: () => 50 },
        { heading: "Violent", cell: ({ violentRate }) => rate(violentRate) },
        { heading: "California", cell: ({ stateRates }) => rate(stateRates.violent) },
        { heading: "Property", cell: ({ propertyRate }) => rate(propertyRate) },
        { heading: "California", cell: ({ stateRates }) => rate(stateRates.property) },
        { heading: "All", cell: ({ crimeRate }) => rate(crimeRate) },
        { heading: "Residents", cell: ({ population }) => (population === null ? "–" : number(population)) },
      ]}
      rows={years}
    />
  );
}

function scoreCell({ score, grade }: Parameters<typeof isScored>[0]) {
  return (
    <>
      {grade ? <Tile letter={grade} /> : null} {score}
    </>
  );
}

/** The columns of the download of a place's years. */
export const HISTORY_COLUMNS: readonly FileColumn<HistoryYear>[] = [
  { key: "data_year", value: ({ year }) => year },
  { key: "score", value: ({ score }) => score },
  { key: "grade", value: ({ grade }) => grade },
  { key: "violent_rate_per_1k", value: ({ violentRate }) => violentRate },
  { key: "property_rate_per_1k", value: ({ propertyRate }) => propertyRate },
  { key: "crime_rate_per_1k", value: ({ crimeRate }) => crimeRate },
  { key: "state_average_rate", value: ({ stateAverageRate }) => stateAverageRate },
  { key: "population", value: ({ population }) => population },
  ...OFFENSE_CLASSES.map((offense) => ({
    key: OFFENSES[offense].field,
    value: ({ offenses }: HistoryYear) => offenses?.[offense] ?? null,
  })),
  { key: "status", value: ({ status }) => status },
];
