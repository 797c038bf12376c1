import { z } from "zod";
import { typed } from "../base/text.ts";
import { MAX_FAULTS } from "../domain/problem.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import type { Refused } from "../http/problem.ts";
import { type BodyFault, bodyRefusal, pointerOf } from "./batch-names.ts";
import { listOf } from "./batch-queries.ts";
import type { BatchLists } from "./description.ts";
import type { Sender } from "./operation.ts";
import { unknownState } from "./state-parameter.ts";

type BatchPlaces = { readonly ok: true; readonly lists: Pick<BatchLists, "places"> } | Refused;

export const placeInState = z.object({ state: z.string(), city: z.string() });
const list = z.object({ places: z.array(placeInState).readonly() });
const EXAMPLE = 'Send an array of places, such as {"places":[{"state":"TX","city":"Austin"}]}.';

export function placesIn(body: unknown, by: Sender): BatchPlaces {
  const read = listOf("places", list, body, by, EXAMPLE);
  if (!read.ok) return read;
  const { places } = read.lists;
  const long: BodyFault[] = [];
  const unknown: BodyFault[] = [];
  for (const [index, { state, city }] of places.entries()) {
    for (const [member, text] of Object.entries({ state, city })) {
      const name = typed(text);
      const pointer = pointerOf(["places", index, member]);
      if (typeof name !== "string") long.push({ pointer, detail: name.detail });
      else if (member === "state" && unknown.length < MAX_FAULTS && stateOf(name) === undefined) {
        unknown.push({ pointer, detail: unknownState(name) });
      }
    }
  }
  if (long.length > 0) return { ok: false, refusal: bodyRefusal("name_too_long", long, "No place has such a name.") };
  if (unknown.length > 0) return { ok: false, refusal: bodyRefusal("invalid_body", unknown, EXAMPLE) };
  return read;
}
