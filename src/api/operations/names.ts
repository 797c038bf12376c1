import { z } from "zod";
import { MAX_NAME_LENGTH } from "../../domain/name.ts";

/** A name in the path, as the document describes it. The router itself decodes it and checks its length. */
export const nameInPath = z
  .string()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .regex(/^\P{Cc}+$/u);

export const cityInPath = z.object({
  city: nameInPath.meta({
    title: "City",
    description: "City name; spaces as `+` or `%20`",
    examples: ["Irvine", "Los Angeles"],
  }),
});

export const countyInPath = z.object({
  name: nameInPath.meta({
    title: "County",
    description: 'County name with or without the word "County"; spaces as `+` or `%20`',
    examples: ["Orange", "Orange County"],
  }),
});

export const MATCHING =
  "Letter case, accents, hyphens, apostrophes and spaces do not matter; nothing is guessed. A name that is not in the " +
  "dataset is answered 200 with `found` false.";

/** A city that is not in the dataset. */
export const NO_CITY = "Atlantis";
