import { z } from "zod";
import { isTooLong, MAX_NAME_LENGTH } from "../domain/name.ts";

/** The name of a city or county as the argument of a tool. */
export const placeName = z
  .string()
  .refine((text) => !isTooLong(text), { error: `has more than ${MAX_NAME_LENGTH} characters` })
  .meta({ maxLength: MAX_NAME_LENGTH });
