import { z } from "zod";
import { OFFENSE_CLASSES, OFFENSES, type Offense, type OffenseGroup } from "../../domain/offense.ts";
import { US_STATES } from "../../domain/us-states.ts";
import { readTable } from "../csv.ts";
import { nonEmpty, separatedCount } from "../field.ts";
import type { SecondCount } from "./tables.ts";

const ROW = z.object({
  agency_name: nonEmpty,
  state_name: nonEmpty,
  crime_type: nonEmpty,
  two_years_prior_full: separatedCount,
});

/** The class of a row, by the index's own name. */
const CLASSES: Readonly<Record<string, Offense>> = {
  murder: "homicide",
  rape: "rape",
  robbery: "robbery",
  aggravated_assault: "aggravatedAssault",
  burglary: "burglary",
  theft: "larceny",
  motor_vehicle_theft: "motorVehicleTheft",
};

/**
 * The Real-Time Crime Index's scorecard: counts of both groups in the full year two years before it. Its rows of the
 * groups are 0 for some agencies, so the classes are added up. @throws DatasetError
 */
export function readSecondCounts(bytes: Uint8Array, file: string, year: number): readonly SecondCount[] {
  const rows = readTable(bytes, file, ROW);
  const agencies = Map.groupBy(rows, ({ state_name, agency_name }) => `${state_name}|${agency_name}`);
  return [...agencies.values()].flatMap((classes): SecondCount[] => {
    const [{ agency_name: agency, state_name } = { agency_name: "", state_name: "" }] = classes;
    const state = US_STATES.find(({ name }) => name === state_name)?.code;
    const counts = new Map(classes.map((row) => [CLASSES[row.crime_type], row.two_years_prior_full]));
    if (state === undefined || !OFFENSE_CLASSES.some((offense) => counts.get(offense))) return [];
    const sum = (group: OffenseGroup) =>
      OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group).reduce(
        (total, offense) => total + (counts.get(offense) ?? 0),
        0,
      );
    return [{ state, agency, year, violent: sum("violent"), property: sum("property") }];
  });
}
