import { capitalized } from "../../base/capitalized.ts";
import { namesOf } from "../../base/named-table.ts";
import { CAUTION_CODES, type CautionCode } from "../../domain/caution.ts";
import { gradeOf } from "../../domain/grade.ts";
import {
  type ByGroup,
  hasFewOffenses,
  OFFENSE_GROUPS,
  OFFENSES,
  type OffenseCounts,
  type OffenseGroup,
  propertyOf,
  totalOf,
  violentOf,
} from "../../domain/offense.ts";
import { whole } from "../../domain/published.ts";
import type { ExpectedCount, PlaceCaution, PlaceTrend } from "../../domain/snapshot.ts";
import { completeYears, figuresOf } from "../../domain/trend.ts";
import { NEW_ESTIMATES, type StateEdition } from "../../editions/edition.ts";
import { type ClassFall, type ClassFallsOf, isBelowBound } from "../model/class-falls.ts";
import { expectedOf, type Forecast, higherOthers, type YearVerdict } from "../model/completeness.ts";
import type { NeighborFall, NeighborFallOf } from "../model/neighbor-falls.ts";
import { type OtherCount, scoreWith } from "../model/panel.ts";
import type { RateModel, YearEstimate } from "../model/rate-model.ts";
import { placeRating } from "../model/rating.ts";
import { lastingRise, type Rise } from "../model/rises.ts";
import type { Shortage } from "./county-shortage.ts";
import { SECOND_SOURCES } from "./input-tables.ts";
import { disproves } from "./ledger.ts";
import type { ReviewTables } from "./review.ts";

/** Many of the offenses affect visitors and workplaces where the ratio of property crime is above `from`, and so many times that of violent crime. */
const VISITORS = { from: 1.2, times: 1.5 } as const;
/** A larger change of the population from one vintage to the next is a caution. */
const LARGE_REVISION = 0.05;
/** From this share of a county's expected offenses on, missing reports get a caution. */
const NOTED_SHORTAGE = 0.01;
/** A campus whose police reported at least this share of the city's offenses is named. */
const NOTED_CAMPUS = 0.05;

/** The caution for what stands out in a complete year. */
const CODES: Partial<Record<NonNullable<YearVerdict["finding"]>, CautionCode>> = {
  jump: "jump",
  low: "fall",
  shared_low: "shared_fall",
};

const list = new Intl.ListFormat("en-US");

export interface JudgedPlace {
  readonly edition: StateEdition;
  /** The day of the Real-Time Crime Index that second counts are from. */
  readonly secondRelease: string | null;
  readonly county: string;
  /** null for a county. */
  readonly city: string | null;
  /** As the Department of Justice writes it; null for a county. */
  readonly agency: string | null;
  readonly key: string;
  readonly model: RateModel;
  readonly trend: PlaceTrend;
  readonly review: ReviewTables;
  /** The offenses missing from a county's figures; null for a city. */
  readonly shortage: ((year: number) => Shortage) | null;
}

interface CautionedPlace extends JudgedPlace {
  readonly estimate: YearEstimate;
  readonly classFalls: ClassFallsOf;
  readonly neighborFall: NeighborFallOf;
  /** Campuses whose own police reports their offenses, so that the city's figures leave them out. */
  readonly campuses: readonly CampusFigures[];
}

export interface CampusFigures {
  readonly campus: string;
  readonly offenses: OffenseCounts;
  readonly source: string;
}

