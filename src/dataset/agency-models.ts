import type { MatchedAgency } from "./agency.ts";
import type { Ledger } from "./ledger.ts";
import { type Model, openModel } from "./model.ts";
import { agencyKey, agencyPanel, type CityYear, cityKey, cityPanel } from "./panel.ts";

/** Size classes of cities by residents. Counties and sheriffs have fewer, because there are only 58 counties. */
export const CITY_BOUNDS = [0, 5_000, 10_000, 50_000, 200_000] as const;
export const COUNTY_BOUNDS = [0, 50_000, 200_000] as const;
const ONE_SIZE = [0] as const;

/** A model for each kind of agency: cities with their own residents, sheriffs and all others with those of their county. */
export interface AgencyModels {
  readonly ledger: Ledger;
  readonly cities: Model<CityYear>;
  readonly sheriffs: Model;
  readonly others: Model;
}

export function openAgencyModels(ledger: Ledger): AgencyModels {
  return {
    ledger,
    cities: openModel(cityPanel(ledger), CITY_BOUNDS),
    sheriffs: openModel(
      agencyPanel(ledger, ({ kind }) => kind === "sheriff"),
      COUNTY_BOUNDS,
    ),
    others: openModel(
      agencyPanel(ledger, ({ kind }) => kind !== "sheriff" && kind !== "city"),
      ONE_SIZE,
    ),
  };
}

/** The model of an agency, and the agency's key in it. */
export function modelOf(models: AgencyModels, agency: MatchedAgency): { readonly model: Model; readonly key: string } {
  const { county, city, kind } = agency;
  if (city !== null) return { model: models.cities, key: cityKey({ county, city }) };
  return { model: kind === "sheriff" ? models.sheriffs : models.others, key: agencyKey(agency) };
}
