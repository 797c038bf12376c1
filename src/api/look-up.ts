import type { RequestKind } from "../access/decision.ts";
import { NO_TEXT, type Typed } from "../base/text.ts";
import type { Edition } from "../editions/edition.ts";
import type { DatasetAnswers, PrebuiltAnswer } from "../figures/answers.ts";
import { qualifiedFault } from "../gazetteer/geoid.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import { typedNames } from "../http/path.ts";
import type { Refused } from "../http/problem.ts";
import { invalidParameters, unknownParameters } from "../http/query.ts";
import type { AskedName, KnownPlace, PlacesOfEdition } from "../lookup/places.ts";
import type { Served } from "../lookup/served.ts";
import { keepAnswer, keptAnswer } from "./kept-answers.ts";
import type { Answered, Published, ReadOperation, TakeTurn } from "./operation.ts";
import { refusedState, unknownState } from "./state-parameter.ts";

type Kind = AskedName["kind"];

/** The place of a path, as its edition names places. */
const PLACE_PATHS = {
  place: { city: "{city}", county: "county/{name}" },
  "state and place": { city: "{state}/{city}", county: "{state}/county/{name}" },
} as const satisfies Record<Edition["naming"], Record<Kind, string>>;

/** The record of a place. Where parameters are ignored, another state than the place's is refused. */
export function recordOf(kind: Kind, published: Published): ReadOperation {
  const { edition } = published;
  const { ignoresParameters } = edition;
  return lookUp(kind, published, {
    path: "safety",
    usage: kind,
    refusesParameters: !ignoresParameters,
    refused(search) {
      if (!ignoresParameters) return unknownParameters(search);
      return edition.kind === "state" ? refusedState(search, edition) : null;
    },
    isReady: true,
    answerOf: (place, { also }) => (also === null ? place.answer : (place.answerBeside?.(also) ?? place.answer)),
  });
}

/** What explains the score of a place; of a city of a state, also by the nation's figures. */
export function explanationOf(kind: Kind, published: Published): ReadOperation {
  const hasNations = published.edition.kind === "state" && kind === "city";
  return computed(kind, published, {
    path: "explain",
    usage: "explain",
    dataOf: (place, served) => place.explanation(served),
    beside: ({ nations }) => (hasNations ? nations : []),
  });
}

/** The years of a place, also of one without a record. */
export function historyOf(kind: Kind, published: Published): ReadOperation {
  return computed(kind, published, {
    path: "history",
    usage: "history",
    dataOf: (place) => place.history(),
  });
}

/** The places next to one in size. */
export function peersOf(published: Published): ReadOperation {
  return computed("city", published, {
    path: "peers",
    usage: "places",
    dataOf: (place) => place.peers(),
  });
}

/** The months of a place after the data year, also of one without a record. */
export function monthsOf(published: Published): ReadOperation {
  return computed("city", published, {
    path: "months",
    usage: "history",
    dataOf: (place) => place.months(),
  });
}

/** Between the names of a path in the key of an answer: no name that is found contains it. */
const SEPARATOR = "\0";

interface Computed extends Pick<LookUp, "path" | "usage" | "beside"> {
  readonly dataOf: (place: KnownPlace, served: Served) => object | undefined;
}

/** A lookup whose answer is computed from the place. Unknown parameters are refused. */
function computed(kind: Kind, published: Published, { dataOf, ...parts }: Computed): ReadOperation {
  return lookUp(kind, published, {
    ...parts,
    refusesParameters: true,
    // `kept-answers.ts` bounds their size.
    isReady: false,
    refused: unknownParameters,
    answerOf(place, { served, path }) {
      const places = served.of(published.edition);
      const request = `${published.id} ${path.join(SEPARATOR)}`;
      const kept = keptAnswer(served, places, request);
      if (kept !== undefined) return kept;
      const data = dataOf(place, served);
      if (data === undefined) return undefined;
      const answer = places.answer({ found: true, data });
      keepAnswer(served, places, request, answer);
      return answer;
    },
  });
}

