import { Lazy } from "../domain/lazy.ts";
import type { LocateAnswer, Place, PlacesPage, PlacesQuery } from "../domain/place.ts";
import type { Atlas, ReadyAnswer } from "../snapshot/atlas.ts";
import type { LocateParameters } from "./locate-query.ts";
import type { Answered, Sources } from "./operation.ts";
import { invalidParameters } from "./query.ts";

/** Answer of `GET /v1/places`. */
export async function findPlaces({ atlas, geography }: Sources, query: PlacesQuery): Promise<Answered<ReadyAnswer>> {
  const result = (await geography()).findPlaces(query);
  if (result.ok) return { ok: true, answer: atlas.readyJson(jsonOfPage(result.page)) };
  const { PLACES_FAULT_DETAILS } = await import("./places-query.ts");
  return invalidParameters([PLACES_FAULT_DETAILS[result.fault]]);
}

const locateQueries = new Lazy(() => import("./locate-query.ts"));

/** Answer of `GET /v1/locate`. */
export async function locate(
  { atlas, geography }: Sources,
  parameters: LocateParameters,
): Promise<Answered<ReadyAnswer>> {
  const { locateQuery } = await locateQueries.get();
  const asked = locateQuery(parameters);
  if (!asked.ok) return invalidParameters([asked.fault]);
  return { ok: true, answer: readyLocation(atlas, (await geography()).locate(asked.query)) };
}

const placeTexts = new WeakMap<Place, string>();

/** What `JSON.stringify` makes of the page, put together from the texts of its places. */
function jsonOfPage({ places, total, next }: PlacesPage): string {
  return `{"places":[${places.map(jsonOfPlace).join(",")}],"total":${total},"next":${JSON.stringify(next)}}`;
}

function jsonOfPlace(place: Place): string {
  const text = placeTexts.get(place) ?? JSON.stringify(place);
  placeTexts.set(place, text);
  return text;
}

const locations = new WeakMap<Atlas, WeakMap<LocateAnswer, ReadyAnswer>>();

/** The geography has one object for each answer that it can give. */
function readyLocation(atlas: Atlas, location: LocateAnswer): ReadyAnswer {
  const known = locations.get(atlas) ?? new WeakMap<LocateAnswer, ReadyAnswer>();
  locations.set(atlas, known);
  const answer = known.get(location) ?? atlas.ready(location);
  known.set(location, answer);
  return answer;
}
