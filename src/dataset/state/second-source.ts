import { join } from "node:path";
import { byGroup, OFFENSE_CLASSES, type Offense, offensesIn, totalOf } from "../../domain/offense.ts";
import { writeAtomically } from "../../figures/file.ts";
import { compareText } from "../input-rows.ts";
import type { Table8 } from "../sources/fbi-table-8.ts";
import type { ScorecardRow } from "../sources/rtci-scorecard.ts";
import type { SecondKind } from "../sources/rtci-sources.ts";
import { offensesOf } from "../united-states/tables.ts";
import { readTables, type SecondCount, secondSourceFile } from "./input-tables.ts";
import { matchAgencies } from "./ledger.ts";
import { readReview } from "./review.ts";
import type { StateBuild } from "./state-build.ts";

/** The FBI's counts of a year beside those of the cities' own rows. */
export type Comparison = Awaited<ReturnType<typeof importSecondSource>>[number];

/** A row of the index that is no copy of the figures that it is compared with. */
export interface OwnCount extends ScorecardRow {
  readonly kind: Exclude<SecondKind, "fbi" | "copy">;
}

/** Sums of all classes that are at most so far apart, of the larger one, are named as close. */
const CLOSE = 0.04;

/**
 * Writes what the FBI's tables and the Real-Time Crime Index counted in the cities with a row of their own. The FBI
 * names a city as the state does, or by its own name. @throws DatasetError
 */
export async function importSecondSource(
  state: StateBuild,
  dataDir: string,
  table8: readonly Table8[],
  scorecard: readonly OwnCount[],
) {
  const [tables, review] = [await readTables(dataDir, state.edition), await readReview(dataDir, state.edition)];
  const { foldCity } = state.names;
  const cities = [...tables.places, ...review.incorporations];
  const fbi = table8.map(({ year, rows }) => ({ year, rows: byName(rows, state) }));
  const index = [...Map.groupBy(scorecard, ({ year }) => year)].map(([year, rows]) => ({
    year,
    rows: byName(rows, state),
  }));
  const counts: SecondCount[] = [];
  const ownRows = (year: number) =>
    matchAgencies(state, tables.offenses.get(year) ?? [], cities, review, `offenses/${year}.csv`).agencies.flatMap(
      (row) => (row.city === null ? [] : [{ ...row, city: row.city }]),
    );
  const comparisons = fbi.map(({ year, rows }) => {
    const pairs = ownRows(year).flatMap(({ county, agency, city, offenses }) => {
      const row = rows.get(foldCity(agency)) ?? rows.get(foldCity(city));
      const theirs = row && offensesOf(row);
      if (!theirs) return [];
      counts.push({ county, city, year, source: "fbi", ...groupsOf(theirs) });
      const isEqual = OFFENSE_CLASSES.every((offense) => offenses[offense] === theirs[offense]);
      return [{ city, isEqual, ours: totalOf(offenses), theirs: totalOf(theirs) }];
    });
    const far = pairs.filter(({ ours, theirs }) => Math.abs(ours - theirs) > CLOSE * Math.max(ours, theirs));
    return {
      year,
      both: pairs.length,
      equal: pairs.filter(({ isEqual }) => isEqual).length,
      close: pairs.length - far.length,
      far: far
        .map(({ city, ours, theirs }) => ({ city, ours, theirs }))
        .toSorted((a, b) => compareText(a.city, b.city)),
    };
  });
  for (const { year, rows } of index) {
    for (const { county, city } of ownRows(year)) {
      const row = rows.get(foldCity(city));
      if (row) counts.push({ county, city, year, source: `rtci_${row.kind}`, ...groupsOf(row.offenses) });
    }
  }
  const keyOf = ({ county, city, year, source }: SecondCount) => [county, city, year, source].join("\n");
  const [file, text] = secondSourceFile(counts.toSorted((a, b) => compareText(keyOf(a), keyOf(b))));
  await writeAtomically(join(dataDir, file), text);
  return comparisons;
}

export function describeComparison({ year, both, equal, close, far }: Comparison): string {
  const apart = far.map(({ city, ours, theirs }) => `${city} (${ours}, FBI ${theirs})`).join(", ");
  return `${year}: ${both} cities in the FBI's table, ${equal} equal in every class, ${close} within ${100 * CLOSE}%; further apart: ${apart || "none"}`;
}

function byName<Row extends { readonly state: string; readonly agency: string }>(
  rows: readonly Row[],
  { edition, names: { foldCity } }: StateBuild,
) {
  const own = rows.filter(({ state }) => state === edition.abbreviation);
  return new Map(own.map((row) => [foldCity(row.agency), row]));
}

/** null for a group of which a class is missing. */
function groupsOf(offenses: Readonly<Record<Offense, number | null>>) {
  return byGroup((group) => {
    const counts = offensesIn(group).map((offense) => offenses[offense]);
    return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  });
}
