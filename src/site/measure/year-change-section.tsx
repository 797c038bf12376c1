/** @jsxImportSource hono/jsx */

import { gradeOf } from "../../domain/grade.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES } from "../../domain/offense.ts";
import type { YearChange } from "../../domain/year-change.ts";
import type { Edition } from "../../editions/edition.ts";
import { Bands, Reference } from "../charts/distribution.tsx";
import { Drawing, type Panel, rounded, SCORE_TICKS, XTicks } from "../charts/drawing.tsx";
import { textWidth } from "../charts/labels.ts";
import { gradeClass } from "../ui/grade.tsx";
import { number, signed } from "../ui/number.ts";
import { Table, type TableColumn } from "../ui/table.tsx";
import { chartOf, type PlaceView } from "../view/place-view.ts";

/** `9, up 2 from 2024`, and whether that is more than usual, as a sentence. */
export function ScoreChange({ change: { score, from } }: { readonly change: YearChange }) {
  return (
    <>
      <b>
        {score.after}, {moveText({ score, from })}
      </b>
      {score.isUnusual
        ? ", more than it usually moves in a year."
        : score.after === score.before
          ? "."
          : ", no more than it usually moves in a year."}
    </>
  );
}

/** `up 2 from 2024`. */
export function moveText({ score, from }: Pick<YearChange, "score" | "from">): string {
  const difference = score.after - score.before;
  if (difference === 0) return `the same as in ${from}`;
  return `${difference > 0 ? "up" : "down"} ${Math.abs(difference)} from ${from}`;
}

interface Row {
  /** Of its chart. */
  readonly key: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly change: number | null;
  /** null where it is not known: of a class, and of a group that lacks one. */
  readonly isUnusual: boolean | null;
  readonly isClass: boolean;
}

interface YearChangeSectionProps {
  readonly place: Pick<PlaceView, "name" | "slug" | "edition">;
  readonly change: YearChange;
}

/** This year against the year before, by offense, beside what the state did. */
export function YearChangeSection({ place, change }: YearChangeSectionProps) {
  const { name, edition } = place;
  const { words: yardstick } = edition;
  const { from, to, groups, classes, missing } = change;
  const rows = OFFENSE_GROUPS.flatMap((group): Row[] => [
    { key: group, name: group === "violent" ? "Violent" : "Property", isClass: false, ...groups[group] },
    ...OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group).map((offense) => ({
      key: OFFENSES[offense].field,
      name: OFFENSES[offense].name,
      ...classes[offense],
      isUnusual: null,
      isClass: true,
    })),
  ]);
  const columns: readonly TableColumn<Row>[] = [
    {
      heading: "Offense",
      cell: (row) => <a href={chartOf(place, row.key)}>{row.isClass ? row.name : <b>{row.name}</b>}</a>,
    },
    { heading: String(from), class: "number", cell: ({ before }) => number(before) },
    { heading: String(to), class: "number", cell: ({ after }) => number(after) },
    { heading: "Change", class: "number", cell: (row) => changeText(row.change) },
    { heading: "Unusual", cell: ({ isUnusual }) => (isUnusual === null ? "" : isUnusual ? <b>yes</b> : "no") },
  ];
  const [violent, property] = OFFENSE_GROUPS.map((group) => {
    const { before, after } = groups[group].benchmark;
    return `${group} from ${before.toFixed(1)} to ${after.toFixed(1)}`;
  });
  return (
    <section id="since-last-year">
      <h2>{titleOf(change)}</h2>
      <p class="muted">
        Reported offenses in {name}, {from} and {to}. Changes are per resident and given where both counts are ten or
        more.
        {missing.map(({ year, offense, expected }) => (
          <>
            {" "}
            {OFFENSES[offense].name} is missing in {year}, about {number(Math.round(expected))} expected: the score
            counts these, and the total is not compared.
          </>
        ))}
      </p>
      <div class="columns">
        <Table class="figures" label={`Offenses, ${from} and ${to}`} columns={columns} rows={rows} />
        <div class="move">
          <h3>
            The score{" "}
            {change.score.before === change.score.after ? "stayed at" : `moved from ${change.score.before} to`}{" "}
            {change.score.after}
          </h3>
          <Drawing {...movePanel(change, yardstick)} />
          <p class="small muted">
            Rates of {yardstick.name} per 1,000 residents: {violent}, {property}. A change is unusual if, compared with{" "}
            {yardstick.name}, it is more than chance and the usual yearly change of a place of this size explain 19
            times in 20. This does not say why. We test only the two totals.
          </p>
        </div>
      </div>
    </section>
  );
}

const MOVE = { width: 358, dots: 46, bands: 56 } as const;

/** Both years' scores on the ruler: the earlier one hollow. */
export function movePanel({ from, to, score }: YearChange, yardstick: Edition): Panel {
  const { width, dots, bands } = MOVE;
  const x = (value: number) => rounded((value / 100) * width);
  const words = `${from}: ${score.before}, ${to}: ${score.after}`;
  const size = textWidth(words, "bold");
  const middle = x((score.before + score.after) / 2);
  // Beside the line at 50, and inside the picture.
  const isLeft = middle < width / 2;
  const start = isLeft
    ? Math.max(0, Math.min(middle, width / 2 - 6) - size)
    : Math.min(Math.max(middle, width / 2 + 6), width - size);
  return {
    label: `Score of ${words}, from 0 to 100; ${yardstick.title} is 50`,
    size: [width, bands + 42],
    draw: () => (
      <>
        <Reference yardstick={yardstick} x={x(50)} ground={bands} />
        <text class="marked-name end-name" x={rounded(start)} y={32}>
          {words}
        </text>
        <circle class={`ring-dot ${gradeClass(gradeOf(score.before).letter)}`} cx={x(score.before)} cy={dots} r={4.5} />
        <circle class={`dot ${gradeClass(gradeOf(score.after).letter)}`} cx={x(score.after)} cy={dots} r={5.5} />
        <Bands y={bands} width={width} />
        <XTicks ticks={SCORE_TICKS} x={x} y={bands + 39} />
      </>
    ),
  };
}

/** Only classes with a change in percent: the others are small. */
function titleOf({ from, classes }: YearChange): string {
  const changes = OFFENSE_CLASSES.flatMap((offense) => classes[offense].change ?? []);
  const fallen = changes.filter((change) => change < 0).length;
  if (changes.length === 0) return `Too few offenses to compare with ${from} by kind`;
  if (fallen === 0) return `No kind of offense fell since ${from}`;
  return `${fallen} of ${changes.length} kinds of offense fell since ${from}`;
}

/** `−21%`, with a minus sign (U+2212). */
export function changeText(change: number | null): string {
  return change === null ? "–" : `${signed(Math.round(100 * change))}%`;
}
