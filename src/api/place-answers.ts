import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { NO_TEXT } from "../base/text.ts";
import type { PlacesFault } from "../domain/place-query.ts";
import type { Edition } from "../editions/edition.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Dataset } from "../figures/dataset.ts";
import { stateName } from "../gazetteer/state-text.ts";
import { quoted, type Refused } from "../http/problem.ts";
import { invalidParameters, type ParsedQuery, readParameters } from "../http/query.ts";
import { type ListQuery, locateIn } from "../lookup/places.ts";
import { locateParameters, locateQuery } from "./locate-query.ts";
import { listQuery, nationPlacesParameters, PLACES_FAULT_DETAILS, placesParameters } from "./places-query.ts";
import type { QueryReader } from "./query-operation.ts";

const parsers = { state: queryParser(placesParameters), nation: queryParser(nationPlacesParameters) };

/** Reads the query of a list of an edition's places, such as `GET /v1/places`. */
export function listReader(edition: Edition): QueryReader {
  const parse = parsers[edition.kind];
  return (search) => {
    const parsed = parse(search);
    if (!parsed.ok) return parsed;
    const asked = listQuery(parsed.query, edition);
    if (!asked.ok) return invalidParameters([{ parameter: asked.parameter, detail: asked.detail }]);
    const { query, format } = asked;
    return {
      ok: true,
      isKept: query.q === undefined && query.near === undefined,
      answer(places, index) {
        const result = index.list(query);
        if (!result.ok) return refusedList(result.fault, query, edition);
        const { page } = result;
        const answer = format === "csv" ? placesTable(places, page, query, COLUMNS[edition.kind]) : places.answer(page);
        return { ok: true, answer };
      },
    };
  };
}

function refusedList(fault: PlacesFault, { county = NO_TEXT, state }: ListQuery, { name }: Edition): Refused {
  const { parameter, detail } = PLACES_FAULT_DETAILS[fault];
  const where = state === undefined ? name : stateName(state);
  const got = fault === "county_unknown" ? ` of ${where}; it is ${quoted(county)}` : "";
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
const FIGURE_COLUMNS = FIGURES.map((header) => ({ key: `data.${header}`, header }));
const POINT = ["latitude", "longitude", "match", "distance_km"];

/** The columns of a table of an edition's places. */
const COLUMNS = {
  state: ["kind", "name", "county", "within", "status", "reason", ...POINT, ...FIGURE_COLUMNS],
  nation: [
    ...["city", "state", "county", "geoid", "status", "reason", ...POINT],
    ...FIGURE_COLUMNS,
    { key: "data.yardstick", header: "yardstick" },
    ...["nation", "state"].flatMap((among) => [
      { key: `rank.${among}.rank`, header: `rank_in_${among}` },
      { key: `rank.${among}.of`, header: `ranked_in_${among}` },
    ]),
  ],
} as const satisfies Record<Edition["kind"], unknown>;

/** A page of places as CSV. */
function placesTable(
  dataset: Dataset,
  { places, next }: { readonly places: readonly object[]; readonly next: string | null },
  query: ListQuery,
  columns: readonly (string | Readonly<Record<"key" | "header", string>>)[],
): PrebuiltAnswer {
  const { near, ...others } = query;
  const point = near === undefined ? {} : { near: `${near.latitude},${near.longitude}` };
  const parameters = Object.entries({ ...others, ...point, format: "csv", cursor: next ?? "" });
  const search = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]));
  return dataset.file(stringify([...places], { header: true, columns: [...columns], escape_formulas: true }), {
    headers: { "Content-Type": "text/csv; charset=utf-8" },
    ...(next === null ? {} : { next: search.toString() }),
  });
}
