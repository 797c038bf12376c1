import type { Place } from "../../../domain/place.ts";
import { cityUrl, countyUrl } from "../place-url.ts";

/** The page with the figures that apply to a place: its own page, or that of the city or county it lies in. */
export function placeHref({ kind, name, county, within }: Place): string {
  if (kind === "city") return cityUrl(name);
  if (kind === "neighborhood" && within !== null) return cityUrl(within);
  return countyUrl(kind === "county" ? name : county);
}

/** The kind and location of a place, in a few words. */
export function placeDetail({ kind, county, within }: Place): string {
  switch (kind) {
    case "city":
      return `City, ${county}`;
    case "county":
      return "County";
    case "neighborhood":
      return within === null ? `Neighborhood, ${county}` : `Neighborhood of ${within}`;
    case "unincorporated":
      return `Unincorporated community, ${county}`;
  }
}

/** Its grade with score and year, or the reason why it has none. */
export function placeFigure({ kind, status, data, within, county }: Place): string {
  if (data) return `${data.grade}, score ${data.safety_score}, ${data.data_year}`;
  if (status === "absent") return "No record of its own";
  return kind === "neighborhood" && within !== null ? `See ${within}` : `See ${county}`;
}
