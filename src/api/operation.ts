import type { RequestKind } from "../access/decision.ts";
import { Lazy } from "../domain/lazy.ts";
import type { Geography } from "../places/geography.ts";
import type { Places, PrebuiltAnswer } from "../places/places.ts";
import type { DescribedQuery, Description, RequestValues } from "./description.ts";
import type { Refusal } from "./problem-answer.ts";
import { type ParsedQuery, unknownParameters } from "./query.ts";

/** The data that operations use. */
export interface Sources {
  readonly places: Places;
  /** The geography of the places, loaded on first use. */
  readonly geography: () => Promise<Geography>;
}

/** The input of an operation. */
export interface Input {
  /** The name in the path, decoded; "" if the path has none. */
  readonly name: string;
  /** The raw query without `?`. */
  readonly search: string;
  /** The names of a batch. */
  readonly names: readonly string[];
}

export const NO_INPUT: Input = { name: "", search: "", names: [] };

export type Answered<Answer> =
  | {
      readonly ok: true;
      readonly answer: Answer;
      /** True if the same request is too rare to cache its answer. */
      readonly isRare?: boolean;
    }
  | { readonly ok: false; readonly refusal: Refusal };

interface OperationOf<Method extends string, Answer> {
  /** `operationId` of the OpenAPI document. */
  readonly id: string;
  /** `GET` also handles `HEAD`. */
  readonly method: Method;
  /** Path template with at most one parameter, as the last segment. */
  readonly path: string;
  /** The query parameter for free text; null if there is none. */
  readonly text: string | null;
  /** The kind of request for usage counts. */
  readonly kind: RequestKind;
  /** Whether unknown query parameters are refused (decisions 8) or ignored (decisions 1). */
  readonly refusesParameters: boolean;
  /** Checks the input and returns the answer. */
  readonly answer: (sources: Sources, input: Input) => Answered<Answer> | Promise<Answered<Answer>>;
  /** Schemas, texts, and examples, loaded on first use: a process that only answers lookups does not need them. */
  readonly describe: () => Promise<Description>;
}

/** An operation that reads one resource. */
export interface ReadOperation extends OperationOf<"GET", PrebuiltAnswer> {}

/** The batch. Its handler reads the body itself for speed. */
export interface BatchOperation extends OperationOf<"POST", Pick<PrebuiltAnswer, "body">> {}

export type Operation = ReadOperation | BatchOperation;

type Common = Pick<Operation, "id" | "path" | "kind" | "describe">;

interface LookUp extends Common {
  readonly refusesParameters: boolean;
  readonly find: (places: Places, name: string) => PrebuiltAnswer;
}

/** A lookup by the name in the path. */
export function lookUp({ find, ...common }: LookUp): ReadOperation {
  return {
    ...common,
    method: "GET",
    text: null,
    answer: ({ places }, { name, search }) =>
      (common.refusesParameters ? unknownParameters(search) : null) ?? { ok: true, answer: find(places, name) },
  };
}

interface Resource extends Common {
  readonly find: (places: Places) => PrebuiltAnswer;
}

/** A single resource. It has no input and ignores unknown parameters. */
export function resource({ find, ...common }: Resource): ReadOperation {
  return {
    ...common,
    method: "GET",
    text: null,
    refusesParameters: false,
    answer: ({ places }) => ({ ok: true, answer: find(places) }),
  };
}

/** What answers a query over the geography. */
export interface Finder<Query> {
  readonly parse: (search: string) => ParsedQuery<Query>;
  readonly find: (places: Places, geography: Geography, query: Query) => Answered<PrebuiltAnswer>;
}

interface SearchSettings<Query> extends Common {
  /** The parameter for free text. */
  readonly text: string;
  /** Loaded on first use. */
  readonly finder: () => Promise<Finder<Query>>;
  readonly describe: () => Promise<DescribedQuery>;
}

/** An operation with query parameters. Unknown parameters are refused. */
export function search<Query>({ finder, ...common }: SearchSettings<Query>): ReadOperation {
  const loading = new Lazy(finder);
  return {
    ...common,
    method: "GET",
    refusesParameters: true,
    async answer({ places, geography }, input) {
      const { parse, find } = await loading.get();
      const parsed = parse(input.search);
      return parsed.ok ? find(places, await geography(), parsed.query) : parsed;
    },
  };
}

/** Caches the answer for each place on its first request; `notFound` if there is no place. */
export function cachedAnswer<Place extends object>(
  find: (places: Places, name: string) => Place | undefined,
  dataOf: (place: Place, places: Places) => unknown,
): LookUp["find"] {
  const answers = new WeakMap<Places, Map<Place, PrebuiltAnswer>>();
  return (places, name) => {
    const place = find(places, name);
    if (place === undefined) return places.notFound;
    const made = answers.get(places) ?? new Map<Place, PrebuiltAnswer>();
    answers.set(places, made);
    const answer = made.get(place) ?? places.answer({ found: true, data: dataOf(place, places) });
    made.set(place, answer);
    return answer;
  };
}

/** The input of a request with these values. */
export function inputOf(operation: Pick<Operation, "path">, { parameters = {}, names = [] }: RequestValues): Input {
  const inPath = parameterOf(operation);
  const query = Object.entries(parameters).filter(([parameter]) => parameter !== inPath);
  return {
    name: (inPath === null ? undefined : parameters[inPath]) ?? "",
    search: new URLSearchParams(query).toString(),
    names,
  };
}

/** Path and query of a request as documents show them, with `+` for spaces (contract 4.1). */
export function urlPathFor({ path }: Pick<Operation, "path">, { name, search }: Input): string {
  const filled = path.replace(/\{\w+\}/, () => encodeURIComponent(name).replaceAll("%20", "+"));
  return search === "" ? filled : `${filled}?${search}`;
}

/** The name of the parameter in an operation's path; null if it has none. */
export function parameterOf({ path }: Pick<Operation, "path">): string | null {
  return /\{(\w+)\}/.exec(path)?.[1] ?? null;
}
