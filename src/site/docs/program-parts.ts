import type { Sample } from "../../api/description.ts";
import { bodyOf as batchBodyOf, type Operation } from "../../api/operation.ts";
import type { Schema } from "./reference-document.ts";

export interface ProgramParts {
  readonly operation: Operation;
  readonly sample: Sample;
  /** Schema of the answer 200, with its references resolved. */
  readonly answer: Schema;
  readonly baseUrl: string;
}

/** What the programs print for a place without a record. */
export const ABSENT = '"not in the dataset"';

/** How a program reads an answer. */
export interface AnswerShape {
  /** Whether the answer is an envelope: `found`, and `data` or null. */
  readonly found: boolean;
  /** The member of the answer, or of its `data`, that is a list; null if the answer has no list. */
  readonly list: string | null;
  /** Whether the list is paginated with the cursor `next`. */
  readonly paged: boolean;
  readonly prints: readonly Printed[];
}

/** A member of the record, or of an element of the list. */
interface Printed {
  readonly path: readonly string[];
  /** The member on its path that may be null. */
  readonly nullableAt: string | null;
}

/** The body of the request in JSON; null if there is none. */
export function bodyOf({ operation, sample }: Pick<ProgramParts, "operation" | "sample">): string | null {
  return operation.method === "POST" ? JSON.stringify(batchBodyOf(operation, sample)) : null;
}

/** @throws RangeError if the sample names a member that the schema does not have. */
export function shapeOf(answer: Schema, { list, prints }: Pick<Sample, "list" | "prints">): AnswerShape {
  const members = fieldsOf(answer);
  const found = Object.hasOwn(members, "found");
  const record = found ? member(answer, "data") : answer;
  const element = list === null ? record : (member(record, list).items ?? {});
  return {
    found,
    list,
    paged: Object.hasOwn(members, "next"),
    prints: prints.map((print) => printedOf(element, print.split("."))),
  };
}

function printedOf(root: Schema, path: readonly string[]): Printed {
  let schema = root;
  let nullableAt: string | null = null;
  for (const [index, name] of path.entries()) {
    if (index > 0 && schema.nullable) nullableAt = path[index - 1] ?? null;
    schema = member(schema, name);
  }
  return { path, nullableAt };
}

function member(schema: Schema, name: string): Schema {
  const found = fieldsOf(schema)[name];
  if (found === undefined) throw new RangeError(`the answer has no member ${name}`);
  const nullable = schema.oneOf?.some((one) => one.properties?.[name]?.type === "null") ?? false;
  return nullable ? { ...found, nullable } : found;
}

/** If there are alternatives (a record or null), those of the first, in which something was found. */
export function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
  return schema.properties ?? schema.oneOf?.find((one) => one.properties)?.properties ?? {};
}
