import { z } from "zod";
import { typed } from "../base/text.ts";
import { MAX_FAULTS } from "../domain/problem.ts";
import { stateOf, stateOfGeoid } from "../gazetteer/state-text.ts";
import type { Refused } from "../http/problem.ts";
import { type BodyFault, bodyRefusal, pointerOf } from "./batch-names.ts";
import { faultOf, listOf } from "./batch-queries.ts";
import type { AskedPlace, BatchLists } from "./description.ts";
import { GEOID_DETAIL } from "./locate-query.ts";
import type { Sender } from "./operation.ts";
import { unknownState } from "./state-parameter.ts";

type BatchPlaces = { readonly ok: true; readonly lists: Pick<BatchLists, "places"> } | Refused;

export const placeInState = z.object({ state: z.string(), city: z.string(), county: z.string().exactOptional() });
export const placeOfGeoid = z.object({ geoid: z.string() });
export const countyInState = z.object({ state: z.string(), county: z.string() });
const list = z.object({ places: z.array(z.unknown()).readonly() });
const EXAMPLE = 'Send an array of places, such as {"places":[{"state":"TX","city":"Austin"},{"geoid":"4805000"}]}.';

/** The elements of a body's list, each a name in a state, a GEOID, or a county. */
export function placesIn(body: unknown, by: Sender): BatchPlaces {
  const read = listOf("places", list, body, by, EXAMPLE);
  if (!read.ok) return read;
  const malformed: BodyFault[] = [];
  const long: BodyFault[] = [];
  const unknown: BodyFault[] = [];
  const places: AskedPlace[] = [];
  for (const [index, element] of read.lists.places.entries()) {
    const parsed = schemaOf(element).safeParse(element);
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ["places", index, ...issue.path] }));
      malformed.push(...issues.map((issue) => faultOf(issue, body)));
      continue;
    }
    places.push(parsed.data);
    for (const [member, text] of Object.entries({ ...parsed.data, ...inCounty(parsed.data) })) {
      const name = typed(text);
      const pointer = pointerOf(["places", index, member]);
      if (typeof name !== "string") long.push({ pointer, detail: name.detail });
      else if (member === "state" && stateOf(name) === undefined) unknown.push({ pointer, detail: unknownState(name) });
      else if (member === "geoid" && stateOfGeoid(name) === undefined) unknown.push({ pointer, detail: GEOID_DETAIL });
    }
  }
  const faults = [...malformed, ...unknown].slice(0, MAX_FAULTS);
  if (malformed.length === 0 && long.length > 0)
    return { ok: false, refusal: bodyRefusal("name_too_long", long, "No place has such a name.") };
  if (faults.length > 0) return { ok: false, refusal: bodyRefusal("invalid_body", faults, EXAMPLE) };
  return { ok: true, lists: { places } };
}

/** How a look-up names a place or a county: its state, and its name or GEOID there. */
export function pathOf(place: AskedPlace): readonly [state: string, name: string] {
  if ("geoid" in place) return [stateOfGeoid(place.geoid) ?? "", place.geoid];
  return [place.state, "city" in place ? (inCounty(place).city ?? place.city) : place.county];
}

/** How a result names what it is of. */
export function namedAs(place: AskedPlace): AskedPlace {
  return "city" in place ? { state: place.state, city: place.city } : place;
}

/** Whether the areas of a county are asked for. */
export function asksForAreas(place: AskedPlace): boolean {
  return "county" in place && !("city" in place);
}

/** A name with the county that tells it from its namesakes, as a look-up takes it. */
function inCounty(place: AskedPlace): { readonly city?: string } {
  return "city" in place && place.county !== undefined ? { city: `${place.city}, ${place.county}` } : {};
}

function schemaOf(element: unknown) {
  const has = (member: string) => typeof element === "object" && element !== null && Object.hasOwn(element, member);
  if (has("geoid")) return placeOfGeoid;
  return has("county") && !has("city") ? countyInState : placeInState;
}
