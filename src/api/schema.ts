import { z } from "zod";
import { MAX_NAME_LENGTH } from "../domain/name.ts";
import { MAX_BATCH_NAMES, PLAN_NAMES, PLAN_TITLES, PLANS } from "../domain/plan.ts";
import { batchData } from "../domain/record.ts";

/** A name in a batch. Its length counts code points, as JSON Schema does. */
const requestedName = z.string().meta({ maxLength: MAX_NAME_LENGTH, pattern: "^[\\s\\S]*$" });

/** The most names in a batch for each plan: `Free 25, Pro 50, …`. */
export const BATCH_MAXIMUMS = PLAN_NAMES.map((plan) => `${PLAN_TITLES[plan]} ${PLANS[plan].batchNames}`).join(", ");

const BATCH_DESCRIPTION = `Plain city names, not URL-encoded. Maximum by plan: ${BATCH_MAXIMUMS}, unless the account has custom limits`;

/** Body of `POST /v1/safety/batch`, contract 4.3. Unknown members are ignored. */
export const batchRequest = z.object({
  cities: z.array(requestedName).readonly().meta({ description: BATCH_DESCRIPTION, maxItems: MAX_BATCH_NAMES }),
});

const FOUND = z.literal(true).meta({ description: "Whether the name is known and has a record" });
const NOT_FOUND = z.literal(false).meta({ description: "No record of that name" });

/** A lookup envelope (contract 2.5), and its names and those of its variants in the document. */
export function lookUpOf(name: string, data: z.ZodType) {
  const found = z.strictObject({ found: FOUND, data });
  const notFound = z.strictObject({ found: NOT_FOUND, data: z.null() });
  const lookUp = z.discriminatedUnion("found", [found, notFound]);
  return { lookUp, schemas: { [`${name}Lookup`]: lookUp, [`${name}Found`]: found, [`${name}NotFound`]: notFound } };
}

/** Batch result item, contract 2.3. `city` is the string of the request. */
const asked = requestedName.meta({ description: "The name as it was sent" });
export const batchItemFound = z.strictObject({ city: asked, found: FOUND, data: batchData });
export const batchItemNotFound = z.strictObject({ city: asked, found: NOT_FOUND, data: z.null() });
export const batchItem = z.discriminatedUnion("found", [batchItemFound, batchItemNotFound]);

/** Answer of `POST /v1/safety/batch`, in the order of the request. */
export const batchResponse = z.strictObject({
  results: z
    .array(batchItem)
    .readonly()
    .meta({ description: "One result per name, in the order of the request", maxItems: MAX_BATCH_NAMES }),
});
