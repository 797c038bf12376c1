import { z } from "zod";
import { MAX_QUERY_LENGTH } from "../domain/place-query.ts";

/**
 * Text in a query: at most `MAX_QUERY_LENGTH` characters (Unicode code points). Control characters have already been
 * refused.
 */
export const textParameter = z
  .string()
  .refine((value) => [...value].length <= MAX_QUERY_LENGTH, { error: `has more than ${MAX_QUERY_LENGTH} characters` })
  .meta({ maxLength: MAX_QUERY_LENGTH, pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" });