/** The cautions of a place's record, in the order of the codes. */
export function cautionsOf(place: CautionedPlace, dataYear: number): readonly PlaceCaution[] {
  const found = new Map<CautionCode, PlaceCaution>();
  const add = (code: CautionCode, detail?: string, source?: string | null) =>
    found.set(code, { code, ...(detail === undefined ? {} : { detail }), ...(source ? { source } : {}) });
  const { estimate, model, key, trend, campuses } = place;
  const { year } = estimate;

  if (year < dataYear) add("older_year", ...olderYear(place, dataYear));
  const verdict = model.verdict(year, key);
  const code = verdict?.finding && CODES[verdict.finding];
  if (verdict?.forecast && code) add(code, forecastText(place, year, verdict.forecast));
  const classes = place.classFalls(year, key).filter((fall) => isBelowBound(fall));
  if (classes.length > 0) add("class_fall", classes.map(classText).join(" "));
  if (place.shortage !== null) {
    const missing = place.shortage(year);
    if (missing.share >= NOTED_SHORTAGE) add("missing_reports", missingText(estimate, missing));
  }
  const rise = lastingRise(model, year, key);
  if (rise !== null) add("recorded_differently", riseText(rise));
  const neighbors = place.neighborFall(year, key);
  if (neighbors !== null) add("neighbors_fall", neighborsText(neighbors, key));
  if (hasFewOffenses(estimate.place.offenses)) add("few_residents");
  const visitors = visitorsText(estimate, place.edition);
  if (visitors !== null) add("visitors_and_jobs", visitors);
  const noted = campuses.filter(({ offenses }) => totalOf(offenses) >= NOTED_CAMPUS * totalOf(estimate.place.offenses));
  if (noted.length > 0)
    add("campus_police", noted.map((campus) => campusText(campus, year)).join(" "), noted[0]?.source);
  const revision = revisionOf(trend);
  if (year >= NEW_ESTIMATES && (completeYears(trend)[0] ?? year) < NEW_ESTIMATES && revision !== null) {
    add("population_break", revision);
  }
  const counts = estimate.place;
  const notice = reviewOf(place, year);
  if (notice?.kind === "notice") {
    const disproving = (counts.others ?? []).filter((other) => disproves(counts.offenses, other));
    add("publisher_notice", `${notice.reason}. ${othersText(counts, disproving, place.secondRelease)}`, notice.source);
  }
  const higher = higherOthers(counts);
  if (higher.length > 0)
    add("second_source", othersText(counts, higher, place.secondRelease), sourceOf(higher.at(-1))?.url);
  for (const caution of place.review.cautions) {
    const isOfPlace = caution.county === place.county && caution.city === place.city;
    if (isOfPlace && (caution.year === null || caution.year === year)) {
      add(caution.code, `${caution.reason}.`, caution.source);
    }
  }
  return CAUTION_CODES.flatMap((code) => found.get(code) ?? []);
}

/** Why no year after the record's is complete, and the source if a publisher says so. */
function olderYear(place: CautionedPlace, dataYear: number): [detail: string, source: string | null] {
  const { year } = place.estimate;
  const newer = Array.from({ length: dataYear - year }, (_, index) => year + 1 + index);
  const sources = newer.flatMap((one) => reviewOf(place, one)?.source ?? []);
  return [`${incompleteYearsText(place, newer)}.`, sources.at(-1) ?? null];
}

/** Why none of these years is complete: a sentence for each reason, the last one without its period. */
export function incompleteYearsText(place: JudgedPlace, years: readonly number[]): string {
  const yearsOf = Map.groupBy(years, (year) => incompleteYearText(place, year));
  return [...yearsOf].map(([reason, same]) => `${list.format(same.map(String))}: ${reason}`).join(". ");
}

/** Why a year of a place is not complete: a review's reason, the fall, what is missing, or that it has no figures. */
function incompleteYearText(place: JudgedPlace, year: number): string {
  const verdict = place.model.verdict(year, place.key);
  if (verdict === null) return "no figures of its own";
  const reviewed = reviewOf(place, year);
  if (reviewed !== undefined) return reviewed.reason;
  if (place.shortage !== null) return shortageText(place.shortage(year));
  if (verdict.forecast === null) return "far from what its earlier years suggest";
  const text = forecastText(place, year, verdict.forecast).replace(/\.$/, "");
  const { finding, fall } = verdict;
  if (finding === "shared_fall") return `${text}; the agencies that report with it were low too`;
  return fall !== null && fall.year < year ? `still as low as in ${fall.year}, ${text}` : text;
}

/** What earlier years suggest for each year that is not complete. */
export function expectedCounts({ model, key, trend }: JudgedPlace): readonly ExpectedCount[] {
  return trend.partialYears.flatMap((year) => {
    const forecast = model.verdict(year, key)?.forecast;
    return forecast ? [{ year, ...expectedOf(forecast) }] : [];
  });
}

function reviewOf({ county, agency, review }: JudgedPlace, year: number) {
  return review.anomalies.find((row) => row.county === county && row.agency === agency && row.year === year);
}

const MOST_NAMED = 3;

