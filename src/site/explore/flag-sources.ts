import { parse } from "csv-parse/sync";
import { z } from "zod";
import reviewed from "../../../data/review/flags.csv" with { type: "text" };
import type { PlaceFlag } from "../../domain/snapshot.ts";

const reviewedFlag = z.object({
  county: z.string(),
  city: z.string(),
  flag: z.string(),
  reason: z.string(),
  source: z.url(),
});
export type FlagSource = z.infer<typeof reviewedFlag>;

const rows = z.array(reviewedFlag).parse(parse(reviewed, { columns: true }));

/** Why a reviewed flag was set and by which source; undefined for one that follows from the figures alone. */
export function flagSource(city: string, flag: PlaceFlag): FlagSource | undefined {
  return rows.find((row) => row.city === city && row.flag === flag);
}
