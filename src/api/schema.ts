import { z } from "zod";
import { explanation } from "../domain/explanation.ts";
import { isTooLong, MAX_NAME_LENGTH } from "../domain/name.ts";
import { MAX_BATCH_NAMES, PLANS } from "../domain/plan.ts";
import { batchData, cityRecord, countyRecord } from "../domain/record.ts";

/** A name in a batch. Its length counts code points, as JSON Schema does. */
export const requestedName = z
  .string()
  .refine((name) => !isTooLong(name), {
    error: `has more than ${MAX_NAME_LENGTH} characters`,
    params: { tooLong: true },
  })
  .meta({ maxLength: MAX_NAME_LENGTH, pattern: "^[\\s\\S]*$" });

const BATCH_DESCRIPTION = `Plain city names, not URL-encoded. The plan says how many: Free ${PLANS.free.batchNames}, Pro ${PLANS.pro.batchNames}, Enterprise ${PLANS.enterprise.batchNames}, unless the operator has agreed on more`;

/** Body of `POST /v1/safety/batch`, contract 4.3. Unknown members are ignored. */
export const batchRequest = z.object({
  cities: z.array(requestedName).readonly().meta({ description: BATCH_DESCRIPTION, maxItems: MAX_BATCH_NAMES }),
});
export type BatchRequest = z.infer<typeof batchRequest>;

const noData = z.null();

/** Lookup envelopes, contract 2.5. */
export const cityLookup = z.discriminatedUnion("found", [
  z.strictObject({ found: z.literal(true), data: cityRecord }),
  z.strictObject({ found: z.literal(false), data: noData }),
]);
export const explanationLookup = z.discriminatedUnion("found", [
  z.strictObject({ found: z.literal(true), data: explanation }),
  z.strictObject({ found: z.literal(false), data: noData }),
]);
export const countyLookup = z.discriminatedUnion("found", [
  z.strictObject({ found: z.literal(true), data: countyRecord }),
  z.strictObject({ found: z.literal(false), data: noData }),
]);

/** Batch result item, contract 2.3. `city` is the string of the request. */
export const batchResult = z.discriminatedUnion("found", [
  z.strictObject({ city: requestedName, found: z.literal(true), data: batchData }),
  z.strictObject({ city: requestedName, found: z.literal(false), data: noData }),
]);

/** Answer of `POST /v1/safety/batch`, in the order of the request. */
export const batchResponse = z.strictObject({
  results: z.array(batchResult).readonly().meta({ maxItems: MAX_BATCH_NAMES }),
});
