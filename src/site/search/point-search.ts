import type { Typed } from "../../base/text.ts";
import type { GeoPoint } from "../../gazetteer/distance.ts";
import { stateName } from "../../gazetteer/state-text.ts";
import { typedPoint } from "../../gazetteer/typed-point.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Address } from "../http/page.ts";
import { areaUrl, cityUrl, countyUrl, nationPlaceUrl } from "../view/addresses.ts";
import { answersOf } from "./place-answer.ts";
import { type Found, nothing } from "./search-answer.ts";

/** Coordinates: the page of the place there, or of the area of a county's department. */
export async function inPoint({ editions }: Address, q: Typed): Promise<Found | undefined> {
  const point = typedPoint(q);
  if (point === null) return undefined;
  const understood = `We read “${q.trim()}” as a latitude and a longitude.`;
  if (Math.abs(point.latitude) > 90 || Math.abs(point.longitude) > 180) {
    return nothing("point", understood, "A latitude is between −90 and 90, a longitude between −180 and 180.");
  }
  const [nation] = editions.nations;
  for (const places of editions.states) {
    const located = (await places.geography()).locate(point);
    const first = located.found ? located.data.candidates[0] : undefined;
    if (first !== undefined) {
      if (first.city === null) return countyUrl(places.edition, first.county);
      const town = nation?.published(places.edition.abbreviation, first.city);
      return nation !== undefined && town?.is === "one"
        ? nationPlaceUrl(town.place.entry, nation.nation)
        : cityUrl(places.edition, first.city);
    }
  }
  const where = nation?.gazetteer.locate(point) ?? null;
  if (nation === undefined || where === null) return nothing("point", understood, outsideText(point, nation));
  const row = where.municipality ?? where.community ?? null;
  if (row !== null) return nationPlaceUrl(nation.ofRow(row).entry, nation.nation);
  const area = nation.countyAreas.coveredAt(where);
  if (area !== null && area.reason === null) return areaUrl(area.state, area.county);
  const rows = where.unheld.length > 0 ? where.unheld : where.countyRow === null ? [] : [where.countyRow];
  const place = `${where.county}, ${stateName(where.state)}`;
  return nothing(
    "point",
    understood,
    where.unheld.length > 0
      ? `It is in ${place}, where we do not hold the boundary of every place: it may be in one of these.`
      : `It is in ${place}, outside of every city and town.`,
    answersOf(nation, rows),
  );
}

/** The pair may be in the other order, as in GeoJSON. */
function outsideText({ latitude, longitude }: GeoPoint, nation: NationPlaces | undefined): string {
  const swapped = { latitude: longitude, longitude: latitude };
  const isSwapped = Math.abs(longitude) <= 90 && (nation?.gazetteer.locate(swapped) ?? null) !== null;
  return `It is outside the 50 states and Washington, DC.${isSwapped ? ` The latitude comes first: “${longitude}, ${latitude}” is in one.` : ""}`;
}
