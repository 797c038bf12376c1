import { z } from "zod";
import { isTooLong, TOO_LONG_DETAIL, type Typed, typed } from "../base/text.ts";
import { MAX_FAULTS } from "../domain/problem.ts";
import { qualifiedFault, readGeoid } from "../gazetteer/geoid.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import type { Refused } from "../http/problem.ts";
import { type BodyFault, bodyRefusal, pointerOf } from "./batch-names.ts";
import { faultOf, listOf } from "./batch-queries.ts";
import type { AskedPlace, BatchLists } from "./description.ts";
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
    const longBefore = long.length;
    for (const [member, text] of Object.entries(parsed.data)) {
      const name = typed(text);
      const pointer = pointerOf(["places", index, member]);
      if (typeof name === "string") {
        const detail = memberFault(member, name);
        if (detail !== null) unknown.push({ pointer, detail });
      } else (name.fault === "too_long" ? long : unknown).push({ pointer, detail: name.detail });
    }
    // A city and its county are looked up as one name.
    const both = inCounty(parsed.data).city ?? "";
    if (long.length === longBefore && isTooLong(both)) {
      long.push({ pointer: pointerOf(["places", index, "city"]), detail: `${TOO_LONG_DETAIL} with its county` });
    }
  }
  const faults = [...malformed, ...unknown].slice(0, MAX_FAULTS);
  if (malformed.length === 0 && long.length > 0)
    return { ok: false, refusal: bodyRefusal("name_too_long", long, "No place has such a name.") };
  if (faults.length > 0) return { ok: false, refusal: bodyRefusal("invalid_body", faults, EXAMPLE) };
  return { ok: true, lists: { places } };
}

function memberFault(member: string, text: Typed): string | null {
  if (member === "state") return stateOf(text) === undefined ? unknownState(text) : null;
  if (member !== "geoid") return qualifiedFault(text);
  const read = readGeoid(text);
  return read.ok ? null : read.detail;
}

/** How a look-up names a place or a county: its state, and its name or GEOID there. */
export function pathOf(place: AskedPlace): readonly [state: string, name: string] {
  if ("geoid" in place) {
    const read = readGeoid(place.geoid);
    return [read.ok ? read.geoid.state : "", place.geoid];
  }
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
