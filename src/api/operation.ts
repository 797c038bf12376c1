import type { Principal, RequestKind } from "../access/decision.ts";
import { Lazy } from "../domain/lazy.ts";
import { Lru, type LruLimit } from "../domain/lru.ts";
import { oncePer } from "../domain/once-per.ts";
import type { PrebuiltAnswer } from "../places/dataset-answers.ts";
import type { Geography } from "../places/geography.ts";
import type { Places } from "../places/places.ts";
import { type NameList, namesIn } from "./batch-names.ts";
import type { BatchLists, DescribedQuery, Description, RequestValues } from "./description.ts";
import type { Refused } from "./problem.ts";
import { type ParsedQuery, unknownParameters } from "./query.ts";
import { refusedState } from "./state-parameter.ts";

export interface Input {
  /** The values of the path's parameters in order, decoded. */
  readonly path: readonly string[];
  /** The raw query without `?`. */
  readonly search: string;
  /** What a batch lists. */
  readonly lists?: BatchLists;
}

/** Does a part of a request's work in a turn of the event loop that no other request has. */
export type TakeTurn = <Result>(work: () => Result) => Promise<Result>;

/** For work that has a turn already, or that no request waits for. */
export const AT_ONCE: TakeTurn = async (work) => work();

export type Answered<Answer> = { readonly ok: true; readonly answer: Answer } | Refused;

interface OperationOf<Method extends string, Answer> {
  /** `operationId` of the OpenAPI document. */
  readonly id: string;
  /** `GET` also handles `HEAD`. */
  readonly method: Method;
  /** Path template. Only its last segments may be parameters. */
  readonly path: string;
  /** The query parameter for free text; null if there is none. */
  readonly text: string | null;
  /** The kind of request for usage counts. */
  readonly kind: RequestKind;
  /** Whether unknown query parameters are refused (decisions 8) or ignored (decisions 1). */
  readonly refusesParameters: boolean;
  readonly answer: (places: Places, input: Input, turn: TakeTurn) => Answered<Answer> | Promise<Answered<Answer>>;
  /** Schemas, texts, and examples, loaded on first use: a process that only answers lookups does not need them. */
  readonly describe: () => Promise<Description>;
}

interface ReadOperation extends OperationOf<"GET", PrebuiltAnswer> {}

/** A batch. Its answer is not cached, because it depends on the request's body. */
export interface BatchOperation extends OperationOf<"POST", { readonly body: string | Buffer<ArrayBuffer> }> {
  /** The members of the body with the lists. */
  readonly lists: readonly (keyof BatchLists)[];
  /** Checks the body against the limits of the sender. */
  readonly readInput: (body: unknown, by: Principal) => ReadInput | Promise<ReadInput>;
}

type ReadInput = { readonly ok: true; readonly input: Input } | Refused;

export function bodyOf({ lists }: BatchOperation, { lists: given = {} }: Pick<RequestValues, "lists">): object {
  return Object.fromEntries(lists.map((list) => [list, given[list] ?? []]));
}

export type Operation = ReadOperation | BatchOperation;

type Common = Pick<Operation, "id" | "path" | "kind" | "describe">;

interface LookUp extends Common {
  readonly find: (places: Places, ...path: string[]) => PrebuiltAnswer | undefined;
}

/** A lookup by the name in the path, if it has one. Parameters are ignored, but another state than the name's is refused. */
export function lookUp({ find, ...common }: LookUp): ReadOperation {
  const isOfPlace = pathParametersOf(common).length > 0;
  return {
    ...common,
    method: "GET",
    text: null,
    refusesParameters: false,
    answer(places, { path, search }) {
      const refused = isOfPlace && search !== "" ? refusedState(search) : null;
      return refused ?? { ok: true, answer: find(places, ...path) ?? places.notFound };
    },
  };
}

interface Computed<Place> extends Common {
  readonly find: (places: Places, ...path: string[]) => Place | undefined;
  readonly dataOf: (place: Place, places: Places) => unknown;
}

/** A lookup whose answer is computed from the place. Unknown parameters are refused. */
export function computed<Place>({ find, dataOf, ...common }: Computed<Place>): ReadOperation {
  return {
    ...common,
    method: "GET",
    text: null,
    refusesParameters: true,
    answer(places, { path, search }) {
      const refused = unknownParameters(search);
      if (refused !== null) return refused;
      const place = find(places, ...path);
      if (place === undefined) return { ok: true, answer: places.notFound };
      const request = `${common.id} ${path.join(SEPARATOR)}`;
      const cached = cachedAnswer(places, request);
      if (cached !== undefined) return { ok: true, answer: cached };
      const answer = places.answer({ found: true, data: dataOf(place, places) });
      cacheAnswer(places, request, answer);
      return { ok: true, answer };
    },
  };
}

