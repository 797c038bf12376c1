import type { Principal, RequestKind } from "../access/decision.ts";
import { Lazy } from "../base/lazy.ts";
import { Lru, type LruLimit } from "../base/lru.ts";
import { oncePer } from "../base/once-per.ts";
import type { NationEdition, StateEdition } from "../domain/edition.ts";
import type { EditionName } from "../editions/table.ts";
import type { DatasetAnswers, PrebuiltAnswer } from "../figures/answers.ts";
import type { Editions } from "../figures/open.ts";
import type { Refused } from "../http/problem.ts";
import { type ParsedQuery, unknownParameters } from "../http/query.ts";
import type { BatchLists, Description, RequestValues } from "./description.ts";
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
  /** When the newest dataset changed that the answer has figures of. An HTTP date. */
  readonly lastModified: (editions: Editions) => string;
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

/** What each operation of an edition says of itself; its id and path without the edition's part. */
interface Common<Id> extends Pick<Operation, "path" | "kind"> {
  readonly id: Id;
}

interface LookUp<Own, Id> extends Common<Id>, Partial<Pick<ReadOperation, "refusesParameters">> {
  readonly find: (own: Own, ...path: string[]) => PrebuiltAnswer | undefined;
}

interface Computed<Own, Id, Place> extends Common<Id> {
  readonly find: (own: Own, ...path: string[]) => Place | undefined;
  readonly dataOf: (place: Place, own: Own, editions: Editions) => unknown;
  /** Another dataset whose figures the answer has. */
  readonly beside?: (editions: Editions) => DatasetAnswers;
}

