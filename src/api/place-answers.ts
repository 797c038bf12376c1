import type { LocateQuery, PlacesQuery } from "../domain/place-query.ts";
import { locateParameters, locateQuery } from "./locate-query.ts";
import type { Finder } from "./operation.ts";
import { PLACES_FAULT_DETAILS, placesParameters } from "./places-query.ts";
import { invalidParameters } from "./query.ts";
import { queryParser } from "./query-parser.ts";

/** `GET /v1/places`. */
export const places: Finder<PlacesQuery> = {
  parse: queryParser(placesParameters),
  find(dataset, geography, query) {
    const result = geography.find(query);
    if (result.ok) return { ok: true, answer: dataset.answer(result.page) };
    return invalidParameters([PLACES_FAULT_DETAILS[result.fault]]);
  },
  isUncacheable: () => false,
};

const parseLocation = queryParser(locateParameters);

/** `GET /v1/locate`. */
export const location: Finder<LocateQuery> = {
  parse(search) {
    const parsed = parseLocation(search);
    if (!parsed.ok) return parsed;
    const asked = locateQuery(parsed.query);
    if (asked.ok) return asked;
    const { parameter, detail } = asked;
    return invalidParameters([{ parameter, detail }]);
  },
  find: (dataset, geography, query) => ({ ok: true, answer: dataset.answer(geography.locate(query)) }),
  isUncacheable: (query) => "latitude" in query,
};
