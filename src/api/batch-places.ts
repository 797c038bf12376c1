import { z } from "zod";
import type { Principal } from "../access/decision.ts";
import { isTooLong, MAX_NAME_LENGTH } from "../gazetteer/fold.ts";
import { stateOf } from "../gazetteer/kinds.ts";
import type { Refused } from "../http/problem.ts";
import { type BodyFault, bodyRefusal, pointerOf } from "./batch-names.ts";
import { listOf } from "./batch-queries.ts";
import type { BatchLists } from "./description.ts";
import { unknownState } from "./state-parameter.ts";

type BatchPlaces = { readonly ok: true; readonly lists: Pick<BatchLists, "places"> } | Refused;

export const placeInState = z.object({ state: z.string(), city: z.string() });
const list = z.object({ places: z.array(placeInState).readonly() });
const EXAMPLE = 'Send an array of places, such as {"places":[{"state":"TX","city":"Austin"}]}.';

export function placesIn(body: unknown, by: Principal): BatchPlaces {
  const read = listOf("places", list, body, by, EXAMPLE);
  if (!read.ok) return read;
  const { places } = read.lists;
  const long = places.flatMap(({ city }, index): BodyFault[] =>
    isTooLong(city)
      ? [{ pointer: pointerOf(["places", index, "city"]), detail: `has more than ${MAX_NAME_LENGTH} characters` }]
      : [],
  );
  if (long.length > 0) return { ok: false, refusal: bodyRefusal("name_too_long", long, "No place has such a name.") };
  const unknown = places.flatMap(({ state }, index): BodyFault[] =>
    stateOf(state) === undefined
      ? [{ pointer: pointerOf(["places", index, "state"]), detail: unknownState(state) }]
      : [],
  );
  if (unknown.length > 0) return { ok: false, refusal: bodyRefusal("invalid_body", unknown, EXAMPLE) };
  return read;
}
