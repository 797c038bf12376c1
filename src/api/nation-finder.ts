import { z } from "zod";
import type { NationPlaces } from "../figures/nation-dataset.ts";
import type { NationQuery, NationSearch } from "../figures/nation-search.ts";
import { stateOf } from "../gazetteer/kinds.ts";
import { invalidParameters } from "../http/query.ts";
import { textParameter } from "./locate-query.ts";
import type { Finder } from "./operation.ts";
import { queryParser } from "./place-answers.ts";
import { oneOf, PLACES_FAULT_DETAILS, pageParameters, placesParameters, typedParameters } from "./places-query.ts";
import { unknownState } from "./state-parameter.ts";

/** Query of `GET /v1/us/places`. Without `q` every place matches. */
export const nationPlacesParameters = z.strictObject({
  q: textParameter
    .meta({
      title: "Search",
      description: "A name or its beginning, which may end in a state; typing errors are tolerated",
      example: "springfield",
    })
    .exactOptional(),
  state: textParameter
    .min(1, { error: "is empty" })
    .meta({ title: "State", description: "Only places in this state; USPS code or name", example: "OH" })
    .exactOptional(),
  status: oneOf(["graded", "absent"])
    .meta({ title: "Status", description: "`graded`: has a record. `absent`: has none", example: "graded" })
    .exactOptional(),
  grade: placesParameters.shape.grade,
  sort: placesParameters.shape.sort,
  ...pageParameters,
});

const parse = queryParser(nationPlacesParameters);

/** `GET /v1/us/places`. */
export const nationFinder: Finder<NationPlaces, NationSearch, NationQuery> = {
  parse(text) {
    const parsed = parse(text);
    if (!parsed.ok) return parsed;
    const { state, q, ...rest } = parsed.query;
    const texts = typedParameters({ state, q });
    if (!texts.ok) return invalidParameters([{ parameter: texts.parameter, detail: texts.detail }]);
    const { state: asked, ...search } = texts.given;
    const query = { ...rest, ...search };
    if (asked === undefined) return { ok: true, query };
    const code = stateOf(asked);
    if (code === undefined) return invalidParameters([{ parameter: "state", detail: unknownState(asked) }]);
    return { ok: true, query: { ...query, state: code } };
  },
  open: async (own) => own.search(),
  find(own, index, query) {
    const result = index.find(query);
    if (result.ok) return { ok: true, answer: own.answer(result.page) };
    const { parameter, detail } = PLACES_FAULT_DETAILS[result.fault];
    return invalidParameters([{ parameter, detail }]);
  },
  isUncacheable: ({ q }) => q !== undefined,
};
