import type { NationAbsence, NationPlace } from "../../domain/nation.ts";
import { roundRating, sixDecimals, whole } from "../../domain/published.ts";
import type { PlaceTrend } from "../../domain/snapshot.ts";
import { completeYears, figuresOf } from "../../domain/trend.ts";
import { UNITED_STATES } from "../../editions/united-states.ts";
import { expectedOf } from "../model/completeness.ts";
import { laterInterval, placeRating, placeTrendOf } from "../model/rating.ts";
import { cautionsOf } from "./cautions.ts";
import type { NationInputs } from "./inputs.ts";
import type { NationLedgerPlace } from "./ledger.ts";
import { countsFault } from "./tested-year.ts";

/** Complete years that a record needs before the data year. */
const FEWEST_YEARS = 3;
const TABLE = "The FBI's table";

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
  const named = { state, name, county, kind, geoid, ori, serves, aliases: aliasesOf(place), ...pastOf(place, inputs) };
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
    cautions: cautionsOf(place, estimate, trend, inputs),
    checks: {
      census: censusResidents,
      second: second && { violent: second.violent, property: second.property },
      notes: now.footnotes,
    },
  };
}

/** What a reader needs, beside the counts, to compute the scores of all years again. */
function pastOf({ key, years }: NationLedgerPlace, { ledger, models }: NationInputs) {
  const complete = ledger.years.filter((year) => models.model.verdict(year, key)?.isComplete);
  return {
    filled: complete.flatMap((year) =>
      models.goneClasses(year, key).map(({ offense, expected, variance }) => {
        return { year, offense, expected: sixDecimals(expected), variance: sixDecimals(variance) };
      }),
    ),
    stateCounts: [...years].flatMap(([year, { stateClass }]) => (stateClass === null ? [] : [{ year, ...stateClass }])),
  };
}

/** Years with figures that are not complete are marked, whatever the reason. */
function trendOf({ key, years }: NationLedgerPlace, { ledger, models }: NationInputs): PlaceTrend {
  const reported = (year: number) => years.get(year) ?? { residents: null, offenses: null };
  const trend = placeTrendOf(ledger.years, reported, models.model, key);
  const partialYears = ledger.years.filter((year, index) => years.has(year) && trend.score[index] === null);
  return { ...trend, partialYears };
}

/** Marks a year of a trend as not complete. */
export function withoutYear(trend: PlaceTrend, year: number): PlaceTrend {
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
  if (residents < UNITED_STATES.fewestResidents) {
    const detail = `${whole(residents)} residents in ${dataYear}; the edition has places of ${whole(UNITED_STATES.fewestResidents)} or more`;
    return { reason: "few_residents", detail };
  }
  const unclear = place.population.unclear.get(dataYear);
  if (unclear !== undefined) return { reason: "population_unclear", detail: unclear };
  const fault = countsFault(place, residents, now.offenses, { ledger, models, table: TABLE });
  if (fault !== null) return { reason: "incomplete_figures", detail: fault };
  if (source !== "fbi") return null;
  const begun = models.model.restarts(key).at(-1) ?? 0;
  const past = completeYears(trend).filter((year) => year >= begun && year < dataYear);
  if (past.length < FEWEST_YEARS) {
    const last = past.length === 0 ? "" : `, the last of them ${past.at(-1)}`;
    const why = begun === 0 ? "" : `. It begins again in ${begun}: earlier years are not comparable`;
    const detail = `${past.length} of the years ${ledger.years[0]} to ${dataYear - 1} can be compared with ${dataYear}${last}; ${FEWEST_YEARS} are needed${why}`;
    return { reason: "short_past", detail };
  }
  return null;
}
