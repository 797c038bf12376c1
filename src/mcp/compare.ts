import { z } from "zod";
import type { Principal } from "../access/decision.ts";
import type { Refusal } from "../api/problem-answer.ts";
import { cityRecord, countyRecord } from "../domain/record.ts";
import type { Places } from "../places/places.ts";
import { placeName } from "./place-name.ts";

/** Schema of a comparison. */
export const comparison = {
  places: z.array(
    z.strictObject({
      name: placeName.describe("The name from the request"),
      kind: z.enum(["city", "county"]).nullable().describe("null if the dataset has no such place"),
      record: z.union([cityRecord, countyRecord]).nullable(),
    }),
  ),
};

type Compared =
  | { readonly ok: true; readonly value: z.infer<z.ZodObject<typeof comparison>> }
  | { readonly ok: false; readonly refusal: Refusal };

/** The records of at most `limit` cities and counties, in the order of the request. */
export function compare(places: Places, names: readonly string[], limit: number, plan: Principal["plan"]): Compared {
  const received = names.length;
  if (received > limit) {
    const detail = `The comparison has ${received} places; the plan allows ${limit}. Nothing was looked up.`;
    return { ok: false, refusal: { code: "batch_too_large", detail, members: { limit, received, plan } } };
  }
  return { ok: true, value: { places: names.map((asked) => ({ name: asked, ...placeOf(places, asked) })) } };
}

function placeOf(places: Places, asked: string) {
  const city = places.city(asked)?.entry;
  if (city) return { kind: "city" as const, record: city.record };
  const county = places.county(asked)?.entry;
  return county ? { kind: "county" as const, record: county.record } : { kind: null, record: null };
}
