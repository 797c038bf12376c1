import { CAUTION_CODES, type CautionCode } from "../../domain/caution.ts";
import type { NationAbsence, NationPlace } from "../../domain/nation.ts";
import { type ByGroup, byGroup, countOf, hasFewOffenses, OFFENSES, totalOf } from "../../domain/offense.ts";
import { roundRating, whole } from "../../domain/published.ts";
import type { PlaceCaution, PlaceTrend } from "../../domain/snapshot.ts";
import { completeYears, figuresOf } from "../../domain/trend.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { expectedOf, type Forecast, higherOthers, RETURN } from "../model/completeness.ts";
import type { YearEstimate } from "../model/rate-model.ts";
import { laterInterval, placeRating, placeTrendOf } from "../model/rating.ts";
import { lastingRise } from "../model/rises.ts";
import { FEWEST_RESIDENTS, type NationLedger, type NationLedgerPlace } from "./ledger.ts";
import type { ClassChange } from "./missing-classes.ts";
import { CHANGE_YEAR, type NationModels } from "./models.ts";
import type { SecondCount } from "./tables.ts";

export interface NationInputs {
  readonly ledger: NationLedger;
  readonly models: NationModels;
  readonly aliasesOf: (place: NationLedgerPlace) => readonly string[];
  /** Whether the ranges of a state's places held in the back-test. */
  readonly hasRange: (state: string) => boolean;
}

/** Complete years that a record needs before the data year, and since reports began again to be without a caution. */
const FEWEST_YEARS = 3;
/** Property crime so far above the nation's rate, and so many times as far as violent crime, is that of visitors. */
const VISITORS = { from: 1.5, times: 2 } as const;

type WithoutMonths<Entry> = Omit<Entry, "months" | "provisional">;

/** A place with its record, or with the reason why it has none. */
export function nationEntry(
  place: NationLedgerPlace,
  inputs: NationInputs,
): WithoutMonths<NationPlace> | WithoutMonths<NationAbsence> {
  const { ledger, models, aliasesOf } = inputs;
  const { key, state, name, county, kind, geoid, ori, serves, source, censusResidents, second } = place;
  const trend = trendOf(place, inputs);
  const now = place.years.get(ledger.dataYear);
  const named = { state, name, county, kind, geoid, ori, serves, aliases: aliasesOf(place) };
  const absence = absenceOf(place, trend, inputs);
  const estimate = models.model.estimate(ledger.dataYear, key);
  if (absence !== null || estimate === null || now === undefined) {
    const { reason, detail } = absence ?? { reason: "no_figures", detail: "No figures" };
    const hasYears = trend.population.some((residents) => residents !== null);
    const earlier = completeYears(trend).filter((year) => year < ledger.dataYear);
    const forecast = models.model.verdict(ledger.dataYear, key)?.forecast;
    return {
      ...named,
      population: now?.residents ?? censusResidents,
      reason,
      detail,
      lastComplete: earlier.at(-1) ?? null,
      expected: reason === "incomplete_figures" && forecast ? expectedOf(forecast) : null,
      trend: hasYears ? withoutYear(trend, ledger.dataYear) : null,
    };
  }
  return {
    ...named,
    source,
    agency: now.agency,
    rating: roundRating(placeRating(estimate)),
    nextYear: inputs.hasRange(state) ? laterInterval(estimate, 1) : null,
    trend,
    cautions: cautionsOf(place, estimate, inputs),
    checks: {
      census: censusResidents,
      second: second && { violent: second.violent, property: second.property },
      notes: now.footnotes,
    },
  };
}

/** Years with figures that are not complete are marked, whatever the reason. */
function trendOf({ key, years }: NationLedgerPlace, { ledger, models }: NationInputs): PlaceTrend {
  const reported = (year: number) => years.get(year) ?? { residents: null, offenses: null };
  const trend = placeTrendOf(ledger.years, reported, models.model, key);
  const partialYears = ledger.years.filter((year, index) => years.has(year) && trend.score[index] === null);
  return { ...trend, partialYears };
}

