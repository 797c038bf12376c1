import { SIZE_CLASSES, type SizeClass } from "../../domain/backtest.ts";
import { type OffenceCounts, type OffenceGroup, propertyOf, totalOf, violentOf } from "../../domain/offence.ts";
import { FEWEST_RESIDENTS } from "../coverage.ts";
import type { Ledger } from "../ledger.ts";
import type { Exposed } from "../rating.ts";
import { sumOffences } from "../trend.ts";

/** A city in a year with both count and residents, not known to be incomplete. */
export interface CityYear extends Exposed {
  readonly city: string;
  readonly county: string;
  readonly violent: number;
  readonly property: number;
  readonly size: SizeClass;
}

/** A year of the state: its eligible cities and its own rates. */
export interface PanelYear {
  readonly year: number;
  /** By county and name. */
  readonly cities: ReadonlyMap<string, CityYear>;
  readonly state: Readonly<Record<OffenceGroup, number>>;
}

/**
 * The years with counts and city populations, each with the cities that would have had a record; incomplete years of a
 * city are left out, since they would reward an estimator for repeating them.
 */
export function panelOf(ledger: Ledger, fewestResidents: number = FEWEST_RESIDENTS): ReadonlyMap<number, PanelYear> {
  const years = new Map<number, PanelYear>();
  for (const year of ledger.years) {
    const cities = ledger.cities.flatMap(({ county, city }): [string, CityYear][] => {
      const residents = ledger.residents(year, county, city);
      const row = ledger.cityRow(year, { county, city });
      if (residents === null || row === null || residents < fewestResidents || totalOf(row.offences) === 0) return [];
      if (ledger.isPartial(year, county, row.agency)) return [];
      return [[`${county}|${city}`, cityYear(county, city, residents, row.offences)]];
    });
    if (cities.length > 0) years.set(year, { year, cities: new Map(cities), state: stateRates(ledger, year) });
  }
  return years;
}

function cityYear(county: string, city: string, residents: number, offences: OffenceCounts): CityYear {
  const violent = violentOf(offences);
  const property = propertyOf(offences);
  return { county, city, residents, offences, violent, property, size: sizeOf(residents) };
}

function sizeOf(residents: number): SizeClass {
  return (SIZE_CLASSES.findLast(({ from }) => residents >= from) ?? SIZE_CLASSES[0]).name;
}

function stateRates(ledger: Ledger, year: number): PanelYear["state"] {
  const offences = sumOffences(ledger.agencies.get(year) ?? []);
  const counties = new Set((ledger.agencies.get(year) ?? []).map(({ county }) => county));
  const residents = [...counties].reduce((sum, county) => sum + (ledger.residents(year, county, null) ?? 0), 0);
  return { violent: (violentOf(offences) * 1_000) / residents, property: (propertyOf(offences) * 1_000) / residents };
}
