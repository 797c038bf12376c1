import type { Principal, RequestKind } from "../access/decision.ts";
import type { ByteParts } from "../base/byte-parts.ts";
import { pathSegment } from "../base/path-segment.ts";
import type { Edition } from "../editions/edition.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Refused } from "../http/problem.ts";
import type { Served } from "../lookup/served.ts";
import type { BatchLists, Description, RequestValues } from "./description.ts";

export interface Input {
  /** The values of the path's parameters in order, decoded. Each operation checks their length. */
  readonly path: readonly string[];
  /** The raw query without `?`. */
  readonly search: string;
  readonly lists?: BatchLists;
}

/** Whose limits a body is checked against. */
export type Sender = Pick<Principal, "plan" | "limits">;

/** Does a part of a request's work when it is this request's turn. */
export type TakeTurn = <Result>(work: () => Result) => Promise<Result>;

/** For work that has a turn already, or that no request waits for. */
export const AT_ONCE: TakeTurn = async (work) => work();

export type Answered<Answer> = Found<Answer> | Refused;

interface Found<Answer> {
  readonly ok: true;
  readonly answer: Answer;
  /** Whether the answer is ready under this path while the same datasets are served, because it names one of their places. */
  readonly isReady?: boolean;
}

/** What an operation is published as. */
export interface Published {
  /** `operationId` of the OpenAPI document. */
  readonly id: string;
  /** Its answer is from the dataset of this edition. */
  readonly edition: Edition;
  /** Schemas, texts, and examples, loaded on first use: a process that only answers lookups does not need them. */
  readonly describe: () => Promise<Description>;
}

interface OperationOf<Method extends string, Answer> extends Published {
  /** `GET` also handles `HEAD`. */
  readonly method: Method;
  /** Path template. Only its last segments may be parameters. */
  readonly path: string;
  readonly kind: RequestKind;
  /** Whether unknown query parameters are refused (decisions 8) or ignored (decisions 1). */
  readonly refusesParameters: boolean;
  /** When the newest dataset changed that the answer has figures of. An HTTP date. */
  readonly lastModified: (served: Served) => string;
  readonly answer: (served: Served, input: Input, turn: TakeTurn) => Answered<Answer> | Promise<Answered<Answer>>;
}

export interface ReadOperation extends OperationOf<"GET", PrebuiltAnswer> {}

/** A batch. Its answer is not cached, because it depends on the request's body. */
export interface BatchOperation extends OperationOf<"POST", { readonly body: string | ByteParts }> {
  /** The members of the body with the lists. */
  readonly lists: readonly (keyof BatchLists)[];
  /** Checks the body against the limits of the sender. */
  readonly readInput: (body: unknown, by: Sender) => ReadInput | Promise<ReadInput>;
}

type ReadInput = { readonly ok: true; readonly input: Input } | Refused;

export function bodyOf({ lists }: BatchOperation, { lists: given = {} }: Pick<RequestValues, "lists">): object {
  return Object.fromEntries(lists.map((list) => [list, given[list] ?? []]));
}

export type Operation = ReadOperation | BatchOperation;

export function inputOf(operation: Pick<Operation, "path">, { parameters = {}, lists = {} }: RequestValues): Input {
  const inPath = pathParametersOf(operation);
  const query = Object.entries(parameters).filter(([parameter]) => !inPath.includes(parameter));
  return {
    path: inPath.map((parameter) => parameters[parameter] ?? ""),
    search: new URLSearchParams(query).toString(),
    lists,
  };
}

/** Path and query of a request as documents show them, with `+` for spaces (contract 4.1). */
export function urlPathFor({ path }: Pick<Operation, "path">, { path: values, search }: Input): string {
  const left = [...values];
  const filled = path.replace(/\{\w+\}/g, () => pathSegment(left.shift() ?? ""));
  return search === "" ? filled : `${filled}?${search}`;
}

/** The names of the parameters in an operation's path, in order. */
export function pathParametersOf({ path }: Pick<Operation, "path">): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}
