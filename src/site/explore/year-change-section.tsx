/** @jsxImportSource hono/jsx */
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES } from "../../domain/offense.ts";
import type { YearChange } from "../../domain/year-change.ts";
import { number } from "../ui/number.ts";
import { Table, type TableColumn } from "../ui/table.tsx";

/** `9, up 2 from 2024`, and whether that is more than usual, as a sentence. */
export function ScoreChange({ change: { score, from } }: { readonly change: YearChange }) {
  return (
    <>
      <b>
        {score.after}, {moveText({ score, from })}
      </b>
      {score.isUnusual
        ? ": more than chance and a usual year explain."
        : score.after === score.before
          ? "."
          : ", which is no more than chance and a usual year explain."}
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
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly change: number | null;
  /** null for a class, whose usual change is not known. */
  readonly isUnusual: boolean | null;
}

interface YearChangeSectionProps {
  readonly name: string;
  /** The state's name. */
  readonly state: string;
  readonly change: YearChange;
}

/** This year against the year before, by offense, beside what the state did. */
export function YearChangeSection({ name, state, change }: YearChangeSectionProps) {
  const { from, to, groups, classes } = change;
  const rows = OFFENSE_GROUPS.flatMap((group): Row[] => [
    { name: group === "violent" ? "Violent" : "Property", ...groups[group] },
    ...OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group).map((offense) => ({
      name: OFFENSES[offense].name,
      ...classes[offense],
      isUnusual: null,
    })),
  ]);
  const columns: readonly TableColumn<Row>[] = [
    { heading: "Offense", cell: (row) => (row.isUnusual === null ? row.name : <b>{row.name}</b>) },
    { heading: String(from), class: "number", cell: ({ before }) => number(before) },
    { heading: String(to), class: "number", cell: ({ after }) => number(after) },
    { heading: "Change", class: "number", cell: (row) => changeText(row.change) },
    { heading: "Unusual", cell: ({ isUnusual }) => (isUnusual === null ? "" : isUnusual ? <b>yes</b> : "no") },
  ];
  const [violent, property] = OFFENSE_GROUPS.map((group) => {
    const { before, after } = groups[group].state;
    return `${group} from ${before.toFixed(1)} to ${after.toFixed(1)}`;
  });
  return (
    <section id="since-last-year">
      <h2>{titleOf(change)}</h2>
      <p class="muted">
        Reported offenses in {name}, {from} and {to}. The change is per resident, where both counts are ten or more.
      </p>
      <Table class="figures" label={`Offenses, ${from} and ${to}`} columns={columns} rows={rows} />
      <p class="small muted">
        {state}’s own rates per 1,000 residents: {violent}, {property}. “Unusual”: against {state}, a rate moved further
        than chance and the usual change of a place of this size explain in 19 of 20 pairs of years. It does not say
        why.
      </p>
    </section>
  );
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
  if (change === null) return "–";
  const percent = Math.round(100 * change);
  return percent === 0 ? "0%" : `${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;
}
