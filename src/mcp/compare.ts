import { z } from "zod";
import type { Principal } from "../access/decision.ts";
import type { Refusal } from "../api/problem-answer.ts";
import { cityRecord, countyRecord } from "../domain/record.ts";
import type { Atlas } from "../snapshot/atlas.ts";
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
export function compare(atlas: Atlas, names: readonly string[], limit: number, plan: Principal["plan"]): Compared {
  const received = names.length;
  if (received > limit) {
    const detail = `The comparison has ${received} places; the plan allows ${limit}. Nothing was looked up.`;
    return { ok: false, refusal: { code: "batch_too_large", detail, members: { limit, received, plan } } };
  }
  return { ok: true, value: { places: names.map((asked) => ({ name: asked, ...placeOf(atlas, asked) })) } };
}

function placeOf(atlas: Atlas, asked: string) {
  const city = atlas.findCity(asked);
  if (city) return { kind: "city" as const, record: city.record };
  const county = atlas.findCounty(asked);
  return county ? { kind: "county" as const, record: county.record } : { kind: null, record: null };
}
