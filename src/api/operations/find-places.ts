import { foundPlace, placeData, placesPage } from "../../domain/place.ts";
import type { StateEdition } from "../../editions/edition.ts";
import type { DescribedQuery } from "../description.ts";
import { placesParameters } from "../places-query.ts";

export const findPlaces = ({ possessive, samples }: StateEdition): DescribedQuery => {
  const {
    neighborhood,
    around,
    counties: [county, , wide],
  } = samples;
  const q = neighborhood.name.toLowerCase();
  const ranking = { kind: "city", county, grade: "A", status: "graded", sort: "-score", limit: "2" };
  return {
    tag: "Places",
    summary: "Search and list places",
    description:
      "All known cities, towns, counties, unincorporated communities, and neighborhoods, by name, kind, county, " +
      "grade, and status. The search completes names and tolerates typing errors; city and county lookups do " +
      "neither. A neighborhood has no figures of its own: `within` is the city whose figures apply. Some names are from " +
      "GeoNames (CC BY 4.0): credit it where you show them. `near` with `radius_km` lists what is around a point, and " +
      "`format=csv` gives a table. An unknown or repeated parameter is 400.",
    query: placesParameters,
    answer: { description: "One page of the places that match.", schema: placesPage },
    schemas: { Place: foundPlace, PlaceFigures: placeData, PlacesPage: placesPage },
    examples: {
      search: { summary: `Places with a name like ${neighborhood.name}`, parameters: { q, limit: "3" } },
      ranking: { summary: "The cities of a county with an A, best first", parameters: ranking },
      near: {
        summary: "Cities around a point, nearest first",
        parameters: { near: around, radius_km: "10", kind: "city", limit: "3" },
      },
      table: {
        summary: "The same as a table",
        parameters: { county, kind: "city", limit: "2", format: "csv" },
      },
      nextPage: { summary: "The next page of them", parameters: ranking, after: "ranking" },
    },
    sample: {
      parameters: { q, county: wide },
      method: "places",
    },
    tool: {
      name: "find_place",
      elsewhere: "findNationPlaces",
      title: `Search ${possessive} places`,
      description:
        "Cities, counties, unincorporated communities, and neighborhoods by name or its beginning, ZIP code, kind, county, grade, or status, or around a point. Tolerates typing errors. What the state does not have is searched in the United States. A neighborhood's figures are those of the city in `within`.",
    },
  };
};