interface Batch extends Pick<BatchOperation, "id" | "path" | "kind" | "describe"> {
  /** The operation on one place of each list. */
  readonly each: Readonly<Record<NameList, ReadOperation>>;
}

/** An operation on several cities and counties: an item for each, in the order of the lists, cities first. */
export function batchOf({ each, ...common }: Batch): BatchOperation {
  const lists = ["cities", "counties"] as const;
  return {
    ...common,
    method: "POST",
    text: null,
    refusesParameters: false,
    lists,
    readInput(body, by) {
      const read = namesIn(body, by, lists);
      return read.ok ? { ok: true, input: { path: [], search: "", lists: read } } : read;
    },
    async answer(places, { lists: { cities = [], counties = [] } = {} }, turn) {
      const items: string[] = [];
      const answerAll = async (member: string, list: NameList, names: readonly string[]) => {
        for (const name of names) {
          const answered = await turn(() => each[list].answer(places, { path: [name], search: "" }, AT_ONCE));
          if (!answered.ok) throw new RangeError("a name was not checked");
          items.push(`{${JSON.stringify(member)}:${JSON.stringify(name)},${answered.answer.body.slice(1)}`);
        }
      };
      await answerAll("city", "cities", cities);
      await answerAll("county", "counties", counties);
      return { ok: true, answer: { body: `{"results":[${items.join(",")}]}` } };
    },
  };
}

export interface Finder<Query> {
  readonly parse: (search: string) => ParsedQuery<Query>;
  readonly find: (places: Places, geography: Geography, query: Query) => Answered<PrebuiltAnswer>;
  /** Whether the same query is too rare to cache its answer. */
  readonly isUncacheable: (query: Query) => boolean;
}

interface SearchSettings<Query> extends Common {
  readonly text: string;
  /** Loaded on first use. */
  readonly finder: () => Promise<Finder<Query>>;
  readonly describe: () => Promise<DescribedQuery>;
}

/** An operation with query parameters. Unknown parameters are refused. */
export function search<Query>({ finder, ...common }: SearchSettings<Query>): ReadOperation {
  const loading = new Lazy(finder);
  const compute = async (places: Places, query: string, request: string, turn: TakeTurn) => {
    const { parse, find, isUncacheable } = await loading.get();
    const parsed = parse(query);
    if (!parsed.ok) return parsed;
    const geography = await places.geography();
    const answered = await turn(() => find(places, geography, parsed.query));
    if (answered.ok && !isUncacheable(parsed.query)) cacheAnswer(places, request, answered.answer);
    return answered;
  };
  return {
    ...common,
    method: "GET",
    refusesParameters: true,
    answer(places, input, turn) {
      const request = `${common.id} ${input.search}`;
      const answer = cachedAnswer(places, request);
      return answer === undefined ? compute(places, input.search, request, turn) : { ok: true, answer };
    },
  };
}

/** A generation has room for the explanations and histories of all places. */
const CACHE_LIMIT: LruLimit<PrebuiltAnswer> = {
  entries: 2_048,
  size: 8_000_000,
  sizeOf: (request, { body }) => request.length + body.length,
};
/** Between the names of a path in the key of an answer: no name that is found contains it. */
const SEPARATOR = "\0";
/** Longer requests are rare and do not come from a form. */
const MAX_REQUEST = 300;

/** The most recent computed answers of each dataset. */
const cacheOf = oncePer((_places: Places) => new Lru(CACHE_LIMIT));

function cachedAnswer(places: Places, request: string): PrebuiltAnswer | undefined {
  return cacheOf(places).get(request);
}

function cacheAnswer(places: Places, request: string, answer: PrebuiltAnswer): void {
  if (request.length > MAX_REQUEST) return;
  cacheOf(places).set(request, answer);
}

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
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? "").replaceAll("%20", "+"));
  return search === "" ? filled : `${filled}?${search}`;
}

/** The names of the parameters in an operation's path, in order. */
export function pathParametersOf({ path }: Pick<Operation, "path">): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}
