import type { RequestValues } from "../../api/description.ts";
import { bodyOf, type Input, inputOf, type Operation, parameterOf, urlPathFor } from "../../api/operation.ts";
import { typedName } from "../../domain/name.ts";
import { PLANS } from "../../domain/plan.ts";
import { PROBLEMS } from "../../domain/problem.ts";
import type { Places } from "../../places/places.ts";
import { NAME_FIELD } from "./fields.ts";

/** A batch in a form has the maximum of the Free plan. */
export const MAX_TRIED_NAMES = PLANS.free.batchNames;

/** Typed text by form field. */
export type TypedValues = Readonly<Record<string, string>>;

/** A request made by a form, and its answer. */
export interface OperationRun {
  /** Method, path, and body, as documents show them. */
  readonly request: string;
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** Runs an operation without a key. The request is not counted. */
export async function runOperation(operation: Operation, input: Input, places: Places): Promise<OperationRun> {
  const body = operation.method === "POST" ? ` ${JSON.stringify(bodyOf(operation, input))}` : "";
  const request = `${operation.method} ${urlPathFor(operation, input)}${body}`;
  const answered = await operation.answer(places, input);
  if (answered.ok) return { request, status: 200, body: answered.answer.body.toString() };
  const { code, detail, members } = answered.refusal;
  const { status, title } = PROBLEMS[code];
  return { request, status, body: JSON.stringify({ title, status, detail, code, ...members }) };
}

/** The typed text as API parameters. Empty fields are left out. */
export function typedInput(operation: Operation, typed: TypedValues): Input {
  return inputOf(operation, requestValues(operation, typed));
}

function requestValues(operation: Operation, typed: TypedValues): RequestValues {
  const inPath = parameterOf(operation);
  const name = typed[NAME_FIELD] ?? "";
  if (operation.method === "POST") {
    const names = name.split("\n").map(typedName);
    const lines = names.filter((line) => line !== "").slice(0, MAX_TRIED_NAMES);
    return operation.list === "cities" ? { names: lines } : { queries: lines.map((line) => ({ name: line })) };
  }
  if (inPath !== null) return { parameters: { [inPath]: typedName(name) } };
  const cleaned = Object.entries(typed).map(([field, text]) => [field, typedName(text)] as const);
  return { parameters: Object.fromEntries(cleaned.filter(([, text]) => text !== "")) };
}