function withoutYear(trend: PlaceTrend, year: number): PlaceTrend {
  const score = trend.score.map((value, index) => (trend.from + index === year ? null : value));
  const hasFigures = figuresOf(trend, year).population !== null;
  return {
    ...trend,
    score,
    partialYears: [...trend.partialYears.filter((one) => one !== year), ...(hasFigures ? [year] : [])],
  };
}

type Absence = Pick<NationAbsence, "reason" | "detail">;

/** The first reason that holds; null if the place has a record. */
function absenceOf(place: NationLedgerPlace, trend: PlaceTrend, inputs: NationInputs): Absence | null {
  const { ledger, models } = inputs;
  const { dataYear } = ledger;
  const { key, years, source, policedBy } = place;
  const now = years.get(dataYear);
  if (policedBy !== null) {
    const detail = `Its police department serves other places as well and reports as ${policedBy}`;
    return { reason: "no_figures", detail };
  }
  if (now === undefined || (source !== "fbi" && now.offenses === null)) {
    const since = `the FBI's tables of cities have had no figures for it since ${ledger.years[0]}`;
    const last = [...years].findLast(([, { offenses }]) => offenses !== null)?.[0];
    return {
      reason: "no_figures",
      detail: `No figures of its own were published for ${dataYear}; ${last === undefined ? since : `the last are of ${last}`}`,
    };
  }
  const { residents } = now;
  if (residents === null)
    return { reason: "population_unclear", detail: `No population was published for ${dataYear}` };
  if (residents < FEWEST_RESIDENTS) {
    const detail = `${whole(residents)} residents in ${dataYear}; the edition has places of ${whole(FEWEST_RESIDENTS)} or more`;
    return { reason: "few_residents", detail };
  }
  const unclear = place.population.unclear.get(dataYear);
  if (unclear !== undefined) return { reason: "population_unclear", detail: unclear };
  if (now.offenses === null)
    return { reason: "incomplete_figures", detail: `The count of a class is blank in ${dataYear}` };
  if (totalOf(now.offenses) === 0) return { reason: "incomplete_figures", detail: `Every count of ${dataYear} is 0` };
  if (!models.model.verdict(dataYear, key)?.isComplete) {
    return { reason: "incomplete_figures", detail: incompleteText(place, inputs) };
  }
  const begun = models.model.restarts(key).at(-1) ?? 0;
  const past = completeYears(trend).filter((year) => year >= begun && year < dataYear);
  if (past.length < FEWEST_YEARS) {
    const detail = `${past.length} of the years ${ledger.years[0]} to ${dataYear - 1} can be compared with ${dataYear}${past.length === 0 ? "" : `, the last of them ${past.at(-1)}`}; ${FEWEST_YEARS} are needed`;
    return { reason: "short_past", detail };
  }
  return null;
}

/** Why the data year is not complete. */
function incompleteText(place: NationLedgerPlace, { ledger, models }: NationInputs): string {
  const { key } = place;
  const { dataYear } = ledger;
  const verdict = models.model.verdict(dataYear, key);
  const lost = models.goneClasses(dataYear, key);
  if (verdict?.finding === "class_lost") return lost.map(classText).join("; ");
  if (verdict?.finding === "second_source" && place.second !== null)
    return secondText(place, place.second, ledger.secondRelease);
  if (verdict?.finding === "review") return `${UNITED_STATES.includes.possessive} own edition leaves the year out`;
  if (!verdict?.forecast) return "The year is far from what was expected";
  const text = expectedText(place, verdict.forecast, dataYear, models);
  if (verdict.finding === "shared_fall")
    return `The places of its county are together far below what earlier years suggest: ${text}`;
  const began = verdict.fall?.year ?? dataYear;
  return began < dataYear ? `Still as low as in ${began}: ${text}` : text;
}

function expectedText({ key }: NationLedgerPlace, { groups }: Forecast, year: number, { model }: NationModels): string {
  const counts = model.reported(year, key);
  const text = (group: "violent" | "property") =>
    `${whole(counts?.[group] ?? 0)} ${group} offenses, expected about ${whole(groups[group].expected)}`;
  return `${text("violent")}; ${text("property")}`;
}

function classText({ offense, count, expected }: ClassChange): string {
  return `${OFFENSES[offense].name}: ${whole(count)}, expected about ${whole(expected)}`;
}

