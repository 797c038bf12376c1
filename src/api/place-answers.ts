import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { PlacesFault, PlacesQuery } from "../domain/place-query.ts";
import type { Edition, StateEdition } from "../editions/edition.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Dataset } from "../figures/dataset.ts";
import { stateOf } from "../gazetteer/state-text.ts";
import { quoted, type Refused } from "../http/problem.ts";
import { invalidParameters, type ParsedQuery, readParameters } from "../http/query.ts";
import { locateIn } from "../lookup/places.ts";
import { locateParameters, locateQuery } from "./locate-query.ts";
import {
  nationPlacesParameters,
  PLACES_FAULT_DETAILS,
  placesParameters,
  placesQuery,
  typedParameters,
} from "./places-query.ts";
import type { QueryReader } from "./query-operation.ts";
import { unknownState } from "./state-parameter.ts";

const parsePlaces = queryParser(placesParameters);

/** Reads the query of a list of an edition's places, such as `GET /v1/places`. */
export function listReader(edition: Edition): QueryReader {
  return edition.kind === "state" ? (search) => readStateList(search, edition) : readNationList;
}

function readStateList(search: string, edition: StateEdition): ReturnType<QueryReader> {
  const parsed = parsePlaces(search);
  if (!parsed.ok) return parsed;
  const asked = placesQuery(parsed.query);
  if (!asked.ok) return invalidParameters([{ parameter: asked.parameter, detail: asked.detail }]);
  const { format, ...query } = asked.query;
  return {
    ok: true,
    isKept: query.q === undefined && query.near === undefined,
    answer(places, index) {
      const result = index.list(query);
      if (!result.ok) {
        const got = ` of ${edition.name}; it is ${quoted(query.county ?? "")}`;
        return refusedList(result.fault, result.fault === "county_unknown" ? got : "");
      }
      const { page } = result;
      return { ok: true, answer: format === "csv" ? placesTable(places, page, query) : places.answer(page) };
    },
  };
}

const parseNationPlaces = queryParser(nationPlacesParameters);

function readNationList(search: string): ReturnType<QueryReader> {
  const parsed = parseNationPlaces(search);
  if (!parsed.ok) return parsed;
  const { state: inState, q, ...others } = parsed.query;
  const texts = typedParameters({ state: inState, q });
  if (!texts.ok) return invalidParameters([{ parameter: texts.parameter, detail: texts.detail }]);
  const { state: typed, ...given } = texts.given;
  const state = typed && stateOf(typed);
  if (typed !== undefined && state === undefined)
    return invalidParameters([{ parameter: "state", detail: unknownState(typed) }]);
  const query = { ...others, ...given, ...(state ? { state } : {}) };
  return {
    ok: true,
    isKept: query.q === undefined,
    answer(places, index) {
      const result = index.list(query);
      return result.ok ? { ok: true, answer: places.answer(result.page) } : refusedList(result.fault, "");
    },
  };
}

function refusedList(fault: PlacesFault, got: string): Refused {
  const { parameter, detail } = PLACES_FAULT_DETAILS[fault];
  return invalidParameters([{ parameter, detail: detail + got }]);
}

const parseLocation = queryParser(locateParameters);

/** Reads the query of `GET /v1/locate`. */
export const readLocation: QueryReader = (search) => {
  const parsed = parseLocation(search);
  if (!parsed.ok) return parsed;
  const asked = locateQuery(parsed.query);
  if (!asked.ok) return invalidParameters([{ parameter: asked.parameter, detail: asked.detail }]);
  return {
    ok: true,
    isKept: !("latitude" in asked.query),
    answer: (places, index) => ({ ok: true, answer: places.answer(locateIn(index, asked.query)) }),
  };
};

/** A plain number: no exponent, no redundant zeros. A plus sign is a space in a query, unless it is encoded. */
const DECIMAL = /^ *[+-]?(?:0|[1-9]\d{0,14})(?:\.\d{1,30})? *$/;

/** Returns the parser of queries with this schema. Numbers are decimal; `errors` names each faulty parameter. */
export function queryParser<Schema extends z.ZodObject>(
  schema: Schema,
): (search: string) => ParsedQuery<z.output<Schema>> {
  const known = Object.keys(schema.shape);
  const numeric = known.filter((name) => isNumeric(schema.shape[name]));
  return (search) => {
    const parameters = readParameters(search, known);
    if (!parameters.ok) return parameters;
    const values: Record<string, string | number> = { ...parameters.values };
    for (const name of numeric) {
      const text = parameters.values[name];
      if (text !== undefined && DECIMAL.test(text)) values[name] = Number(text);
    }
    const parsed = schema.safeParse(values);
    if (parsed.success) return { ok: true, query: parsed.data };
    const faults = parsed.error.issues.map(({ path, message }) => {
      const parameter = String(path[0] ?? "");
      return { parameter, detail: `${message}; it is ${quoted(parameters.values[parameter] ?? "")}` };
    });
    return invalidParameters(faults);
  };
}

function isNumeric(schema: unknown): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
    return isNumeric(schema.unwrap());
  }
  return schema instanceof z.ZodNumber;
}

const PLACE = ["kind", "name", "county", "within", "status", "reason", "latitude", "longitude", "match", "distance_km"];
const FIGURES = [
  "safety_score",
  "grade",
  "grade_label",
  "crime_rate_per_1k",
  "violent_rate_per_1k",
  "property_rate_per_1k",
  "population",
  "data_year",
];
const COLUMNS = [...PLACE, ...FIGURES.map((header) => ({ key: `data.${header}`, header }))];

/** A page of places as CSV. */
function placesTable(
  dataset: Dataset,
  { places, next }: { readonly places: readonly object[]; readonly next: string | null },
  query: PlacesQuery,
): PrebuiltAnswer {
  const { near, ...others } = query;
  const point = near === undefined ? {} : { near: `${near.latitude},${near.longitude}` };
  const parameters = Object.entries({ ...others, ...point, format: "csv", cursor: next ?? "" });
  const search = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]));
  return dataset.file(stringify([...places], { header: true, columns: COLUMNS, escape_formulas: true }), {
    headers: { "Content-Type": "text/csv; charset=utf-8" },
    ...(next === null ? {} : { next: search.toString() }),
  });
}
