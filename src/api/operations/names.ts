import { z } from "zod";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";

/**
 * A name in the path, as the document describes it: any text, but control characters only where they are white space. The
 * router itself decodes it and checks it.
 */
const nameInPath = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .meta({ pattern: "^[^\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]+$" });

export const cityInPath = z.object({
  city: nameInPath.meta({
    title: "City",
    description: "City name; spaces as `+` or `%20`",
    example: "Los Angeles",
  }),
});

export const countyInPath = z.object({
  name: nameInPath.meta({
    title: "County",
    description: 'County name with or without the word "County"; spaces as `+` or `%20`',
    example: "Orange",
  }),
});

export const MATCHING =
  "Letter case, accents, hyphens, apostrophes, and extra spaces are ignored; there is no fuzzy matching. A name that is not in the " +
  "dataset gets 200 with `found` false.";

/** A city that is not in the dataset. */
export const NO_CITY = "Atlantis";
