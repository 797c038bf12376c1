import { CALIFORNIA, yardstickText } from "../../../domain/edition.ts";
import type { LocateAnswer, Place } from "../../../domain/place.ts";
import type { Places } from "../../../places/places.ts";
import { gradedPlace, gradeText } from "../../ui/plate.tsx";
import { cityUrl, countyUrl, placeUrl } from "../place-url.ts";

/** A place without a record has a page that links to the figures that apply. */
export function placeHref(place: Place): string {
  if (place.kind === "city") return cityUrl(place.name);
  return place.kind === "county" ? countyUrl(place.name) : placeUrl(place);
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

/** Its grade with score, year, and cautions, or the reason why it has none. */
export function placeFigure({ kind, status, name, within, county }: Place, places: Places): string {
  const graded =
    kind === "county" ? places.county(name)?.entry : kind === "city" ? places.city(name)?.entry : undefined;
  if (graded) return `${gradeText(gradedPlace(graded))}; ${yardstickText(CALIFORNIA)}`;
  if (status === "absent") return "No record of its own";
  return kind === "neighborhood" && within !== null ? `See ${within}` : `See ${county}`;
}

/** The place whose figures apply to a ZIP code. */
export function zipFigure(located: LocateAnswer): string {
  if (!located.found) return "No figures apply";
  const { answer, city, county } = located.data;
  if (answer === "city" && city !== null) return `See ${city.city}`;
  return answer === "county" && county !== null ? `See ${county.county}` : "In several counties";
}
