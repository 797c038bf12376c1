import { z } from "zod";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";

/** As the document describes it: control characters only as white space. The router itself decodes and checks. */
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
const NO_CITY = "Atlantis";

/** Requests of an operation on a city, and the description of its argument as a tool. */
export const CITY_EXAMPLES = {
  found: { summary: "A city of the dataset", parameters: { city: "Irvine" } },
  notFound: { summary: "A city that is not in the dataset", parameters: { city: NO_CITY } },
};
export const CITY_ARGUMENT = "City in California, in any common spelling; no fuzzy matching";

/** Requests of an operation on a county, and the description of its argument as a tool. */
export const COUNTY_EXAMPLES = {
  found: { summary: "A county", parameters: { name: "Orange" } },
  notFound: { summary: "Not a county in California", parameters: { name: NO_CITY } },
};
export const COUNTY_ARGUMENT = 'County in California, with or without the word "County"';
