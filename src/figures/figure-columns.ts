import { gradeOf, scoreOf } from "../domain/grade.ts";
import type { NationPlace } from "../domain/nation.ts";
import { type OffenseCounts, propertyOf, totalOf, violentOf } from "../domain/offense.ts";
import type { PlaceData } from "../domain/place.ts";
import { publishedRate } from "../domain/published.ts";
import { figuresOf } from "../domain/trend.ts";

type FiguredPlace = Pick<NationPlace, "name" | "state" | "rating" | "trend">;

/**
 * The figures of all places in columns, for lists, ranks, and counts: as objects, those of the country would take ten
 * times the memory. @throws RangeError for a place without figures of the data year
 */
export function figureColumns<Place extends FiguredPlace>(
  places: readonly Place[],
  data_year: number,
): (place: Place) => PlaceData {
  const numbers = new Map(places.map((place, number) => [place, number]));
  const scores = new Uint8Array(places.length);
  const populations = new Uint32Array(places.length);
  const rates = {
    all: new Float64Array(places.length),
    violent: new Float64Array(places.length),
    property: new Float64Array(places.length),
  };
  for (const [number, place] of places.entries()) {
    const { population, offenses } = figuresIn(place, data_year);
    scores[number] = scoreOf(place.rating.relativeRisk);
    populations[number] = population;
    rates.all[number] = publishedRate(totalOf(offenses), population);
    rates.violent[number] = publishedRate(violentOf(offenses), population);
    rates.property[number] = publishedRate(propertyOf(offenses), population);
  }
  return (place) => {
    const number = numbers.get(place) ?? -1;
    const safety_score = scores[number];
    if (safety_score === undefined) throw new RangeError(`${place.name}, ${place.state} is not a place of the dataset`);
    const { letter, label } = gradeOf(safety_score);
    return {
      safety_score,
      grade: letter,
      grade_label: label,
      crime_rate_per_1k: rates.all[number] ?? 0,
      violent_rate_per_1k: rates.violent[number] ?? 0,
      property_rate_per_1k: rates.property[number] ?? 0,
      population: populations[number] ?? 0,
      data_year,
    };
  };
}

/** Of the data year. @throws RangeError for a place without them */
export function figuresIn(
  { name, state, trend }: Pick<FiguredPlace, "name" | "state" | "trend">,
  year: number,
): { readonly population: number; readonly offenses: OffenseCounts } {
  const { population, offenses } = figuresOf(trend, year);
  if (population === null || offenses === null)
    throw new RangeError(`${name}, ${state} has a record without figures of ${year}`);
  return { population, offenses };
}
