import { z } from "zod";
import type { Principal } from "../access/decision.ts";
import { isTooLong, MAX_NAME_LENGTH } from "../domain/name.ts";
import { MAX_FAULTS } from "../domain/problem.ts";
import { stateOf } from "../places/nation-names.ts";
import { type BodyFault, bodyRefusal, listIn, pointerOf, tooLarge } from "./batch-names.ts";
import { faultOf } from "./batch-queries.ts";
import type { BatchLists } from "./description.ts";
import type { Refused } from "./problem.ts";
import { unknownState } from "./state-parameter.ts";

type BatchPlaces = { readonly ok: true; readonly lists: Pick<BatchLists, "places"> } | Refused;

export const placeInState = z.object({ state: z.string(), city: z.string() });
const list = z.object({ places: z.array(placeInState).readonly() });
const EXAMPLE = 'Send an array of places, such as {"places":[{"state":"TX","city":"Austin"}]}.';

/** All places of a body or none, like the names of a batch (contract 4.3). */
export function placesIn(body: unknown, { limits, plan }: Principal): BatchPlaces {
  const received = listIn(body, "places")?.length ?? 0;
  if (received > limits.batchNames) return tooLarge("places", limits.batchNames, received, plan);
  const parsed = list.safeParse(body);
  if (!parsed.success) {
    const faults = parsed.error.issues.slice(0, MAX_FAULTS).map((issue) => faultOf(issue, body));
    return { ok: false, refusal: bodyRefusal("invalid_body", faults, EXAMPLE) };
  }
  const { places } = parsed.data;
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
  return { ok: true, lists: { places } };
}
