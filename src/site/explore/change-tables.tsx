/** @jsxImportSource hono/jsx */
import stored from "../../../data/changes.json" with { type: "json" };
import { CAUTIONS } from "../../domain/caution.ts";
import { oncePer } from "../../domain/once-per.ts";
import type { Snapshot, SnapshotPlace } from "../../domain/snapshot.ts";
import {
  type GradeChange,
  type GradeReason,
  type SnapshotDiff,
  type YearChanges,
  yearChanges,
} from "../../domain/snapshot-diff.ts";
import { type Column, column, type FileColumn } from "../columns.ts";
import { number } from "../number.ts";
import { Tile } from "../plate.tsx";
import { URLS } from "../urls.ts";
import { createPageTable, type PageTable } from "./filtered-table.tsx";
import { countyColumn, placeColumn, populationColumn } from "./place-columns.tsx";
import { cityUrl, countyUrl } from "./place-url.ts";
import type { Filtered } from "./table-query.ts";

/** Ids of the tables of `/explore/changes`. */
export const CHANGE_TABLES = ["cities", "counties"] as const;

/** The changed grades, with the year they are compared with. */
export interface ChangeTables extends Readonly<Record<(typeof CHANGE_TABLES)[number], PageTable>> {
  readonly diff: SnapshotDiff;
}

/** A changed grade, with the county and population of the place from the snapshot. */
interface ChangeRow extends Filtered {
  readonly change: GradeChange;
  /** What else than the two years' offenses may explain the change; empty if nothing. */
  readonly mark: string;
  readonly href: string;
}

export const changeTables = oncePer((snapshot: Snapshot) => createChangeTables(snapshot, yearChanges.parse(stored)));

/** null if the stored changes belong to another snapshot, or the previous year lacks figures. */
export function createChangeTables(snapshot: Snapshot, changes: YearChanges): ChangeTables | null {
  if (changes.from === null || changes.to.version !== snapshot.version) return null;
  const years = [changes.from.dataYear, changes.to.dataYear] as const;
  const cities = new Map(snapshot.cities.map((city) => [city.record.city, city]));
  const counties = new Map(snapshot.counties.map((county) => [county.record.county, county]));
  const cityRows = changes.cityGrades.map((change) => {
    const place = cities.get(change.name);
    const { county = null, population = null } = place?.record ?? {};
    return {
      name: change.name,
      county,
      population,
      change,
      mark: markOf(change, years, place),
      href: cityUrl(change.name),
    };
  });
  const countyRows = changes.countyGrades.map((change) => {
    const place = counties.get(change.name);
    const population = place?.record.population ?? null;
    return {
      name: change.name,
      county: null,
      population,
      change,
      mark: markOf(change, years, place),
      href: countyUrl(change.name),
    };
  });
  const table = (id: "cities" | "counties", names: readonly Column<ChangeRow>[], rows: readonly ChangeRow[]) =>
    createPageTable<ChangeRow>({
      ...TABLES[id],
      path: URLS.changes,
      id,
      columns: [...names, ...changeColumns(years)],
      fileColumns: [...names, ...fileColumns(years)],
      rows,
    });
  return {
    diff: changes,
    cities: table("cities", [placeColumn("City"), countyColumn()], cityRows),
    counties: table("counties", [placeColumn("County")], countyRows),
  };
}

const TABLES = {
  cities: { caption: "Cities whose grade changed", noun: "city", plural: "cities", searchLabel: "City or county" },
  counties: { caption: "Counties whose grade changed", noun: "county", plural: "counties", searchLabel: "County" },
} as const;

type Years = readonly [before: number, after: number];

function changeColumns([before, after]: Years): readonly Column<ChangeRow>[] {
  return [
    column("before", String(before), ({ change }) => change.before.score, {
      first: "descending",
      cell: ({ change }) => <Grade graded={change.before} />,
    }),
    column("after", String(after), ({ change }) => change.after.score, {
      first: "descending",
      cell: ({ change }) => <Grade graded={change.after} />,
    }),
    column("change", "Change", ({ change }) => pointsOf(change), {
      first: "descending",
      cell: ({ change }) => signed(pointsOf(change)),
    }),
    populationColumn(),
    column("mark", "Note", ({ mark }) => mark),
    column("reason", "Main reason", ({ change }) => reasonText(change.reasons)),
  ];
}

/** In a file, grade and score are separate columns, each with its year. */
function fileColumns([before, after]: Years): readonly FileColumn<ChangeRow>[] {
  return [
    { key: "population", value: ({ population }) => population },
    { key: `grade_${before}`, value: ({ change }) => change.before.grade },
    { key: `score_${before}`, value: ({ change }) => change.before.score },
    { key: `grade_${after}`, value: ({ change }) => change.after.grade },
    { key: `score_${after}`, value: ({ change }) => change.after.score },
    { key: "change", value: ({ change }) => pointsOf(change) },
    { key: "note", value: ({ mark }) => mark },
    { key: "reason", value: ({ change }) => reasonText(change.reasons) },
  ];
}

/** The cautions of the place, and the years of its records if they are not the two that are compared. */
export function markOf(
  { before, after }: GradeChange,
  years: Years,
  place: Pick<SnapshotPlace, "cautions"> | undefined,
): string {
  const isOther = before.year !== years[0] || after.year !== years[1];
  const names = (place?.cautions ?? []).map(({ code }) => CAUTIONS[code].name);
  return [...(isOther ? [`Records of ${before.year} and ${after.year}`] : []), ...new Set(names)].join("; ");
}

function Grade({ graded }: { readonly graded: GradeChange["before"] }) {
  return (
    <span class="nowrap">
      <Tile letter={graded.grade} /> {graded.score}
    </span>
  );
}

/** The change of the score in points, positive if it rose. */
export function pointsOf({ before, after }: GradeChange): number {
  return after.score - before.score;
}

/** With a plus or a minus sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}

/** The main reason in words. */
export function reasonText(reasons: readonly GradeReason[]): string {
  const main = reasons[0];
  return main === undefined ? "" : mainReason(main);
}

function mainReason({ factor, before, after }: GradeReason): string {
  const went = after > before ? "rose" : "fell";
  const figures = `${went} from ${number(before)} to ${number(after)}`;
  switch (factor) {
    case "violent":
      return `Violent offenses ${figures}`;
    case "property":
      return `Property offenses ${figures}`;
    case "population":
      return `Residents ${figures}`;
    case "state":
      return `California's rates ${went}`;
    case "past":
      return `The prediction from its earlier years ${went}`;
    case "method":
      return "The method changed";
  }
}
