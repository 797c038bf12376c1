import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { andThen } from "../base/and-then.ts";
import { NO_TEXT } from "../base/text.ts";
import type { PageResult } from "../domain/place.ts";
import type { PlacesFault } from "../domain/place-query.ts";
import type { Edition, StateEdition } from "../editions/edition.ts";
import type { PrebuiltAnswer } from "../figures/answers.ts";
import type { Dataset } from "../figures/dataset.ts";
import { stateName } from "../gazetteer/state-text.ts";
import { quoted, type Refused } from "../http/problem.ts";
import { invalidParameters, type ParsedQuery, readParameters } from "../http/query.ts";
import { outsideHint } from "../lookup/outside-hints.ts";
import type { ListQuery } from "../lookup/places.ts";
import type { Served } from "../lookup/served.ts";
import { locatingOf } from "./locating.ts";
import { listQuery, nationPlacesParameters, PLACES_FAULT_DETAILS, placesParameters } from "./places-query.ts";
import type { QueryReader } from "./query-operation.ts";

type ListPage = Extract<PageResult<object>, { readonly ok: true }>["page"];

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
      async open(served) {
        const places = served.of(edition);
        const index = await places.index();
        return () => {
          const result = index.list(query);
          if (!result.ok) return refusedList(result.fault, query, edition);
          const page = edition.kind === "state" ? withLead(result.page, query, edition, served) : result.page;
          if (format === "json") return { ok: true, answer: places.answer(page) };
          return { ok: true, answer: placesTable(places, page, query, COLUMNS[edition.kind]) };
        };
      },
    };
  };
}

/** An empty page names the endpoint that has the place. */
function withLead(
  page: ListPage,
  { q, near }: ListQuery,
  edition: StateEdition,
  { nations }: Served,
): ListPage & { readonly hint?: string | null } {
  if (page.total > 0) return page;
  const asked = q !== undefined ? { name: q } : near;
  const hint = asked === undefined ? null : outsideHint(asked, edition, nations, "places");
  return { ...page, hint };
}

function refusedList(fault: PlacesFault, { county = NO_TEXT, state }: ListQuery, { name }: Edition): Refused {
  const { parameter, detail } = PLACES_FAULT_DETAILS[fault];
  const where = state === undefined ? name : stateName(state);
  const got = fault === "county_unknown" ? ` of ${where}; it is ${quoted(county)}` : "";
  return invalidParameters([{ parameter, detail: detail + got }]);
}

/** Reads the query of `GET /v1/locate`, or of the same of another edition. */
export function locationReader(edition: Edition): QueryReader {
  const { parameters, read } = locatingOf(edition);
  const parse = queryParser(parameters);
  return (search) => {
    const parsed = parse(search);
    if (!parsed.ok) return parsed;
    const asked = read(parsed.query);
    if (!asked.ok) return invalidParameters([{ parameter: asked.parameter, detail: asked.detail }]);
    return {
      ok: true,
      isKept: asked.isKept,
      isFast: asked.isFast,
      open: (served) =>
        andThen(asked.open(served), (locate) => () => ({ ok: true, answer: served.of(edition).answer(locate()) })),
    };
  };
}

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
    ...["city", "state", "county", "geoid", "has_boundary", "status", "reason", ...POINT],
    ...FIGURE_COLUMNS,
    { key: "data.yardstick", header: "yardstick" },
    { key: "data.provisional.year", header: "provisional_year" },
    ...["violent", "property"].map((group) => ({
      key: `data.provisional.${group}.change_percent`,
      header: `${group}_provisional_change`,
    })),
    ...["nation", "state"].flatMap((among) => [
      { key: `rank.${among}.rank`, header: `rank_in_${among}` },
      { key: `rank.${among}.of`, header: `ranked_in_${among}` },
    ]),
  ],
} as const satisfies Record<Edition["kind"], unknown>;

/** A page of places as CSV. */
function placesTable(
  dataset: Dataset,
  { places, next }: ListPage,
  query: ListQuery,
  columns: readonly (string | Readonly<Record<"key" | "header", string>>)[],
): PrebuiltAnswer {
  const { near, ...others } = query;
  const point = near === undefined ? {} : { near: `${near.latitude},${near.longitude}` };
  const parameters = Object.entries({ ...others, ...point, format: "csv", cursor: next ?? "" });
  const search = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]));
  return dataset.file(
    stringify([...places], { header: true, columns: [...columns], escape_formulas: true, cast: { boolean: String } }),
    {
      headers: { "Content-Type": "text/csv; charset=utf-8" },
      ...(next === null ? {} : { next: search.toString() }),
    },
  );
}