interface Batch<Own, Id> extends Common<Id>, Pick<BatchOperation, "lists"> {
  /** Checks the body against the limits of the sender. */
  readonly read: (body: unknown, by: Principal) => ReadLists | Promise<ReadLists>;
  readonly answer: (
    own: Own,
    lists: BatchLists,
    turn: TakeTurn,
    editions: Editions,
  ) => Promise<string | Buffer<ArrayBuffer>>;
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

interface Search<Own, Id, Index, Query> extends Common<Id> {
  /** Loaded on first use. */
  readonly finder: () => Promise<Finder<Own, Index, Query>>;
}

/** What the operations of an edition have in common. */
interface Source<Own, Id> {
  readonly edition: Operation["edition"];
  readonly dataset: (editions: Editions) => Own;
  readonly describe: (id: Id) => Promise<Description>;
  /** What is wrong with the names in a path; null if nothing is. */
  readonly refusedNames?: (path: readonly string[]) => Refused | null;
  /** The data of the answer where nothing is found; by default there is none. */
  readonly wayOn?: (own: Own, path: readonly string[]) => object;
}

/** The kinds of operations on the places of an edition. */
export function operationsOf<Own extends Editions[EditionName], Id extends string>({
  edition,
  dataset,
  describe,
  refusedNames = () => null,
  wayOn,
}: Source<Own, Id>) {
  const ofState = edition.kind === "state" ? edition : null;
  const suffix = ofState === null || ofState.path === "" ? "" : ofState.abbreviation;
  const operation = <Method extends string>({ id, path, kind }: Common<Id>, method: Method) => ({
    id: id + suffix,
    path: `/v1${edition.path}${path}`,
    kind,
    method,
    edition,
    dataset,
    lastModified: (editions: Editions) => dataset(editions).lastModified,
    describe: () => describe(id),
  });
  const missed = (own: Own, path: readonly string[], turn: TakeTurn) => {
    if (wayOn === undefined) return { ok: true, answer: own.notFound } as const;
    const answer = () => own.answer({ found: false, data: null, ...wayOn(own, path) });
    return turn(answer).then((late) => ({ ok: true, answer: late }) as const);
  };
  return {
    /**
     * A lookup by the names in the path, if it has any. Where parameters are ignored, another state than the name's is
     * refused.
     */
    lookUp({ find, refusesParameters = false, ...common }: LookUp<Own, Id>): ReadOperation {
      const state = pathParametersOf(common).length > 0 ? ofState : null;
      const refusal = (search: string) =>
        refusesParameters ? unknownParameters(search) : state && refusedState(search, state);
      return {
        ...operation(common, "GET"),
        refusesParameters,
        answer(editions, { path, search }, turn) {
          const own = dataset(editions);
          const refused = (search === "" ? null : refusal(search)) ?? refusedNames(path);
          if (refused !== null) return refused;
          const answer = find(own, ...path);
          return answer === undefined ? missed(own, path, turn) : { ok: true, answer };
        },
      };
    },

    /** A lookup whose answer is computed from the place. Unknown parameters are refused. */
    computed<Place>({ find, dataOf, beside = dataset, ...common }: Computed<Own, Id, Place>): ReadOperation {
      return {
        ...operation(common, "GET"),
        lastModified: (editions) => laterOf(dataset(editions).lastModified, beside(editions).lastModified),
        refusesParameters: true,
        answer(editions, { path, search }, turn) {
          const refused = unknownParameters(search) ?? refusedNames(path);
          if (refused !== null) return refused;
          const own = dataset(editions);
          const place = find(own, ...path);
          if (place === undefined) return missed(own, path, turn);
          const request = `${common.id} ${path.join(SEPARATOR)}`;
          const cache = cachesOf(editions)(own);
          const cached = cache.get(request);
          if (cached !== undefined) return { ok: true, answer: cached };
          const answer = own.answer({ found: true, data: dataOf(place, own, editions) });
          cacheAnswer(cache, request, answer);
          return { ok: true, answer };
        },
      };
    },

    /** An operation on what a body lists. */
    batch({ read, answer, lists: members, ...common }: Batch<Own, Id>): BatchOperation {
      return {
        ...operation(common, "POST"),
        lists: members,
        refusesParameters: false,
        async readInput(body, by) {
          const batch = await read(body, by);
          return batch.ok ? { ok: true, input: { path: [], search: "", lists: batch.lists } } : batch;
        },
        async answer(editions, { lists = {} }, turn) {
          return { ok: true, answer: { body: await answer(dataset(editions), lists, turn, editions) } };
        },
      };
    },

    /** An operation with query parameters. Unknown parameters are refused. */
    search<Index, Query>({ finder, ...common }: Search<Own, Id, Index, Query>): ReadOperation {
      const loading = new Lazy(finder);
      const compute = async (own: Own, query: string, cache: AnswerCache, request: string, turn: TakeTurn) => {
        const { parse, open, find, isUncacheable } = await loading.get();
        const parsed = parse(query);
        if (!parsed.ok) return parsed;
        const index = await open(own);
        const answered = await turn(() => find(own, index, parsed.query));
        if (answered.ok && !isUncacheable(parsed.query)) cacheAnswer(cache, request, answered.answer);
        return answered;
      };
      return {
        ...operation(common, "GET"),
        refusesParameters: true,
        answer(editions, input, turn) {
          const own = dataset(editions);
          const request = `${common.id} ${input.search}`;
          const cache = cachesOf(editions)(own);
          const answer = cache.get(request);
          return answer === undefined ? compute(own, input.search, cache, request, turn) : { ok: true, answer };
        },
      };
    },
  };
}

/** An element of a batch: what was asked, and the answer of its lookup. */
export interface Asked {
  readonly named: object;
  readonly answer: () => Answered<PrebuiltAnswer> | Promise<Answered<PrebuiltAnswer>>;
}

/** The results of a batch, in its order: each is what was asked and the members of its answer. */
export async function answerEach(asked: readonly Asked[]): Promise<string> {
  const items: string[] = [];
  for (const { named, answer } of asked) {
    const answered = await answer();
    if (!answered.ok) throw new RangeError("a name was not checked");
    items.push(`${JSON.stringify(named).slice(0, -1)},${answered.answer.body.slice(1)}`);
  }
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

type AnswerCache = Lru<PrebuiltAnswer>;

/**
 * The most recent computed answers of each dataset. They are kept only as long as no dataset is replaced, because an
 * answer may have figures of several.
 */
const cachesOf = oncePer((_editions: Editions) =>
  oncePer((_dataset: DatasetAnswers): AnswerCache => new Lru(CACHE_LIMIT)),
);

function cacheAnswer(cache: AnswerCache, request: string, answer: PrebuiltAnswer): void {
  if (request.length <= MAX_REQUEST) cache.set(request, answer);
}

/** @param one and @param other HTTP dates */
function laterOf(one: string, other: string): string {
  return Date.parse(one) < Date.parse(other) ? other : one;
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
