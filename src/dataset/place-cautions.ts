import { STATE } from "../domain/california.ts";
import { CAUTION_CODES, type CautionCode } from "../domain/caution.ts";
import type { PlaceCaution, PlaceTrend } from "../domain/snapshot.ts";
import { completeYears, figuresOf } from "../domain/trend.ts";
import type { YearVerdict } from "./completeness.ts";
import { LARGEST_SHORTAGE, type Shortage } from "./county-shortage.ts";
import { rateOf } from "./gamma-poisson.ts";
import type { Model, YearEstimate } from "./model.ts";
import type { ReviewTables } from "./review.ts";

/** Above this many times the state's property rate, many of the offenses affect visitors and workplaces. */
const VISITORS_RATIO = 4;
/** Below it a few offenses change the rate a lot. */
const FEW_RESIDENTS = 10_000;
/** First years of the incident-based reports, and of the Census Bureau's Vintage 2025. */
const INCIDENT_REPORTS = 2021;
const NEW_ESTIMATES = 2025;
/** A larger change of the population from one vintage to the next is shown with its numbers. */
const LARGE_REVISION = 0.05;
/** From this share of a county's expected offenses on, missing reports get a caution. */
const NOTED_SHORTAGE = 0.01;

const list = new Intl.ListFormat("en-US");

/** A place with a verdict on each of its years. */
export interface JudgedPlace {
  readonly county: string;
  /** null for a county. */
  readonly city: string | null;
  /** As the Department of Justice writes it; null for a county. */
  readonly agency: string | null;
  readonly key: string;
  readonly model: Model;
  readonly trend: PlaceTrend;
  /** The offenses missing from a county's figures; null for a city. */
  readonly shortage: ((year: number, options?: { readonly withLow: boolean }) => Shortage) | null;
}

export interface CautionedPlace extends JudgedPlace {
  readonly estimate: YearEstimate;
}

/** The cautions of a place's record, in the order of the codes. */
export function cautionsOf(
  place: CautionedPlace,
  review: Pick<ReviewTables, "cautions" | "anomalies">,
  dataYear: number,
): readonly PlaceCaution[] {
  const found = new Map<CautionCode, PlaceCaution>();
  const add = (code: CautionCode, detail?: string, source?: string) =>
    found.set(code, { code, ...(detail === undefined ? {} : { detail }), ...(source === undefined ? {} : { source }) });
  const { estimate, model, key, trend } = place;
  const { year } = estimate;

  if (year < dataYear) add("older_year", olderYearText(place, review, dataYear));
  const verdict = model.verdict(year, key);
  if (verdict?.finding === "jump") add("jump", forecastText(place, year, verdict));
  if (verdict?.finding === "low") add("fall", forecastText(place, year, verdict));
  if (place.shortage !== null) {
    const missing = place.shortage(year);
    if (missing.share >= NOTED_SHORTAGE) add("missing_reports", `${capitalized(shortageText(missing))}.`);
    const withLow = place.shortage(year, { withLow: true });
    if (withLow.share > LARGEST_SHORTAGE) add("fall", `${capitalized(lowText(withLow))}.`);
  }
  if (estimate.place.residents < FEW_RESIDENTS) add("few_residents");
  if (rateOf(estimate.place.property, estimate.place.residents) > VISITORS_RATIO * estimate.state.property) {
    add("visitors_and_jobs", `The property rate is more than ${VISITORS_RATIO} times ${STATE.name}'s.`);
  }
  const first = completeYears(trend)[0] ?? year;
  if (first < INCIDENT_REPORTS) add("reporting_change");
  if (year >= NEW_ESTIMATES && first < NEW_ESTIMATES) add("population_break", revisionOf(trend));
  for (const caution of review.cautions) {
    const isOfPlace = caution.county === place.county && caution.city === place.city;
    if (isOfPlace && (caution.year === null || caution.year === year)) {
      add(caution.code, `${caution.reason}.`, caution.source);
    }
  }
  return CAUTION_CODES.flatMap((code) => found.get(code) ?? []);
}

/** Why no year after the record's is complete. */
function olderYearText(place: CautionedPlace, review: Pick<ReviewTables, "anomalies">, dataYear: number): string {
  const { year } = place.estimate;
  const newer = Array.from({ length: dataYear - year }, (_, index) => year + 1 + index);
  return `${incompleteYearsText(place, review, newer)}.`;
}

/** Why none of these years is complete: a sentence for each reason, the last one without its period. */
export function incompleteYearsText(
  place: JudgedPlace,
  review: Pick<ReviewTables, "anomalies">,
  years: readonly number[],
): string {
  const yearsOf = Map.groupBy(years, (year) => incompleteYearText(place, review, year));
  return [...yearsOf].map(([reason, same]) => `${list.format(same.map(String))}: ${reason}`).join(". ");
}

/** Why a year of a place is not complete: a review's reason, the fall, or that it has no figures. */
function incompleteYearText(place: JudgedPlace, review: Pick<ReviewTables, "anomalies">, year: number): string {
  const verdict = place.model.verdict(year, place.key);
  if (verdict === null) return "no figures of its own";
  const reviewed = review.anomalies.find(
    (anomaly) => anomaly.county === place.county && anomaly.agency === place.agency && anomaly.year === year,
  );
  if (reviewed !== undefined) return reviewed.reason;
  const shortage = place.shortage?.(year);
  return shortage === undefined ? forecastText(place, year, verdict).replace(/\.$/, "") : shortageText(shortage);
}

/** Agencies that a sentence names at most. */
const MOST_NAMED = 3;

function shortageText(shortage: Shortage): string {
  const { group, share } = shortage;
  return `reports lack about ${Math.round(share * 100)}% of the ${group} offenses that the county was expected to have (${namesOf(shortage)})`;
}

function lowText(shortage: Shortage): string {
  const { group, share } = shortage;
  return `counts are low, about ${Math.round(share * 100)}% below the county's expected ${group} offenses (${namesOf(shortage)})`;
}

/** The agencies with the largest shortages. */
function namesOf({ agencies, group }: Shortage): string {
  const largest = agencies.toSorted((a, b) => b.short[group] - a.short[group]).filter(({ short }) => short[group] > 0);
  const names = largest.slice(0, MOST_NAMED).map(({ agency }) => agency);
  const others = largest.length > MOST_NAMED ? [`${largest.length - MOST_NAMED} more`] : [];
  return list.format([...names, ...others]);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function forecastText({ model, key }: JudgedPlace, year: number, { forecast }: YearVerdict): string {
  const counts = model.reported(year, key);
  if (forecast === null || counts === null) return "Far from the forecast.";
  const text = (group: "violent" | "property") =>
    `${counts[group].toLocaleString("en-US")} ${group} offenses, forecast about ${Math.round(forecast[group].expected).toLocaleString("en-US")}`;
  return `${text("violent")}; ${text("property")}.`;
}

/** The population in the two vintages, if it differs by more than `LARGE_REVISION`. */
function revisionOf(trend: PlaceTrend): string | undefined {
  const [before, after] = [NEW_ESTIMATES - 1, NEW_ESTIMATES].map((year) => figuresOf(trend, year).population);
  if (before == null || after == null || Math.abs(after / before - 1) <= LARGE_REVISION) return undefined;
  return `Residents: ${before.toLocaleString("en-US")} in ${NEW_ESTIMATES - 1} and ${after.toLocaleString("en-US")} in ${NEW_ESTIMATES}.`;
}