interface AskedPlace {
  readonly served: Served;
  readonly path: readonly string[];
  /** Another place of the name. */
  readonly also: KnownPlace | null;
}

interface LookUp {
  /** Before the place. */
  readonly path: string;
  readonly usage: RequestKind;
  readonly refusesParameters: boolean;
  readonly refused: (search: string) => Refused | null;
  /** Whether the place has its answer. Otherwise it is computed. */
  readonly isReady: boolean;
  readonly answerOf: (place: KnownPlace, asked: AskedPlace) => PrebuiltAnswer | undefined;
  /** Other datasets whose figures the answer has. */
  readonly beside?: (served: Served) => readonly DatasetAnswers[];
}

/** A lookup by the names in the path. */
function lookUp(
  kind: Kind,
  published: Published,
  { path: first, usage, refusesParameters, refused, isReady, answerOf, beside }: LookUp,
): ReadOperation {
  const { edition } = published;
  return {
    ...published,
    method: "GET",
    path: `/v1${edition.path}/${first}/${PLACE_PATHS[edition.naming][kind]}`,
    kind: usage,
    refusesParameters,
    lastModified: (served) => newest([served.of(edition), ...(beside?.(served) ?? [])]),
    answer(served, { path, search }, turn) {
      const names = typedNames(path);
      if (!names.ok) return names;
      const refusal = search === "" ? null : refused(search);
      if (refusal !== null) return refusal;
      const read = readName(kind, edition, names.names);
      if (!read.ok) return read;
      const places = served.of(edition);
      const meaning = places.find(read.asked);
      const answer = meaning.is === "one" ? answerOf(meaning.place, { served, path, also: meaning.also }) : undefined;
      if (answer === undefined) {
        // Names of several places, and of those without figures, are as frequent as others.
        const request = meaning.is === "none" ? undefined : `${published.id} ${path.join(SEPARATOR)}`;
        return missed(served, places, { asked: read.asked, request }, turn);
      }
      return { ok: true, answer, isReady };
    },
  };
}

/** The name in a path, with its state. */
function readName(
  kind: Kind,
  edition: Edition,
  path: readonly Typed[],
): { readonly ok: true; readonly asked: AskedName } | Refused {
  if (edition.kind === "state") {
    const [name = NO_TEXT] = path;
    return { ok: true, asked: { kind, state: edition.abbreviation, name } };
  }
  const [typed = NO_TEXT, name = NO_TEXT] = path;
  const state = stateOf(typed);
  if (state === undefined) return invalidParameters([{ parameter: "state", detail: unknownState(typed) }]);
  const malformed = qualifiedFault(name);
  if (malformed !== null) return invalidParameters([{ parameter: "city", detail: malformed }]);
  return { ok: true, asked: { kind, state, name } };
}

/** @returns the latest HTTP date */
function newest([first, ...others]: readonly DatasetAnswers[]): string {
  return others.reduce(
    (latest, { lastModified }) => (Date.parse(latest) < Date.parse(lastModified) ? lastModified : latest),
    first?.lastModified ?? "",
  );
}

interface Missed {
  readonly asked: AskedName;
  /** Under which its answer is kept; undefined for one that is not. */
  readonly request: string | undefined;
}

function missed(
  served: Served,
  places: PlacesOfEdition,
  { asked, request }: Missed,
  turn: TakeTurn,
): Answered<PrebuiltAnswer> | Promise<Answered<PrebuiltAnswer>> {
  if (!places.edition.explainsMisses) return { ok: true, answer: places.notFound };
  const kept = request === undefined ? undefined : keptAnswer(served, places, request);
  if (kept !== undefined) return { ok: true, answer: kept, isReady: true };
  const answer = () => places.answer({ found: false, data: null, ...places.missed(asked) });
  return turn(answer).then((late) => {
    if (request !== undefined) keepAnswer(served, places, request, late);
    return { ok: true, answer: late } as const;
  });
}
