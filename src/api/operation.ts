import type { Principal, RequestKind } from "../access/decision.ts";
import type { EditionName, NationEdition, StateEdition } from "../domain/edition.ts";
import { Lazy } from "../domain/lazy.ts";
import { Lru, type LruLimit } from "../domain/lru.ts";
import { oncePer } from "../domain/once-per.ts";
import type { DatasetAnswers, PrebuiltAnswer } from "../places/dataset-answers.ts";
import type { Editions } from "../places/editions.ts";
import type { NameList } from "./batch-names.ts";
import type { BatchLists, DescribedQuery, Description, RequestValues } from "./description.ts";
import type { Refused } from "./problem.ts";
import { type ParsedQuery, unknownParameters } from "./query.ts";
import { refusedState } from "./state-parameter.ts";

export interface Input {
  /** The values of the path's parameters in order, decoded. */
  readonly path: readonly string[];
  /** The raw query without `?`. */
  readonly search: string;
  readonly lists?: BatchLists;
}

/** Does a part of a request's work when it is this request's turn. */
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
  readonly kind: RequestKind;
  /** Whether unknown query parameters are refused (decisions 8) or ignored (decisions 1). */
  readonly refusesParameters: boolean;
  readonly edition: StateEdition | NationEdition;
  /** The dataset that the answer is from. */
  readonly dataset: (editions: Editions) => Editions[EditionName];
  readonly answer: (editions: Editions, input: Input, turn: TakeTurn) => Answered<Answer> | Promise<Answered<Answer>>;
  /** Schemas, texts, and examples, loaded on first use: a process that only answers lookups does not need them. */
  readonly describe: () => Promise<Description>;
}

export interface ReadOperation extends OperationOf<"GET", PrebuiltAnswer> {}

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

export type Common = Pick<Operation, "id" | "path" | "kind" | "describe">;

interface LookUp<Own> extends Common, Partial<Pick<ReadOperation, "refusesParameters">> {
  readonly find: (own: Own, ...path: string[]) => PrebuiltAnswer | undefined;
}

interface Computed<Own, Place> extends Common {
  readonly find: (own: Own, ...path: string[]) => Place | undefined;
  readonly dataOf: (place: Place, own: Own, editions: Editions) => unknown;
}

export interface Batch extends Common, Pick<BatchOperation, "lists"> {
  /** Checks the body against the limits of the sender. */
  readonly read: (body: unknown, by: Principal) => ReadLists | Promise<ReadLists>;
  readonly answer: (editions: Editions, lists: BatchLists, turn: TakeTurn) => Promise<string | Buffer<ArrayBuffer>>;
}

type ReadLists = { readonly ok: true; readonly lists: BatchLists } | Refused;

/** How a search of an edition reads a query and answers it from an index. */
export interface Finder<Own, Index, Query> {
  readonly parse: (search: string) => ParsedQuery<Query>;
  readonly open: (own: Own) => Promise<Index>;
  readonly find: (own: Own, index: Index, query: Query) => Answered<PrebuiltAnswer>;
  /** Whether the same query is too rare to cache its answer. */
  readonly isUncacheable: (query: Query) => boolean;
}

interface SearchSettings<Own, Index, Query> extends Common {
  /** Loaded on first use. */
  readonly finder: () => Promise<Finder<Own, Index, Query>>;
  readonly describe: () => Promise<DescribedQuery>;
}

