import type { PlacesQuery } from "../domain/place.ts";
import type { ReadyAnswer } from "../snapshot/atlas.ts";
import type { LocateParameters } from "./locate-query.ts";
import type { Answered, Sources } from "./operation.ts";
import { invalidParameters } from "./query.ts";

/** Answer of `GET /v1/places`. */
export async function findPlaces({ atlas, geography }: Sources, query: PlacesQuery): Promise<Answered<ReadyAnswer>> {
  const result = (await geography()).findPlaces(query);
  if (result.ok) return { ok: true, answer: atlas.ready(result.page) };
  const { PLACES_FAULT_DETAILS } = await import("./places-query.ts");
  return invalidParameters([PLACES_FAULT_DETAILS[result.fault]]);
}

/** Answer of `GET /v1/locate`. */
export async function locate(
  { atlas, geography }: Sources,
  parameters: LocateParameters,
): Promise<Answered<ReadyAnswer>> {
  const { locateQuery } = await import("./locate-query.ts");
  const asked = locateQuery(parameters);
  if (!asked.ok) return invalidParameters([asked.fault]);
  return { ok: true, answer: atlas.ready((await geography()).locate(asked.query)) };
}
