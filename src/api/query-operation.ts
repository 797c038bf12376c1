import type { RequestKind } from "../access/decision.ts";
import { andThen } from "../base/and-then.ts";
import { Lazy } from "../base/lazy.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Refused } from "../http/problem.ts";
import type { Served } from "../lookup/served.ts";
import { keepAnswer, keptAnswer } from "./kept-answers.ts";
import type { Answered, Published, ReadOperation } from "./operation.ts";

/** A query that was read, and how it is answered. */
export interface ReadQuery {
  readonly ok: true;
  /** Loads what the answer needs, if it is not there. */
  readonly open: (served: Served) => Answering | Promise<Answering>;
  /** Whether the answer takes no longer than a few look-ups, so that it waits for no turn, as they do not. */
  readonly isFast?: boolean;
  /** Whether the same query is so frequent that its answer is kept. */
  readonly isKept: boolean;
}

type Answering = () => Answered<PrebuiltAnswer>;

export type QueryReader = (search: string) => ReadQuery | Refused;

/** An operation with query parameters. Unknown parameters are refused. @param load the reader, loaded on first use */
export function queryOperation(
  { edition, ...published }: Published,
  path: string,
  kind: RequestKind,
  load: () => Promise<QueryReader>,
): ReadOperation {
  const loading = new Lazy(load);
  return {
    ...published,
    edition,
    method: "GET",
    path: `/v1${edition.path}${path}`,
    kind,
    refusesParameters: true,
    lastModified: (served) => served.of(edition).lastModified,
    answer(served, { search }, turn) {
      const places = served.of(edition);
      const request = `${published.id} ${search}`;
      const kept = keptAnswer(served, places, request);
      if (kept !== undefined) return { ok: true, answer: kept };
      return andThen(loading.now(), (reader): Answered<PrebuiltAnswer> | Promise<Answered<PrebuiltAnswer>> => {
        const read = reader(search);
        if (!read.ok) return read;
        const made = andThen(read.open(served), (answer) => (read.isFast === true ? answer() : turn(answer)));
        return andThen(made, (answered) => {
          if (!answered.ok) return answered;
          if (!read.isKept) return { ok: true, answer: { ...answered.answer, isOnce: true } };
          keepAnswer(served, places, request, answered.answer);
          return answered;
        });
      });
    },
  };
}
