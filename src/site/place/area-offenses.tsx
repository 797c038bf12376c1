/** @jsxImportSource hono/jsx */
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES } from "../../domain/offense.ts";
import { figuresOf } from "../../domain/trend.ts";
import type { NationAreaEntry } from "../../figures/area-entries.ts";
import { changeText } from "../measure/year-change-section.tsx";
import { number } from "../ui/number.ts";
import { Table } from "../ui/table.tsx";

interface OffensesProps {
  readonly area: NationAreaEntry;
  readonly dataYear: number;
  readonly source: string;
}

/** From fewer, a change in percent says little. */
const LEAST_COMPARED = 10;

/** The counts of each offense in the years that have figures, and their change per resident since the one before. */
export function AreaOffenses({ area: { trend, department }, dataYear, source }: OffensesProps) {
  const years = Array.from({ length: trend.population.length }, (_, index) => trend.from + index).flatMap((year) => {
    const { population, offenses, violent, property } = figuresOf(trend, year);
    if (population === null || offenses === null || violent === null || property === null) return [];
    return [{ year, population, counts: { ...offenses, violent, property } }];
  });
  const [before, last] = years.slice(-2);
  const rows = OFFENSE_GROUPS.flatMap((group) => [
    { key: group, name: group === "violent" ? "Violent" : "Property", isGroup: true } as const,
    ...OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group).map(
      (offense) => ({ key: offense, name: OFFENSES[offense].name, isGroup: false }) as const,
    ),
  ]);
  type Row = (typeof rows)[number];
  const changeOf = ({ key }: Row): number | null => {
    if (before === undefined || last === undefined) return null;
    const [from, to] = [before.counts[key], last.counts[key]];
    if (Math.min(from, to) < LEAST_COMPARED) return null;
    return to / last.population / (from / before.population) - 1;
  };
  const total = years.find(({ year }) => year === dataYear)?.counts;
  return (
    <section id="offenses">
      <h2>
        {total === undefined
          ? "Reported offenses by year"
          : `${number(total.violent)} violent and ${number(total.property)} property offenses in ${dataYear}`}
      </h2>
      <p class="units">
        Reported offenses in the area. Other years are not published or not complete.
        {before === undefined || last === undefined
          ? ""
          : ` Change: per resident, ${before.year} to ${last.year}, where both counts are ten or more.`}
      </p>
      <Table
        class="figures"
        label={`Offenses that the ${department} reported`}
        columns={[
          { heading: "Offense", cell: ({ name, isGroup }: Row) => (isGroup ? <b>{name}</b> : name) },
          ...years.map(({ year, counts }) => ({ heading: String(year), cell: ({ key }: Row) => number(counts[key]) })),
          ...(years.length < 2 ? [] : [{ heading: "Change", cell: (row: Row) => changeText(changeOf(row)) }]),
        ]}
        rows={rows}
      />
      <p class="small muted">Source: {source}</p>
    </section>
  );
}
