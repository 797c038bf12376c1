import { type OffenseCounts, type OffenseGroup, propertyOf, totalOf, violentOf } from "../domain/offense.ts";
import { FEWEST_RESIDENTS } from "./coverage.ts";
import type { Ledger } from "./ledger.ts";
import { type Exposed, rateOf } from "./rating.ts";
import { sumOffenses } from "./trend.ts";

/** A place in a year with both count and residents, not known to be incomplete. */
export interface PlaceYear extends Exposed, Readonly<Record<OffenseGroup, number>> {}

/** A city in such a year. */
export interface CityYear extends PlaceYear {
  readonly city: string;
  readonly county: string;
}

/** A year of the state: its places with figures, and its own rates per 1,000 residents. */
export interface PanelYear<Place extends PlaceYear = PlaceYear> {
  readonly year: number;
  /** By `cityKey`, or the name of the county. */
  readonly places: ReadonlyMap<string, Place>;
  readonly state: Readonly<Record<OffenseGroup, number>>;
}

/** Years that have figures, oldest first. */
export type Panel<Place extends PlaceYear = PlaceYear> = readonly PanelYear<Place>[];

export function cityKey({ county, city }: { readonly county: string; readonly city: string }): string {
  return `${county}|${city}`;
}

/**
 * The years with counts and city populations, each with the cities that would have had a record; incomplete years of a
 * city are left out, since they would reward an estimator for repeating them.
 */
export function cityPanel(ledger: Ledger, fewestResidents: number = FEWEST_RESIDENTS): Panel<CityYear> {
  return panelOf(ledger, (year) =>
    ledger.cities.flatMap(({ county, city }): [string, CityYear][] => {
      const residents = ledger.residents(year, county, city);
      const row = ledger.cityRow(year, { county, city });
      if (residents === null || row === null || residents < fewestResidents || totalOf(row.offenses) === 0) return [];
      if (ledger.isPartial(year, county, row.agency)) return [];
      return [[cityKey({ county, city }), { county, city, ...placeYear(residents, row.offenses) }]];
    }),
  );
}

/** The years with counts and populations of counties, incomplete ones of a county left out. */
export function countyPanel(ledger: Ledger, counties: readonly { readonly county: string }[]): Panel {
  return panelOf(ledger, (year) =>
    counties.flatMap(({ county }): [string, PlaceYear][] => {
      const residents = ledger.residents(year, county, null);
      const offenses = sumOffenses(ledger.countyRows(year, county));
      if (residents === null || residents === 0 || totalOf(offenses) === 0) return [];
      return ledger.isPartial(year, county, null) ? [] : [[county, placeYear(residents, offenses)]];
    }),
  );
}

function panelOf<Place extends PlaceYear>(
  ledger: Ledger,
  placesOf: (year: number) => readonly (readonly [string, Place])[],
): Panel<Place> {
  return ledger.years.flatMap((year) => {
    const places = new Map(placesOf(year));
    return places.size === 0 ? [] : [{ year, places, state: stateRates(ledger, year) }];
  });
}

function placeYear(residents: number, offenses: OffenseCounts): PlaceYear {
  return { residents, offenses, violent: violentOf(offenses), property: propertyOf(offenses) };
}

function stateRates(ledger: Ledger, year: number): PanelYear["state"] {
  const rows = ledger.agencies.get(year) ?? [];
  const offenses = sumOffenses(rows);
  const counties = new Set(rows.map(({ county }) => county));
  const residents = [...counties].reduce((sum, county) => sum + (ledger.residents(year, county, null) ?? 0), 0);
  return { violent: rateOf(violentOf(offenses), residents), property: rateOf(propertyOf(offenses), residents) };
}
