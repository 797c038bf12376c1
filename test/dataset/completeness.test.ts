import { expect, test } from "bun:test";
import { judge } from "../../src/dataset/completeness.ts";
import type { PlaceYear } from "../../src/dataset/panel.ts";

const NO_OFFENSES = {
  homicide: 0,
  rape: 0,
  robbery: 0,
  aggravatedAssault: 0,
  burglary: 0,
  motorVehicleTheft: 0,
  larceny: 0,
};
const placeYear = (count: number, review: PlaceYear["review"] = null): PlaceYear => ({
  residents: 50_000,
  violent: count,
  property: 10 * count,
  offenses: NO_OFFENSES,
  review,
});
const yearOf = (year: number, place: PlaceYear) => ({
  year,
  places: new Map([["town", place]]),
  state: { violent: 4, property: 40 },
});

test("a fall is confirmed by the next year, but not by a year that a review calls partial", () => {
  const verdict = (next: PlaceYear) =>
    judge({
      year: yearOf(2020, placeYear(20)),
      following: [yearOf(2021, next)],
      forecast: (_key, _year, group) => ({ mean: group === "violent" ? 4 : 40, variance: 0.01 }),
      interruption: () => 0,
      fallBound: { both: 0.01, either: 0.0001 },
    }).get("town");
  expect(verdict(placeYear(20))).toMatchObject({ isComplete: true, finding: "confirmed" });
  expect(verdict(placeYear(200))).toMatchObject({ isComplete: false, finding: "fall" });
  expect(verdict(placeYear(20, "partial_year"))).toMatchObject({ isComplete: false, finding: "fall" });
});
