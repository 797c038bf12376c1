import { z } from "zod";
import { MAX_FAULTS } from "../domain/problem.ts";
import type { Edition } from "../editions/edition.ts";
import { quoted, type Refused } from "../http/problem.ts";
import type { Served } from "../lookup/served.ts";
import { type BodyFault, bodyRefusal, listIn, notA, pointerOf, tooLarge, valueAt } from "./batch-names.ts";
import type { BatchLists } from "./description.ts";
import type { LocateParameters } from "./locate-query.ts";
import { locatingOf } from "./locating.ts";
import type { Sender, TakeTurn } from "./operation.ts";

type BatchQueries = { readonly ok: true; readonly lists: Pick<BatchLists, "queries"> } | Refused;

const EXAMPLE = 'Send an array of queries, such as {"queries":[{"zip":"92618"},{"lat":34.1,"lon":-118.3}]}.';

export function queriesIn(body: unknown, by: Sender, edition: Edition): BatchQueries {
  const locating = locatingOf(edition);
  const list = z.object({ queries: z.array(locating.parameters) });
  const read = listOf("queries", list, body, by, EXAMPLE);
  const faults = read.ok
    ? read.lists.queries.flatMap((parameters, index): readonly BodyFault[] => {
        const asked = locating.read(parameters);
        if (asked.ok) return [];
        return [{ pointer: `/queries/${index}`, detail: `is refused: ${asked.parameter} ${asked.detail}` }];
      })
    : [];
  return faults.length === 0 ? read : { ok: false, refusal: bodyRefusal("invalid_body", faults, EXAMPLE) };
}

/** All elements of a body's list or none, like the names of a batch (contract 4.3). */
export function listOf<Lists>(
  member: "queries" | "places",
  schema: z.ZodType<Lists>,
  body: unknown,
  { limits, plan }: Sender,
  example: string,
): { readonly ok: true; readonly lists: Lists } | Refused {
  const received = listIn(body, member)?.length ?? 0;
  if (received > limits.batchNames) return tooLarge(member, limits.batchNames, received, plan);
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, lists: parsed.data };
  const faults = parsed.error.issues.slice(0, MAX_FAULTS).map((issue) => faultOf(issue, body));
  return { ok: false, refusal: bodyRefusal("invalid_body", faults, example) };
}

/** One result for each query, in the order of the queries: the query as sent, and the answer of `GET /v1/locate`, or of the same of another edition. */
export async function locateAll(
  queries: readonly LocateParameters[],
  edition: Edition,
  served: Served,
  turn: TakeTurn,
): Promise<string> {
  const { read } = locatingOf(edition);
  const results: string[] = [];
  for (const parameters of queries) {
    const asked = read(parameters);
    if (!asked.ok) throw new RangeError("a query was not checked");
    const answer = await turn(await asked.open(served));
    results.push(JSON.stringify({ query: parameters, ...answer }));
  }
  return `{"results":[${results.join(",")}]}`;
}

const EXPECTED = ["an object", "an array", "an object"];

/** What is wrong with an element of a list, or with a member of it. */
export function faultOf(issue: z.core.$ZodIssue, body: unknown): BodyFault {
  const pointer = pointerOf(issue.path);
  if (issue.code === "unrecognized_keys")
    return { pointer, detail: `has the unknown member ${quoted(issue.keys[0] ?? "")}` };
  const value = valueAt(issue.path, body);
  // JSON has numbers of any size: 1e400 is read as Infinity.
  if (typeof value === "number" && issue.code === "invalid_type" && issue.expected === "number")
    return { pointer, detail: "is too large for a number" };
  const expected = EXPECTED[issue.path.length] ?? (issue.code === "invalid_type" ? `a ${issue.expected}` : undefined);
  if (expected !== undefined) return { pointer, detail: notA(expected, issue.path, body) };
  const got = typeof value === "string" ? quoted(value) : typeof value === "number" ? String(value) : "of another type";
  return { pointer, detail: `${issue.message}; it is ${got}` };
}
