import { OFFENSE_GROUPS, type OffenseGroup, totalOf } from "../domain/offense.ts";
import type { AgencyKind } from "../domain/snapshot.ts";
import type { MatchedAgency } from "./agency.ts";
import type { Ledger } from "./ledger.ts";
import { GROUP_COUNT } from "./rating.ts";
import type { ReviewedAnomaly } from "./review.ts";

/** A figure that a person should look at; `reviewed` is the reason in `review/anomalies.csv`, null if nobody has. */
export interface Suspicion {
  readonly year: number;
  readonly county: string;
  readonly agency: string;
  readonly kind: AgencyKind;
  readonly finding: "jump" | "fall" | "all_zero" | "row_gone";
  readonly group: OffenseGroup | null;
  readonly count: number;
  /** Least and most of the years that it was compared with; null where it was compared with none. */
  readonly usual: readonly [number, number] | null;
  readonly reviewed: string | null;
}

/** What was reported, and what is known about it. */
export interface AgencyHistory {
  readonly ledger: Ledger;
  readonly anomalies: readonly ReviewedAnomaly[];
}

/** Years before the year in question that make the usual range, and how many of them there must be. */
const HISTORY_YEARS = 5;
const FEWEST_YEARS = 3;
/** Beyond the range by half of it and by four standard deviations of a Poisson count: not chance, not a trend. */
const BEYOND = 1.5;
const DEVIATIONS = 4;

/** Every suspicious figure of a year: agencies with a row, then agencies that had one the year before. */
export function suspicions(history: AgencyHistory, year: number): readonly Suspicion[] {
  const { agencies, agencyRow } = history.ledger;
  const rows = agencies.get(year) ?? [];
  const before = agencies.get(year - 1) ?? [];
  const gone = before.filter(({ county, agency }) => agencyRow(year, county, agency) === null);
  return [
    ...rows.flatMap((row) => [...outOfRange(history, row, year), ...allZero(history, row, year)]),
    ...gone.map((row) => suspicion(history, row, year, { finding: "row_gone", group: null, count: 0, usual: null })),
  ];
}

function outOfRange(history: AgencyHistory, row: MatchedAgency, year: number): Suspicion[] {
  return OFFENSE_GROUPS.flatMap((group): Suspicion[] => {
    const usual = usualRange(history, row, year, group);
    if (usual === null) return [];
    const [low, high] = usual;
    const count = GROUP_COUNT[group](row.offenses);
    if (count > BEYOND * high && count - high > DEVIATIONS * Math.sqrt(count)) {
      return [suspicion(history, row, year, { finding: "jump", group, count, usual })];
    }
    if (BEYOND * count < low && low - count > DEVIATIONS * Math.sqrt(low)) {
      return [suspicion(history, row, year, { finding: "fall", group, count, usual })];
    }
    return [];
  });
}

/** Known partial years are no measure of what is usual. */
function usualRange(
  history: AgencyHistory,
  row: MatchedAgency,
  year: number,
  group: OffenseGroup,
): readonly [number, number] | null {
  const counts: number[] = [];
  for (let before = year - 1; before >= year - HISTORY_YEARS; before -= 1) {
    const earlier = history.ledger.agencyRow(before, row.county, row.agency);
    if (earlier === null || history.ledger.isPartial(before, row.county, row.agency)) continue;
    counts.push(GROUP_COUNT[group](earlier.offenses));
  }
  return counts.length < FEWEST_YEARS ? null : [Math.min(...counts), Math.max(...counts)];
}

function allZero(history: AgencyHistory, row: MatchedAgency, year: number): Suspicion[] {
  if (totalOf(row.offenses) !== 0) return [];
  return [suspicion(history, row, year, { finding: "all_zero", group: null, count: 0, usual: null })];
}

function suspicion(
  history: AgencyHistory,
  row: MatchedAgency,
  year: number,
  found: Pick<Suspicion, "finding" | "group" | "count" | "usual">,
): Suspicion {
  const { county, agency, kind } = row;
  return { year, county, agency, kind, ...found, reviewed: reviewOf(history, row, year)?.reason ?? null };
}

function reviewOf(history: AgencyHistory, row: MatchedAgency, year: number): ReviewedAnomaly | undefined {
  return history.anomalies.find(
    (anomaly) => anomaly.county === row.county && anomaly.agency === row.agency && anomaly.year === year,
  );
}
