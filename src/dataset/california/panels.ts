import { sumOffenses, totalOf } from "../../domain/offense.ts";
import { type Panel, type PlaceYear, placeYear, yardstickOf } from "../model/panel.ts";
import type { ListedCity, MatchedAgency } from "./agency.ts";
import type { Ledger } from "./ledger.ts";

/** With fewer residents, a rate per 1,000 residents is not meaningful (decisions 7). */
export const FEWEST_RESIDENTS = 1_000;

/** A city in such a year. */
export interface CityYear extends PlaceYear {
  readonly city: string;
  readonly county: string;
}

export function cityKey({ county, city }: ListedCity): string {
  return `${county}|${city}`;
}

export function agencyKey({ county, followedAs }: Pick<MatchedAgency, "county" | "followedAs">): string {
  return `${county}|${followedAs}`;
}

/** Cities with figures of their own that are not all zero, and with enough residents. */
export function cityPanel(ledger: Ledger): Panel<CityYear> {
  return panelOf(ledger, (year) =>
    ledger.cities.flatMap(({ county, city }): [string, CityYear][] => {
      const { residents } = ledger.ofCity(year, { county, city });
      const row = ledger.cityRow(year, { county, city });
      if (residents === null || row === null || residents < FEWEST_RESIDENTS || totalOf(row.offenses) === 0) return [];
      const review = ledger.review(year, county, row.agency);
      const others = ledger.others(year, { county, city });
      return [[cityKey({ county, city }), { county, city, ...placeYear(residents, row.offenses, review), others }]];
    }),
  );
}

/** Counties with figures, all agencies together. */
export function countyPanel(ledger: Ledger, counties: readonly { readonly county: string }[]): Panel {
  return panelOf(ledger, (year) =>
    counties.flatMap(({ county }): [string, PlaceYear][] => {
      const { residents, offenses } = ledger.ofCounty(year, county);
      if (!residents || offenses === null || totalOf(offenses) === 0) return [];
      return [[county, placeYear(residents, offenses, ledger.review(year, county, null))]];
    }),
  );
}

/** Agencies other than a city's, with their county's residents. A row and its successor count together. */
export function agencyPanel(ledger: Ledger, isMember: (agency: MatchedAgency) => boolean): Panel {
  return panelOf(ledger, (year) => {
    const rows = (ledger.agencies.get(year) ?? []).filter(isMember);
    return [...Map.groupBy(rows, agencyKey)].flatMap(([key, same]): [string, PlaceYear][] => {
      const county = same[0]?.county ?? "";
      const { residents } = ledger.ofCounty(year, county);
      if (!residents) return [];
      const review = same.map(({ agency }) => ledger.review(year, county, agency)).find((found) => found !== null);
      return [[key, placeYear(residents, sumOffenses(same), review ?? null)]];
    });
  });
}

function panelOf<Place extends PlaceYear>(
  ledger: Ledger,
  placesOf: (year: number) => readonly (readonly [string, Place])[],
): Panel<Place> {
  return ledger.years.flatMap((year) => {
    const places = new Map(placesOf(year));
    const { residents, offenses } = ledger.ofState(year);
    if (places.size === 0 || residents === null || offenses === null) return [];
    return { year, places, yardstick: yardstickOf(residents, offenses) };
  });
}
