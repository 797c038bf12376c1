import type { Nation, NationAbsence, NationPlace } from "../domain/nation.ts";
import type { NationMonths, NationRecord } from "../domain/nation-record.ts";
import { byGroup, mapOffenseFields } from "../domain/offense.ts";
import { yardstickText } from "../editions/edition.ts";

export const MONTHS_SOURCE = "FBI, Crime Data Explorer, agency by month";

/** The year after the data year beside the record of a place; null where its months say nothing. */
export function provisionalOf({ provisional }: NationPlace, { months }: Nation): NationRecord["provisional"] {
  if (provisional === null || months === null) return null;
  return {
    year: provisional.year,
    months: 12,
    ...byGroup((group) => {
      const found = provisional[group];
      return (
        found && {
          offenses: found.offenses,
          rate_per_1k: Number(found.ratePer1k.toFixed(2)),
          change_percent: found.change === null ? null : Number((100 * found.change).toFixed(1)),
          exceeds_chance: found.exceedsChance,
          exceeds_usual_change: found.exceedsUsual,
        }
      );
    }),
    source: MONTHS_SOURCE,
    as_of: months.asOf,
  };
}

/** The months of a place with or without a record; undefined if there are none. */
export function monthsOfNationPlace(place: NationPlace | NationAbsence, nation: Nation): NationMonths | undefined {
  const { name, state, county, months } = place;
  if (months === null || nation.months === null) return undefined;
  const { year, asOf } = nation.months;
  return {
    ...{ city: name, state, county },
    ...{ ori: months.ori, agency: months.agency, population: months.residents },
    months: months.offenses.homicide.map((_, index) => ({
      month: `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
      ...mapOffenseFields((offense) => months.offenses[offense][index] ?? null),
    })),
    provisional: "rating" in place ? provisionalOf(place, nation) : null,
    ...{ source: MONTHS_SOURCE, as_of: asOf, yardstick: yardstickText(nation.edition) },
  };
}
