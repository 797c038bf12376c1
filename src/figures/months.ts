import type { CountyAreasMonths } from "../domain/area-record.ts";
import type { Nation, NationAbsence, NationPlace } from "../domain/nation.ts";
import type { NationArea, NationAreaAbsence } from "../domain/nation-area.ts";
import type { MonthsOfNation, PlaceMonths } from "../domain/nation-months.ts";
import type { NationMonths, NationRecord } from "../domain/nation-record.ts";
import { byGroup, mapOffenseFields } from "../domain/offense.ts";
import { yardstickText } from "../editions/edition.ts";

export const MONTHS_SOURCE = "FBI, Crime Data Explorer, agency by month";

/** The year after the data year beside the record of a place or an area; null where its months say nothing. */
export function provisionalOf(
  { provisional }: Pick<NationPlace, "provisional">,
  { months }: Pick<Nation, "months">,
): NationRecord["provisional"] {
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
  return {
    ...{ city: name, state, county },
    ...{ ori: months.ori, agency: months.agency, population: months.residents },
    months: countsByMonth(months, nation.months),
    provisional: "rating" in place ? provisionalOf(place, nation) : null,
    ...{ source: MONTHS_SOURCE, as_of: nation.months.asOf, yardstick: yardstickText(nation.edition) },
  };
}

function countsByMonth({ offenses }: PlaceMonths, { year }: MonthsOfNation): NationMonths["months"] {
  return offenses.homicide.map((_, index) => ({
    month: `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
    ...mapOffenseFields((offense) => offenses[offense][index] ?? null),
  }));
}

/** The months of all departments of a county, with or without figures; undefined if there are none. */
export function monthsOfAreas(
  { state, county, geoid }: Pick<NationArea, "state" | "county" | "geoid">,
  areas: readonly (NationArea | NationAreaAbsence)[],
  { months: ofNation, edition }: Nation,
): CountyAreasMonths | undefined {
  if (ofNation === null) return undefined;
  const known = areas.flatMap((area): CountyAreasMonths["areas"] => {
    const { department, kind, ori, months } = area;
    if (months === null) return [];
    return [
      {
        ...{ department, department_kind: kind, ori, population: months.residents },
        months: countsByMonth(months, ofNation),
        provisional: "rating" in area ? provisionalOf(area, { months: ofNation }) : null,
      },
    ];
  });
  if (known.length === 0) return undefined;
  return {
    ...{ state, county, geoid },
    areas: known,
    ...{ source: MONTHS_SOURCE, as_of: ofNation.asOf, yardstick: yardstickText(edition) },
  };
}
