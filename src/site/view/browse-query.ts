import { z } from "zod";
import { isTooLong } from "../../base/text.ts";
import { GRADE_FAMILIES } from "../../domain/grade.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { queryOneOf, typedName, typedText } from "../http/page.ts";
import { SORT_PARAMETERS } from "./sorting.ts";

/** From the least to fewer than the most residents. */
export const SIZES = [
  { key: "100000", text: "100,000 or more", from: 100_000, to: Number.POSITIVE_INFINITY },
  { key: "50000", text: "50,000 or more", from: 50_000, to: Number.POSITIVE_INFINITY },
  { key: "10000-50000", text: "10,000 to 50,000", from: 10_000, to: 50_000 },
  { key: "10000-", text: "Fewer than 10,000", from: 0, to: 10_000 },
] as const;

/** How the score differs from the year before. */
export const CHANGES = {
  better: "Better",
  worse: "Worse",
  rose: "Better, beyond chance",
  fell: "Worse, beyond chance",
} as const;

export const NO_GRADE = "none";
const KINDS = ["cities", "counties"] as const;

/** Values of a list that are read. */
const MAX_VALUES = 100;

/** Values of a list, each once, repeated (`grade=A&grade=B`) or in one value (`grade=A,B`). */
const list = z
  .array(z.string())
  .catch([])
  .transform((values) => values.slice(0, MAX_VALUES).flatMap((value) => value.split(",", MAX_VALUES)))
  .transform((values) => [...new Set(values.filter((value) => value !== "" && !isTooLong(value)))])
  .transform((values) => values.slice(0, MAX_VALUES));

const sizeKeys = SIZES.map(({ key }) => key);
const changeKeys = Object.keys(CHANGES);

/** The filters, the order, and the page of a table of places. What has no effect is left out. */
export const browseQuery = z.object({
  kind: queryOneOf(KINDS),
  name: typedName,
  /** Of the list of all states. */
  state: queryOneOf(US_STATES.map(({ code }) => code.toLowerCase())),
  county: list,
  size: queryOneOf(sizeKeys),
  grade: list.transform((values) => [...GRADE_FAMILIES, NO_GRADE].filter((one) => values.includes(one))),
  change: queryOneOf(changeKeys),
  /** Only places of which the months make a year that is compared with the data year. */
  provisional: queryOneOf(["compared"]),
  ...SORT_PARAMETERS,
  page: typedText(4).transform((value) => Math.min(999, Math.max(1, Math.floor(Number(value)) || 1))),
});
export type BrowseQuery = z.infer<typeof browseQuery>;

/** The address of the table with these filters. Defaults are left out; the commas of a list stay readable. */
export function browseUrl(path: string, query: Partial<BrowseQuery>): string {
  const { page = 1, county = [], grade = [], kind, name = "", ...rest } = query;
  const parameters = Object.entries({
    kind: kind === "cities" ? "" : (kind ?? ""),
    name: encodeURIComponent(name),
    county: county.map(encodeURIComponent).join(","),
    grade: grade.join(","),
    ...rest,
    page: page === 1 ? "" : String(page),
  }).filter(([, value]) => value !== "");
  return parameters.length === 0 ? path : `${path}?${parameters.map((pair) => pair.join("=")).join("&")}`;
}
