import { z } from "zod";
import { readonlyObject } from "./record.ts";

const count = z.int32().min(0);
const position = readonlyObject({
  rank: count.min(1).meta({ description: "1 is the highest score; places with the same score share a rank" }),
  of: count.min(1).meta({ description: "How many places are ranked" }),
});

/** A range of residents. */
const sizeClass = readonlyObject({
  min: count,
  max: count.nullable().meta({ description: "null for the largest places" }),
});

/** Among the places with a record of about the same number of residents. */
export const rank = readonlyObject({
  residents: sizeClass.meta({ description: "The size of the places that are ranked with it" }),
  nation: position.meta({ description: "Among those of the United States" }),
  state: position.meta({ description: "Among those of its state" }),
});
export type Rank = z.infer<typeof rank>;

export const rankOrNone = rank.nullable().meta({
  description: "By score, among the places of about its size; null for fewer than 10,000 residents",
});
