import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { PlacesPage } from "../domain/place.ts";
import type { LocateQuery, PlacesQuery } from "../domain/place-query.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Places } from "../figures/dataset.ts";
import { quoted } from "../http/problem.ts";
import { invalidParameters, type ParsedQuery, readParameters } from "../http/query.ts";
import type { Geography } from "../lookup/locate.ts";
import { locateParameters, locateQuery } from "./locate-query.ts";
import type { Finder } from "./operation.ts";
import { type AskedPlaces, PLACES_FAULT_DETAILS, placesParameters, placesQuery } from "./places-query.ts";

const parsePlaces = queryParser(placesParameters);

/** `GET /v1/places`. */
export const places: Finder<Places, Geography, Extract<AskedPlaces, { readonly ok: true }>["query"]> = {
  open: (own) => own.geography(),
  parse(search) {
    const parsed = parsePlaces(search);
    if (!parsed.ok) return parsed;
    const asked = placesQuery(parsed.query);
    return asked.ok ? asked : invalidParameters([{ parameter: asked.parameter, detail: asked.detail }]);
  },
  find(dataset, geography, { format, ...query }) {
    const result = geography.find(query);
    if (result.ok)
      return {
        ok: true,
        answer: format === "csv" ? placesTable(dataset, result.page, query) : dataset.answer(result.page),
      };
    const { edition } = dataset.records;
    const { parameter, detail } = PLACES_FAULT_DETAILS[result.fault];
    const got = result.fault === "county_unknown" ? ` of ${edition.name}; it is ${quoted(query.county ?? "")}` : "";
    return invalidParameters([{ parameter, detail: detail + got }]);
  },
  isUncacheable: ({ q, near }) => q !== undefined || near !== undefined,
};

const parseLocation = queryParser(locateParameters);

/** `GET /v1/locate`. */
export const location: Finder<Places, Geography, LocateQuery> = {
  open: (own) => own.geography(),
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
function placesTable(dataset: Places, { places, next }: PlacesPage, query: PlacesQuery): PrebuiltAnswer {
  const { near, ...others } = query;
  const point = near === undefined ? {} : { near: `${near.latitude},${near.longitude}` };
  const parameters = Object.entries({ ...others, ...point, format: "csv", cursor: next ?? "" });
  const search = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]));
  return dataset.file(stringify([...places], { header: true, columns: COLUMNS, escape_formulas: true }), {
    headers: { "Content-Type": "text/csv; charset=utf-8" },
    ...(next === null ? {} : { next: search.toString() }),
  });
}
