import { capitalized } from "../../base/capitalized.ts";
import type { Edition } from "../../editions/edition.ts";
import { number } from "../ui/number.ts";
import { MULTIPLES_FROM } from "./comparison.ts";
import type { Measure, MeasuredYear } from "./measure.ts";

/** With fewer offenses, a rate says little: a sentence has the counts, and a comparison no bar. */
export const FEWEST_FOR_RATE = 10;
/** In one title of twenty at most, a rate that did not change is said to have moved. */
const FALSE_TITLES = 0.05;

interface Found {
  readonly name: string;
  readonly measure: Measure;
  readonly isCounts: boolean;
  readonly years: readonly MeasuredYear[];
  /** The first year whose counts are comparable with the newest. */
  readonly comparableFrom: number;
  /** null if the subject is the yardstick. */
  readonly yardstick: { readonly words: Edition; readonly years: readonly MeasuredYear[] } | null;
  /** What the rate of the yardstick is called, if that is the subject: "the national rate". */
  readonly ownRate?: string;
}

type Known = MeasuredYear & { readonly value: number };

/** What a chart by year shows about its first place, as its title: the newest year, beside the one furthest from it. */
export function measureFinding({ name, measure, isCounts, years, comparableFrom, yardstick, ownRate }: Found): string {
  const known = years.filter((row): row is Known => row.value !== null);
  const last = known.at(-1);
  const [start, end] = [years[0]?.year, years.at(-1)?.year];
  if (!last) return `${name} has no complete year from ${start} to ${end}`;
  const earlier = known.filter(({ year }) => year >= comparableFrom && year < last.year);
  const distance = ({ value }: Known) => Math.abs(value - last.value);
  const furthest = earlier.toSorted((a, b) => distance(b) - distance(a))[0];
  const other = furthest?.value === last.value ? undefined : furthest;
  if (measure.countOf === null) {
    const before = other ? `, ${other.value} in ${other.year}` : "";
    return `${name} scored ${last.value} in ${last.year}${before}${yardstick ? `; ${yardstick.words.name} is 50` : ""}`;
  }
  const isFew = Math.min(last.count ?? 0, other?.count ?? FEWEST_FOR_RATE) < FEWEST_FOR_RATE;
  if (isCounts || isFew) {
    const before = other ? `, ${number(other.count ?? 0)} in ${other.year}` : "";
    return `${name} reported ${number(last.count ?? 0)} ${nounOf(measure, last.count)} in ${last.year}${before}`;
  }
  const against = yardstick ? againstText(last, yardstick) : "";
  const whose = ownRate === undefined ? `${name}${name.endsWith("s") ? "’" : "’s"} rate` : capitalized(ownRate);
  const rate = `${last.value.toFixed(1)} per ${number(measure.per)} residents in ${last.year}`;
  return other && isBeyondChance(other, last, earlier.length)
    ? `${whose} of ${measure.crime} ${last.value < other.value ? "fell" : "rose"} from ${other.value.toFixed(1)} in ${other.year} to ${rate}${against}`
    : `${whose} of ${measure.crime} was ${rate}${against}`;
}

/** `robbery` for one, otherwise the plural. */
function nounOf({ name, crime, key }: Measure, count: number | null): string {
  if (count !== 1) return name.toLowerCase();
  return crime.endsWith(" crime") ? `${key} offense` : crime;
}

/**
 * Whether two Poisson counts differ by more than chance. The year is the furthest of several, so each of them has its
 * share of the chance of error (Bonferroni). @param years how many there are
 */
function isBeyondChance(before: Known, after: Known, years: number): boolean {
  const [a, b] = [before.count ?? 0, after.count ?? 0];
  const deviations = normalQuantile(FALSE_TITLES / 2 / years);
  return Math.abs(Math.log(after.value / before.value)) > deviations * Math.sqrt(1 / a + 1 / b);
}

/** How many standard deviations the normal distribution exceeds with this chance, within 0.0005 (Abramowitz and Stegun 26.2.23). */
function normalQuantile(upperTail: number): number {
  const t = Math.sqrt(-2 * Math.log(upperTail));
  const above = 2.515517 + 0.802853 * t + 0.010328 * t ** 2;
  const below = 1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3;
  return t - above / below;
}

/** From counts and populations: a rate of one decimal would give another multiple. */
function againstText(last: Known, { words, years }: NonNullable<Found["yardstick"]>): string {
  const state = years.find(({ year }) => year === last.year);
  const exact = (row: MeasuredYear | undefined) => (row?.count ?? 0) / (row?.population ?? 1);
  if (exact(state) === 0) return "";
  const multiple = exact(last) / exact(state);
  const percent = Math.round(100 * Math.abs(multiple - 1));
  if (multiple >= MULTIPLES_FROM) return `, ${multiple.toFixed(1)} times ${words.rate}`;
  if (percent === 0) return `, the same as ${words.rate}`;
  return `, ${percent}% ${multiple > 1 ? "above" : "below"} ${words.rate}`;
}