/** The kinds of operations on the places of an edition. */
export function operationsOf<Own extends Editions[EditionName]>(
  edition: Operation["edition"],
  dataset: (editions: Editions) => Own,
) {
  const refusedInState = (search: string) => (edition.kind === "state" ? refusedState(search, edition) : null);
  return {
    /**
     * A lookup by the name in the path, if it has one. Where parameters are ignored, another state than the name's is
     * refused.
     */
    lookUp({ find, refusesParameters = false, ...common }: LookUp<Own>): ReadOperation {
      const isOfPlace = pathParametersOf(common).length > 0;
      const refusal = refusesParameters ? unknownParameters : isOfPlace ? refusedInState : () => null;
      return {
        ...common,
        edition,
        dataset,
        method: "GET",
        refusesParameters,
        answer(editions, { path, search }) {
          const own = dataset(editions);
          const refused = search === "" ? null : refusal(search);
          return refused ?? { ok: true, answer: find(own, ...path) ?? own.notFound };
        },
      };
    },

    /** A lookup whose answer is computed from the place. Unknown parameters are refused. */
    computed<Place>({ find, dataOf, ...common }: Computed<Own, Place>): ReadOperation {
      return {
        ...common,
        edition,
        dataset,
        method: "GET",
        refusesParameters: true,
        answer(editions, { path, search }) {
          const refused = unknownParameters(search);
          if (refused !== null) return refused;
          const own = dataset(editions);
          const place = find(own, ...path);
          if (place === undefined) return { ok: true, answer: own.notFound };
          const request = `${common.id} ${path.join(SEPARATOR)}`;
          const data = () => own.answer({ found: true, data: dataOf(place, own, editions) });
          return { ok: true, answer: cachedAnswer(own, request, data) };
        },
      };
    },

    /** An operation on what a body lists. */
    batch({ read, answer, ...common }: Batch): BatchOperation {
      return {
        ...common,
        edition,
        dataset,
        method: "POST",
        refusesParameters: false,
        async readInput(body, by) {
          const batch = await read(body, by);
          return batch.ok ? { ok: true, input: { path: [], search: "", lists: batch.lists } } : batch;
        },
        async answer(editions, { lists = {} }, turn) {
          return { ok: true, answer: { body: await answer(editions, lists, turn) } };
        },
      };
    },

    /** An operation with query parameters. Unknown parameters are refused. */
    search<Index, Query>({ finder, ...common }: SearchSettings<Own, Index, Query>): ReadOperation {
      const loading = new Lazy(finder);
      const compute = async (own: Own, query: string, request: string, turn: TakeTurn) => {
        const { parse, open, find, isUncacheable } = await loading.get();
        const parsed = parse(query);
        if (!parsed.ok) return parsed;
        const index = await open(own);
        const answered = await turn(() => find(own, index, parsed.query));
        if (answered.ok && !isUncacheable(parsed.query)) cacheAnswer(own, request, answered.answer);
        return answered;
      };
      return {
        ...common,
        edition,
        dataset,
        method: "GET",
        refusesParameters: true,
        answer(editions, input, turn) {
          const own = dataset(editions);
          const request = `${common.id} ${input.search}`;
          const answer = cacheOf(own).get(request);
          return answer === undefined ? compute(own, input.search, request, turn) : { ok: true, answer };
        },
      };
    },
  };
}

/** The answer of `each` to every name of the two lists, cities first. */
export async function answerEach(
  each: Readonly<Record<NameList, ReadOperation>>,
  { cities = [], counties = [] }: BatchLists,
  editions: Editions,
  turn: TakeTurn,
): Promise<string> {
  const items: string[] = [];
  const answerAll = async (member: string, list: NameList, names: readonly string[]) => {
    for (const name of names) {
      const answered = await turn(() => each[list].answer(editions, { path: [name], search: "" }, AT_ONCE));
      if (!answered.ok) throw new RangeError("a name was not checked");
      items.push(`{${JSON.stringify(member)}:${JSON.stringify(name)},${answered.answer.body.slice(1)}`);
    }
  };
  await answerAll("city", "cities", cities);
  await answerAll("county", "counties", counties);
  return `{"results":[${items.join(",")}]}`;
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
const cacheOf = oncePer((_dataset: DatasetAnswers) => new Lru(CACHE_LIMIT));

/** The answer to a request that was computed before, or else now. */
export function cachedAnswer(dataset: DatasetAnswers, request: string, compute: () => PrebuiltAnswer): PrebuiltAnswer {
  const cached = cacheOf(dataset).get(request);
  if (cached !== undefined) return cached;
  const answer = compute();
  cacheAnswer(dataset, request, answer);
  return answer;
}

function cacheAnswer(dataset: DatasetAnswers, request: string, answer: PrebuiltAnswer): void {
  if (request.length <= MAX_REQUEST) cacheOf(dataset).set(request, answer);
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
