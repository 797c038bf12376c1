import { CAUTION_CODES, type CautionCode } from "../../domain/caution.ts";
import { OFFENSE_GROUPS, OFFENSES } from "../../domain/offense.ts";
import { whole } from "../../domain/published.ts";
import type { PlaceCaution, PlaceTrend } from "../../domain/snapshot.ts";
import { completeYears } from "../../domain/trend.ts";
import { RETURN, YEARS_FALLEN, type YearVerdict } from "../model/completeness.ts";
import { longFall } from "../model/long-fall.ts";
import type { YearEstimate } from "../model/rate-model.ts";
import { placeRating } from "../model/rating.ts";
import { lastingRise } from "../model/rises.ts";
import type { NationInputs } from "./inputs.ts";
import type { NationLedgerPlace } from "./ledger.ts";
import { CHANGE_YEAR } from "./models.ts";
import type { JudgedMonths } from "./months.ts";
import { addTested, cautionsIn, type FoundCautions } from "./tested-year.ts";
import { beforeText } from "./texts.ts";

/** Complete years since reports began again from which on a record has no caution for it. */
const YEARS_SINCE = 3;
/** A score that is so many points higher than before the gap has a caution for longer: 8% of such scores are, 4% of others (docs/backtest.md). */
const RISEN = 20;
/** Property crime so far above the nation's rate, and so many times as far as violent crime, is that of visitors. */
const VISITORS = { from: 1.5, times: 2 } as const;
/** Table 8. */
const TABLE = "The FBI's table";
/** The last year before many agencies changed their system. */
const BEFORE_CHANGE = CHANGE_YEAR - 2;

/** The cautions of a record, in the order of the codes: a place of a state's own edition has those of that edition. */
export function cautionsOf(
  place: NationLedgerPlace,
  estimate: YearEstimate,
  trend: PlaceTrend,
  inputs: NationInputs,
): readonly PlaceCaution[] {
  const found: FoundCautions = new Map(place.own?.cautions.map(({ code, ...said }) => [code, said]));
  if (place.own === null) addOwn(found, place, estimate, trend, inputs);
  else found.set("own_edition", {});
  const { violent, property } = placeRating(estimate);
  if (property.ratio > VISITORS.from && property.ratio > VISITORS.times * violent.ratio) {
    const times = (ratio: number) => `${ratio.toFixed(1)} times the US rate`;
    const detail = `Per resident, property offenses are ${times(property.ratio)}, violent ones ${times(violent.ratio)}.`;
    found.set("visitors_and_jobs", { detail });
  }
  const { serves } = place.population;
  if (place.area !== null) found.set("wider_area", { detail: `${place.area}.` });
  if (serves !== null) found.set(serves.isPart ? "part_of_town" : "wider_area", { detail: `${serves.text}.` });
  return cautionsIn(found, estimate);
}

/** Those of a record by the FBI's figures, with what the months after its year contradict. */
export function withLaterMonths(
  cautions: readonly PlaceCaution[],
  judged: JudgedMonths | undefined,
): readonly PlaceCaution[] {
  if (judged?.finding !== "fall") return cautions;
  const later: PlaceCaution = { code: "later_months", detail: `${monthsText(judged)}.` };
  return [...cautions, later].toSorted((a, b) => CAUTION_CODES.indexOf(a.code) - CAUTION_CODES.indexOf(b.code));
}

/** The detail of an absence, for a fall with the months after its year that repeat its level. */
export function withLastingFall(
  { reason, detail }: { readonly reason: string | null; readonly detail: string },
  verdict: YearVerdict | null,
  judged: JudgedMonths | undefined,
): string {
  const hasFallen = reason === "incomplete_figures" && verdict?.finding === "fall" && !verdict.isComplete;
  return hasFallen && judged?.isLasting ? `${detail}. The level lasts. ${monthsText(judged)}` : detail;
}

/** "2025 by months: 1,770 violent offenses, 14,260 property offenses". */
function monthsText({ counted: { year, ...counted } }: JudgedMonths): string {
  const counts = OFFENSE_GROUPS.flatMap((group) => {
    const count = counted[group];
    return count === null ? [] : [`${whole(count)} ${group} offenses`];
  });
  return `${year} by months: ${counts.join(", ")}`;
}

/** What the tests of the nation's edition find in the place's own figures, and beside those of others. */
function addOwn(
  found: FoundCautions,
  place: NationLedgerPlace,
  estimate: YearEstimate,
  trend: PlaceTrend,
  { models, ledger }: NationInputs,
) {
  const { key } = place;
  const { dataYear } = ledger;
  const { model } = models;
  addTested(found, place, estimate, { ledger, models, table: TABLE }, place.second ?? place.later);
  const add = (code: CautionCode, detail: string) => found.set(code, { detail });
  const fall = longFall(model, estimate, key, BEFORE_CHANGE);
  if (fall !== null) {
    const { count, group, expected, from, to } = fall;
    const years = from === to ? String(from) : `${from} to ${to}`;
    add("fell_for_years", `${whole(count)} ${group} offenses, about ${whole(expected)} at the level of ${years}.`);
  }
  const rise = lastingRise(model, dataYear, key);
  if (rise !== null) {
    const { count, group, expected, from, year } = rise;
    const rose = `${whole(count)} ${group} offenses, about ${whole(expected)} expected from ${from}`;
    add("recorded_differently", `${rose}; so high since ${year}.`);
  }
  const restart = restartOf(trend, ledger);
  if (restart !== null) {
    const { year, before, isNew, risen } = restart;
    const since = risen >= RISEN ? `: ${beforeText(place, [before, dataYear])}` : "";
    if (isNew || risen >= RISEN) add("restart", `The first complete year is ${year}${since}.`);
  }
  const stateClass = place.years.get(dataYear)?.stateClass ?? null;
  if (stateClass !== null) {
    const { offense, count, table8 } = stateClass;
    const own = `${OFFENSES[offense].name}: ${whole(count)} by the program of the state`;
    add("state_count", `${own} (FIBRS), ${whole(table8)} in the FBI's table.`);
  }
  if (place.campus !== null) add("campus_police", `${place.campus} has its own police.`);
}

/**
 * The first complete year after two or more without, less than five years ago, and how many points the score has risen
 * since the one before. It is new until three years are complete, if two of the years before were judged.
 */
function restartOf(trend: PlaceTrend, { dataYear, years }: NationInputs["ledger"]) {
  const complete = completeYears(trend);
  const scoreOf = (year: number) => trend.score[year - trend.from] ?? 0;
  const year = complete.findLast((one, index) => one - (complete[index - 1] ?? one) > RETURN.interruption);
  const before = complete.findLast((one) => year !== undefined && one < year);
  if (year === undefined || before === undefined || dataYear - year >= YEARS_FALLEN) return null;
  const judged = years.filter((one) => one !== CHANGE_YEAR && one > before && one < year);
  const isNew = judged.length >= RETURN.interruption && complete.filter((one) => one >= year).length < YEARS_SINCE;
  return { year, before, isNew, risen: scoreOf(dataYear) - scoreOf(before) };
}