function shortageText(shortage: Shortage): string {
  const { group, share } = shortage;
  return `reports lack about ${Math.round(share * 100)}% of the ${group} offenses that the county was expected to have (${agenciesText(shortage)})`;
}

/** What is missing, and the score that filling it in would give. */
function missingText(estimate: YearEstimate, shortage: Shortage): string {
  const { place, yardstick, steps } = estimate;
  const priors = { violent: steps.violent.prior, property: steps.property.prior };
  const score = scoreWith(place, yardstick, priors, shortage.short);
  const given = `With them the score would be ${score} (${gradeOf(score).letter})`;
  return `${capitalized(shortageText(shortage))}. ${given}.`;
}

function agenciesText({ agencies, group }: Shortage): string {
  const largest = agencies.toSorted((a, b) => b.short[group] - a.short[group]).filter(({ short }) => short[group] > 0);
  const names = largest.slice(0, MOST_NAMED).map(({ agency }) => agency);
  const others = largest.length > MOST_NAMED ? [`${largest.length - MOST_NAMED} more`] : [];
  return list.format([...names, ...others]);
}

function forecastText({ model, key }: JudgedPlace, year: number, { from, groups }: Forecast): string {
  const counts = model.reported(year, key);
  const since = from.violent.year === year - 1 ? "" : ` from ${from.violent.year}`;
  const text = (group: OffenseGroup) =>
    `${whole(counts?.[group] ?? 0)} ${group} offenses, about ${whole(groups[group].expected)} expected${since}`;
  return `${text("violent")}; ${text("property")}.`;
}

function riseText({ group, year, from, count, expected }: Rise): string {
  return `${whole(count)} ${group} offenses, about ${whole(expected)} expected from ${from}; so high since ${year}.`;
}

function neighborsText({ members, group, count, expected, from }: NeighborFall, key: string): string {
  const names = members.filter((member) => member !== key).map((member) => member.split("|")[1] ?? member);
  return `With ${list.format(names)}: ${whole(count)} ${group} offenses, about ${whole(expected)} expected from ${from}.`;
}

function classText({ offense, count, expected, from }: ClassFall): string {
  return `${OFFENSES[offense].name}: ${whole(count)}, about ${whole(expected)} expected from ${from}.`;
}

/** The place's numbers where visitors and workplaces explain much of its rate; otherwise null. */
function visitorsText(estimate: YearEstimate, edition: StateEdition): string | null {
  const { violent, property } = placeRating(estimate);
  if (property.ratio <= VISITORS.from || property.ratio <= VISITORS.times * violent.ratio) return null;
  const times = (ratio: number) => `${ratio.toFixed(1)} times ${edition.possessive} rate`;
  return `Per resident, property offenses are ${times(property.ratio)}, violent offenses ${times(violent.ratio)}.`;
}

function othersText(counts: ByGroup<number>, others: readonly OtherCount[], release: string | null): string {
  const theirs = others.map((other) => {
    const groups = OFFENSE_GROUPS.flatMap((group) => {
      const count = other[group];
      return count === null ? [] : [`${whole(count)} ${group} offenses (here ${whole(counts[group])})`];
    });
    return `${sourceOf(other)?.name.replace("{day}", release ?? "an unknown day")}: ${list.format(groups)}.`;
  });
  return theirs.join(" ");
}

function sourceOf(other: OtherCount | undefined) {
  const key = namesOf(SECOND_SOURCES).find((name) => name === other?.source);
  return key && SECOND_SOURCES[key];
}

function campusText({ campus, offenses }: CampusFigures, year: number): string {
  return `${campus}: ${whole(violentOf(offenses))} violent and ${whole(propertyOf(offenses))} property offenses in ${year}.`;
}

/** The population in the two vintages, if it differs by more than `LARGE_REVISION`. */
function revisionOf(trend: PlaceTrend): string | null {
  const [before, after] = [NEW_ESTIMATES - 1, NEW_ESTIMATES].map((year) => figuresOf(trend, year).population);
  if (before == null || after == null || Math.abs(after / before - 1) <= LARGE_REVISION) return null;
  return `Residents: ${whole(before)} in ${NEW_ESTIMATES - 1} and ${whole(after)} in ${NEW_ESTIMATES}.`;
}
