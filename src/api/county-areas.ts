import type { RequestKind } from "../access/decision.ts";
import { NO_TEXT } from "../base/text.ts";
import type { NationEdition } from "../editions/edition.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import { qualifiedFault } from "../gazetteer/geoid.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import { typedNames } from "../http/path.ts";
import { invalidParameters, unknownParameters } from "../http/query.ts";
import type { KnownCounty } from "../lookup/county-areas.ts";
import { keepAnswer, keptAnswer } from "./kept-answers.ts";
import type { Published, ReadOperation } from "./operation.ts";
import { unknownState } from "./state-parameter.ts";

/** An operation of the nation, whose departments of counties it answers for. */
type OfNation = Omit<Published, "edition"> & { readonly edition: NationEdition };

/** The areas of a county's departments. */
export function areasOf(published: OfNation): ReadOperation {
  return lookUp(published, { path: "", kind: "county", answerOf: ({ answer }) => answer });
}

/** How their figures came about. */
export function areasExplanationOf(published: OfNation): ReadOperation {
  return lookUp(published, { path: "/explain", kind: "explain", dataOf: (county) => county.explanation() });
}

/** Their years, also of departments without figures of the data year. */
export function areasHistoryOf(published: OfNation): ReadOperation {
  return lookUp(published, { path: "/history", kind: "history", dataOf: (county) => county.history() });
}

/** Their months after the data year, also of departments without figures of it. */
export function areasMonthsOf(published: OfNation): ReadOperation {
  return lookUp(published, { path: "/months", kind: "history", dataOf: (county) => county.months() });
}

/** All areas of a state. */
export function areasOfState(published: OfNation): ReadOperation {
  const { edition } = published;
  return {
    ...published,
    method: "GET",
    path: `/v1${edition.path}/areas/{state}`,
    kind: "places",
    refusesParameters: true,
    lastModified: (served) => served.of(edition).lastModified,
    answer(served, { path, search }) {
      const asked = askedIn(path, search);
      if (!asked.ok) return asked;
      return { ok: true, answer: served.nation(edition).countyAreas.ofState(asked.state) };
    },
  };
}

interface LookUp {
  /** Before the state. */
  readonly path: string;
  readonly kind: RequestKind;
  readonly answerOf?: (county: KnownCounty) => PrebuiltAnswer | undefined;
  /** Of an answer that is computed, and kept for a while. */
  readonly dataOf?: (county: KnownCounty) => object | undefined;
}

function lookUp(published: OfNation, { path: first, kind, answerOf, dataOf }: LookUp): ReadOperation {
  const { edition } = published;
  return {
    ...published,
    method: "GET",
    path: `/v1${edition.path}/areas${first}/{state}/{county}`,
    kind,
    refusesParameters: true,
    lastModified: (served) => served.of(edition).lastModified,
    answer(served, { path, search }) {
      const asked = askedIn(path, search);
      if (!asked.ok) return asked;
      const { state, name } = asked;
      const places = served.nation(edition);
      const request = `${published.id} ${state}\0${name}`;
      const kept = dataOf && keptAnswer(served, places, request);
      if (kept !== undefined) return { ok: true, answer: kept };
      const county = places.countyAreas.find(state, name);
      const data = county && dataOf?.(county);
      const answer = data === undefined ? county && answerOf?.(county) : places.answer({ found: true, data });
      if (answer === undefined)
        return {
          ok: true,
          answer: places.answer({ found: false, data: null, ...places.countyAreas.missed(state, name) }),
        };
      if (dataOf !== undefined) keepAnswer(served, places, request, answer);
      return { ok: true, answer };
    },
  };
}

/** The state in a path, and the name after it. */
function askedIn(path: readonly string[], search: string) {
  const names = typedNames(path);
  if (!names.ok) return names;
  const refusal = unknownParameters(search);
  if (refusal !== null) return refusal;
  const [typed = NO_TEXT, name = NO_TEXT] = names.names;
  const state = stateOf(typed);
  if (state === undefined) return invalidParameters([{ parameter: "state", detail: unknownState(typed) }]);
  const malformed = qualifiedFault(name);
  if (malformed !== null) return invalidParameters([{ parameter: "county", detail: malformed }]);
  return { ok: true, state, name } as const;
}
