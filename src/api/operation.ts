import type { z } from "zod";
import type { RequestKind } from "../access/decision.ts";
import { Lazy } from "../domain/lazy.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import type { Geography } from "../geography/geography.ts";
import type { AnsweredName, Atlas, ReadyAnswer } from "../snapshot/atlas.ts";
import type { DescribedQuery, Description, RequestValues } from "./description.ts";
import { segmentsFor } from "./path.ts";
import type { Refusal } from "./problem-answer.ts";
import { parseQuery, unknownParameters } from "./query.ts";

/** What operations answer from. */
export interface Sources {
  readonly atlas: Atlas;
  /** That of the atlas, loaded with its first use. */
  readonly geography: () => Promise<Geography>;
}

/** What a request asks of an operation. */
export interface Input {
  /** The name in the path, decoded; "" where the path has none. */
  readonly name: string;
  /** The query as it came in, without `?`. */
  readonly search: string;
  /** The names of a batch. */
  readonly names: readonly string[];
}

export const NO_INPUT: Input = { name: "", search: "", names: [] };

export type Answered<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly refusal: Refusal };

interface OperationOf<Method extends string, Answer> {
  /** `operationId` of the OpenAPI document. */
  readonly id: string;
  /** A `GET` answers `HEAD` too. */
  readonly method: Method;
  /** Path template with at most one parameter, which is its last segment. */
  readonly path: string;
  /** The parameter of the query that takes what a person types; null where there is none. */
  readonly text: string | null;
  /** What it is counted as. */
  readonly kind: RequestKind;
  /** Whether a query parameter that it does not know is refused (decisions 8); else it is ignored (decisions 1). */
  readonly refusesParameters: boolean;
  /** Checks the input and answers it. */
  readonly answer: (sources: Sources, input: Input) => Answered<Answer> | Promise<Answered<Answer>>;
  /** Schemas, texts and examples, loaded with their first use: a process that answers look-ups alone needs none of them. */
  readonly describe: () => Promise<Description>;
}

/** An operation that reads one resource. */
export interface ReadOperation extends OperationOf<"GET", ReadyAnswer> {
  /** Answers that are ready before they are asked for, by whole path. */
  readonly readyAnswers: (atlas: Atlas) => Iterable<AnsweredPath>;
}

/** The batch: its handler reads the body itself, since it is as hot as the look-ups. */
export interface BatchOperation extends OperationOf<"POST", Pick<ReadyAnswer, "body">> {}

export type Operation = ReadOperation | BatchOperation;
export type AnsweredPath = readonly [path: string, answer: ReadyAnswer];

type Common = Pick<Operation, "id" | "path" | "kind" | "describe">;

interface LookUp extends Common {
  readonly refusesParameters: boolean;
  readonly find: (atlas: Atlas, name: string) => ReadyAnswer;
  /** Names whose answers are ready before they are asked for. */
  readonly names?: (atlas: Atlas) => Iterable<AnsweredName>;
}

/** A look-up by the name in the path. */
export function lookUp({ find, names, ...common }: LookUp): ReadOperation {
  return {
    ...common,
    method: "GET",
    text: null,
    answer: ({ atlas }, { name, search }) =>
      (common.refusesParameters ? unknownParameters(search) : null) ?? { ok: true, answer: find(atlas, name) },
    *readyAnswers(atlas) {
      const start = common.path.slice(0, common.path.indexOf("{"));
      for (const [name, answer] of names?.(atlas) ?? []) {
        for (const segment of segmentsFor(name)) yield [start + segment, answer];
      }
    },
  };
}

interface Resource extends Common {
  readonly find: (atlas: Atlas) => ReadyAnswer;
}

/** A resource that there is one of. It takes no input and ignores what it does not know. */
export function resource({ find, ...common }: Resource): ReadOperation {
  return {
    ...common,
    method: "GET",
    text: null,
    refusesParameters: false,
    answer: ({ atlas }) => ({ ok: true, answer: find(atlas) }),
    readyAnswers: (atlas) => [[common.path, find(atlas)]],
  };
}

interface SearchSettings<Query extends z.ZodObject> extends Common {
  /** The parameter that takes what a person types. */
  readonly text: string;
  readonly describe: () => Promise<DescribedQuery<Query>>;
  readonly find: (sources: Sources, query: z.output<Query>) => Promise<Answered<ReadyAnswer>>;
}

/** An operation whose input is in the query. Unknown parameters are refused. */
export function search<Query extends z.ZodObject>({ find, ...common }: SearchSettings<Query>): ReadOperation {
  const description = new Lazy(common.describe);
  return {
    ...common,
    method: "GET",
    refusesParameters: true,
    async answer(sources, input) {
      const { query } = await description.get();
      const parsed = parseQuery(query, input.search);
      return parsed.ok ? find(sources, parsed.query) : parsed;
    },
    readyAnswers: () => [],
  };
}

/** The answers about each place made once, at the first request for it; `notFound` where there is no place. */
export function madeOnce<Place extends object>(
  find: (atlas: Atlas, name: string) => Place | undefined,
  dataOf: (place: Place, atlas: Atlas) => unknown,
): LookUp["find"] {
  const answers = new WeakMap<Snapshot, Map<Place, ReadyAnswer>>();
  return (atlas, name) => {
    const place = find(atlas, name);
    if (place === undefined) return atlas.notFound;
    const made = answers.get(atlas.snapshot) ?? new Map<Place, ReadyAnswer>();
    answers.set(atlas.snapshot, made);
    const answer = made.get(place) ?? atlas.ready({ found: true, data: dataOf(place, atlas) });
    made.set(place, answer);
    return answer;
  };
}

/** What a request with these values asks. */
export function inputOf(operation: Pick<Operation, "path">, { parameters = {}, names = [] }: RequestValues): Input {
  const inPath = parameterOf(operation);
  const query = Object.entries(parameters).filter(([parameter]) => parameter !== inPath);
  return {
    name: (inPath === null ? undefined : parameters[inPath]) ?? "",
    search: new URLSearchParams(query).toString(),
    names,
  };
}

/** Path and query of a request as documents write them, spaces as `+` (contract 4.1). */
export function urlPathFor({ path }: Pick<Operation, "path">, { name, search }: Input): string {
  const filled = path.replace(/\{\w+\}/, () => encodeURIComponent(name).replaceAll("%20", "+"));
  return search === "" ? filled : `${filled}?${search}`;
}

/** The name of the parameter in an operation's path; null where it has none. */
export function parameterOf({ path }: Pick<Operation, "path">): string | null {
  return /\{(\w+)\}/.exec(path)?.[1] ?? null;
}