const SECOND_NAMES = { state: "the program of the state", department: "the department itself" } as const;

/** Both numbers of both groups, and whose they are. */
function secondText({ years }: NationLedgerPlace, second: SecondCount, release: string | null): string {
  const offenses = years.get(second.year)?.offenses;
  const [ours, theirs] = [offenses && byGroup((group) => countOf(group, offenses)), second];
  const counts = (of: ByGroup<number>) => `${whole(of.violent)} violent and ${whole(of.property)} property offenses`;
  const own = ours ? `${counts(ours)} here` : "No counts here";
  return `${own} in ${second.year}; by ${SECOND_NAMES[second.kind]}, as the Real-Time Crime Index of ${release} has it, ${counts(theirs)}`;
}

/** The first year after two or more without complete figures, until three years are complete; null otherwise. */
function restartOf({ key }: NationLedgerPlace, { ledger, models }: NationInputs): number | null {
  const { dataYear, years } = ledger;
  const judged = years.filter((year) => year !== CHANGE_YEAR && year <= dataYear);
  const complete = judged.filter((year) => models.model.verdict(year, key)?.isComplete);
  const recent = complete.slice(-FEWEST_YEARS);
  const restart = recent.find((year) => {
    const before = complete.findLast((one) => one < year);
    if (before === undefined) return false;
    return judged.filter((one) => one > before && one < year).length >= RETURN.interruption;
  });
  return restart !== undefined && complete.filter((year) => year >= restart).length < FEWEST_YEARS ? restart : null;
}

function cautionsOf(place: NationLedgerPlace, estimate: YearEstimate, inputs: NationInputs): readonly PlaceCaution[] {
  const { models, ledger } = inputs;
  const { key, source, area } = place;
  const found = new Map<CautionCode, string | null>();
  const verdict = models.model.verdict(ledger.dataYear, key);
  const text = verdict?.forecast ? `${expectedText(place, verdict.forecast, ledger.dataYear, models)}.` : null;
  if (verdict?.finding === "low") found.set("fall", text);
  if (verdict?.finding === "jump") found.set("jump", text);
  if (verdict?.finding === "shared_low") found.set("shared_fall", text);
  const low = models.lowClasses(ledger.dataYear, key);
  if (low.length > 0) found.set("class_fall", `${low.map(classText).join("; ")}.`);
  const rise = source === "fbi" ? lastingRise(models.model, ledger.dataYear, key) : null;
  if (rise !== null) {
    const { count, group, expected, from, year } = rise;
    const text = `${whole(count)} ${group} offenses, about ${whole(expected)} expected from ${from}`;
    found.set("recorded_differently", `${text}; so high since ${year}.`);
  }
  const gone = models.goneClasses(ledger.dataYear, key);
  if (gone.length > 0) found.set("class_filled", `${gone.map(classText).join("; ")}.`);
  const restart = restartOf(place, inputs);
  if (restart !== null && source === "fbi") found.set("restart", `The first complete year is ${restart}.`);
  const others = place.second === null ? [] : [{ source: "rtci", ...place.second }];
  if (place.second !== null && higherOthers({ ...estimate.place, others }).length > 0)
    found.set("second_source", `${secondText(place, place.second, ledger.secondRelease)}.`);
  if (hasFewOffenses(estimate.place.offenses)) found.set("few_residents", null);
  const { violent, property } = placeRating(estimate);
  if (property.ratio > VISITORS.from && property.ratio > VISITORS.times * violent.ratio) {
    const times = (ratio: number) => `${ratio.toFixed(1)} times the US rate`;
    found.set(
      "visitors_and_jobs",
      `Per resident, property offenses are ${times(property.ratio)}, violent ones ${times(violent.ratio)}.`,
    );
  }
  const { serves } = place.population;
  if (area !== null) found.set("wider_area", `${area}.`);
  if (serves !== null) found.set(serves.isPart ? "part_of_town" : "wider_area", `${serves.text}.`);
  if (source !== "fbi") found.set("own_edition", null);
  return CAUTION_CODES.flatMap((code): PlaceCaution[] => {
    const detail = found.get(code);
    return detail === undefined ? [] : [{ code, ...(detail === null ? {} : { detail }) }];
  });
}
