import type { NationReview } from "./tables.ts";

/** The place that an agency is, as reviewed; else its own name. */
export function reviewedName({ names }: NationReview, state: string, agency: string): string {
  return names.find((row) => row.state === state && row.agency === agency)?.place ?? agency;
}
