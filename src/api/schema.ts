import { z } from "zod";
import { MAX_NAME_LENGTH } from "../base/text.ts";
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

const FOUND = z.literal(true).meta({ description: "Whether the name is known and has a grade" });
const NOT_FOUND = z.literal(false).meta({ description: "No graded place of that name" });

/**
 * A lookup envelope (contract 2.5), and its names and those of its variants in the document. @param missed the members
 * where nothing is found
 */
export function lookUpOf(
  name: string,
  data: z.ZodType,
  isFound = FOUND,
  missed: z.ZodRawShape = { found: NOT_FOUND },
  besideData: z.ZodRawShape = {},
) {
  const found = z.strictObject({ found: isFound, data, ...besideData });
  const { found: isMissed = NOT_FOUND, ...more } = missed;
  const notFound = z.strictObject({ found: isMissed, data: z.null(), ...more });
  const lookUp = z.discriminatedUnion("found", [found, notFound]);
  return { lookUp, schemas: { [`${name}Lookup`]: lookUp, [`${name}Found`]: found, [`${name}NotFound`]: notFound } };
}

const asked = requestedName.meta({ description: "The name as it was sent" });

/** What the operations on a batch of cities and counties have in common. `name` is the beginning of
 * the schemas' names in the document. */
export function placeBatchOf(name: string, city: z.ZodType, county: z.ZodType) {
  const list = (what: string) =>
    z
      .array(requestedName)
      .readonly()
      .meta({ description: `Plain names of ${what}, not URL-encoded`, maxItems: MAX_BATCH_NAMES })
      .exactOptional();
  const request = z.object({ cities: list("cities"), counties: list("counties") }).meta({
    description: `At least one list. Maximum of both together by plan: ${BATCH_MAXIMUMS}, unless the account has custom limits`,
  });
  const items = {
    [`${name}BatchItemCityFound`]: z.strictObject({ city: asked, found: FOUND, data: city }),
    [`${name}BatchItemCityNotFound`]: z.strictObject({ city: asked, found: NOT_FOUND, data: z.null() }),
    [`${name}BatchItemCountyFound`]: z.strictObject({ county: asked, found: FOUND, data: county }),
    [`${name}BatchItemCountyNotFound`]: z.strictObject({ county: asked, found: NOT_FOUND, data: z.null() }),
  };
  const item = z.xor(Object.values(items));
  const response = z.strictObject({
    results: z.array(item).readonly().meta({
      description: "One result per name: the cities in the order of the request, then the counties",
      maxItems: MAX_BATCH_NAMES,
    }),
  });
  return {
    request,
    response,
    schemas: {
      [`${name}BatchRequest`]: request,
      [`${name}BatchResponse`]: response,
      [`${name}BatchItem`]: item,
      ...items,
    },
  };
}

/** Batch result item, contract 2.3. `city` is the string of the request. */
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
