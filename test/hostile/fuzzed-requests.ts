import type { Arbitrary } from "fast-check";
import fc from "fast-check";
import document from "../../openapi/openapi.json";
import { OPERATIONS as TABLE } from "../../src/api/operations.ts";
import { routeOf, UNKNOWN_PATH } from "../../src/api/router.ts";

/** A request and its expected answer, in addition to what the document says. */
export interface FuzzedRequest {
  readonly method: string;
  /** Percent-encoded, with its query. */
  readonly path: string;
  /** `good` is the test's key; otherwise the given value, or no header. */
  readonly key: "good" | { readonly value: string } | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** null where the document allows several. */
  readonly status: number | null;
  /** For a wrong method: the methods that `Allow` must have. */
  readonly allow?: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;
type Verb = "get" | "post";

interface Operation {
  readonly verb: Verb;
  readonly template: string;
  readonly name: Schema | null;
  readonly body: Schema | null;
  /** Parameters of the query. */
  readonly query: readonly QueryParameter[];
  /** Whether an unknown query parameter is refused. */
  readonly refusesParameters: boolean;
}

interface QueryParameter {
  readonly name: string;
  readonly schema: Schema;
}

const JSON_TYPE = { "Content-Type": "application/json" } as const;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** The operations as the document describes them. */
const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([template, item]) =>
  Object.entries(item).map(([verb, operation]): Operation => {
    const { parameters = [], requestBody }: DescribedOperation = operation;
    return {
      verb: verb === "post" ? "post" : "get",
      template,
      name: parameters.findLast((parameter) => parameter.in === "path")?.schema ?? null,
      body: requestBody?.content["application/json"]?.schema ?? null,
      query: parameters.filter((parameter) => parameter.in === "query"),
      refusesParameters: TABLE.some(({ path, refusesParameters }) => path === template && refusesParameters),
    };
  }),
);

interface DescribedOperation {
  readonly parameters?: readonly (QueryParameter & { readonly in: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const operation = fc.constantFrom(...OPERATIONS);
/** With a name beside the state, which is always a valid one. */
const withName = fc.constantFrom(...OPERATIONS.filter(({ template }) => template.replace("{state}", "").includes("{")));
const withoutQuery = fc.constantFrom(...OPERATIONS.filter(({ query }) => query.length === 0));
const withQuery = fc.constantFrom(...OPERATIONS.filter(({ query }) => query.length > 0));
const strict = fc.constantFrom(...OPERATIONS.filter(({ refusesParameters }) => refusesParameters));
const withBody = fc.constantFrom(...OPERATIONS.filter(({ body }) => body !== null));

const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.string());
/** Clients add unknown parameters, which must change nothing. */
const query = fc.option(
  fc
    .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), anyText, { maxKeys: 2 })
    .map((pairs) => `?${new URLSearchParams(pairs)}`),
  { nil: "" },
);

/** One request of any kind, weighted by how much it may find. */
export const fuzzedRequest: Arbitrary<FuzzedRequest> = fc.oneof(
  { weight: 4, arbitrary: goodData() },
  { weight: 4, arbitrary: badName() },
  { weight: 4, arbitrary: anyQuery() },
  { weight: 2, arbitrary: badQuery() },
  { weight: 4, arbitrary: badBody() },
  { weight: 1, arbitrary: wrongMethod() },
  { weight: 1, arbitrary: noUsableKey() },
  { weight: 1, arbitrary: unknownPath() },
);

function goodData(): Arbitrary<FuzzedRequest> {
  return withoutQuery.chain(({ verb, template, name, body, refusesParameters }) =>
    fc
      .record({
        name: name === null ? fc.constant("") : valuesOf(name).map(String).filter(isAddressable),
        body: body === null ? fc.constant(undefined) : valuesOf(body),
        query: refusesParameters ? fc.constant("") : query,
        method: verb === "get" ? fc.constantFrom("GET", "HEAD") : fc.constant("POST"),
        tag: fc.option(fc.constantFrom("*", '"x"', 'W/"y"'), { nil: undefined }),
      })
      .map(({ name, body, query, method, tag }) => ({
        method,
        path: pathOf(template, encodeURIComponent(name)) + query,
        key: "good" as const,
        headers: { ...(body === undefined ? {} : JSON_TYPE), ...(tag === undefined ? {} : { "If-None-Match": tag }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Queries may combine members that exclude each other, and a batch of places may be without a list: then 400.
        status: /\/(?:locate|explain|history|us\/safety)\/batch$/.test(template)
          ? null
          : verb === "get" && tag === "*"
            ? 304
            : 200,
      })),
  );
}

/** Too long, with control characters, or with an invalid encoding. */
function badName(): Arbitrary<FuzzedRequest> {
  const tooLong = fc.string({ unit: "grapheme-ascii", minLength: 101, maxLength: 300 }).map(encodeURIComponent);
  const control = fc
    .tuple(anyText, fc.constantFrom("\0", "\b", "\x1b", "\x7f", "\x80"), anyText)
    .map((parts) => encodeURIComponent(parts.join("").slice(0, 90)));
  const broken = fc
    .tuple(
      fc.stringMatching(/^[a-z]{0,9}$/),
      fc.constantFrom("%", "%a", "%zz", "%c0%af", "%ed%a0%80", "%ff", "%f8%88"),
      fc.stringMatching(/^[g-z]{0,9}$/),
    )
    .map((parts) => parts.join(""));
  const segment = fc.oneof(tooLong, control.filter(isControlled), broken);
  return fc.tuple(withName, segment, query).map(([{ template }, name, asked]) => ({
    method: "GET",
    path: pathOf(template, name) + asked,
    key: "good",
    headers: {},
    status: 400,
  }));
}

/** Values that the schemas of the parameters allow. Their combination may be invalid: then 400. */
function anyQuery(): Arbitrary<FuzzedRequest> {
  return withQuery
    .chain(({ template, query }) => {
      const values = query.map(({ name, schema }) => [name, valuesOf(schema).map(String)] as const);
      return fc.record(Object.fromEntries(values), { requiredKeys: [] }).map((parameters) => {
        const search = new URLSearchParams();
        for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value);
        return `${template}?${search}`;
      });
    })
    .map((path) => ({ method: "GET", path, key: "good", headers: {}, status: null }));
}

/** A parameter that the operation does not have, a repeated one, or an invalid encoding. */
function badQuery(): Arbitrary<FuzzedRequest> {
  const unknown = fc
    .tuple(fc.stringMatching(/^[a-z_]{1,12}$/), anyText)
    .map(([name, value]) => ({ name: `x-${name}`, value: encodeURIComponent(value.toWellFormed()) }));
  const broken = fc.constantFrom("%", "%zz", "%ff").map((text) => ({ name: `x${text}`, value: "1" }));
  return fc.tuple(strict, fc.oneof(unknown, broken)).map(([{ template }, { name, value }]) => ({
    method: "GET",
    path: `${pathOf(template, "Irvine")}?${name}=${value}`,
    key: "good",
    headers: {},
    status: 400,
  }));
}

/** JSON that no schema of a body allows, and text that is not JSON, with any content type. */
function badBody(): Arbitrary<FuzzedRequest> {
  const type = fc.oneof(fc.constant("application/json"), fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/));
  const noList = fc.jsonValue().filter((value) => !Array.isArray(value));
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    noList.map((cities) => JSON.stringify({ cities })),
  );
  return fc.tuple(withBody, type, body).map(([{ template }, contentType, body]) => ({
    method: "POST",
    path: template,
    key: "good",
    headers: { "Content-Type": contentType },
    body,
    status: contentType === "application/json" ? 400 : null,
  }));
}

function wrongMethod(): Arbitrary<FuzzedRequest> {
  return fc
    .tuple(operation, fc.constantFrom(...METHODS))
    .filter(([{ verb }, method]) => !allowedBy(verb).includes(method))
    .map(([{ verb, template }, method]) => ({
      method,
      path: pathOf(template, "Irvine"),
      key: "good",
      headers: {},
      status: 405,
      allow: allowedBy(verb),
    }));
}

/**
 * No header, a malformed value, or a well-formed key that does not exist: the key is always checked, whatever else is
 * wrong.
 */
function noUsableKey(): Arbitrary<FuzzedRequest> {
  const malformed = fc.stringMatching(/^[!-~]{1,60}$/).filter((text) => !text.startsWith("svc_"));
  const unknown = fc.stringMatching(/^svc_(live|test)_[0-9A-Za-z]{1,60}$/);
  const key = fc.oneof(
    fc.constant({ key: null, status: 401 }),
    malformed.map((value) => ({ key: { value }, status: 401 })),
    unknown.map((value) => ({ key: { value }, status: 403 })),
  );
  return fc.tuple(operation, fc.constantFrom(...METHODS), key, query).map(([{ template }, method, refused, asked]) => ({
    method,
    path: pathOf(template, "Irvine") + asked,
    headers: {},
    ...refused,
  }));
}

function unknownPath(): Arbitrary<FuzzedRequest> {
  const segment = fc.stringMatching(/^[a-z0-9~._-]{1,12}$/).filter(isAddressable);
  const path = fc
    .oneof(
      fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/v1/${parts.join("/")}`),
      fc.tuple(segment, segment).map((parts) => `/v1/safety/${parts.join("/")}`),
      fc.tuple(segment, segment, segment).map((parts) => `/v1/safety/county/${parts.join("/")}`),
      segment.map((text) => `/v1//${text}`),
    )
    .filter((text) => routeOf(text, "GET").pattern === UNKNOWN_PATH);
  return fc.tuple(path, fc.constantFrom(...METHODS)).map(([unknown, method]) => ({
    method,
    path: unknown,
    key: "good",
    headers: {},
    status: 404,
  }));
}

/** Values that a schema of the document allows. @throws Error for a keyword that is not supported here */
function valuesOf(schema: Schema): Arbitrary<unknown> {
  const reference = schema["$ref"];
  if (typeof reference === "string") return valuesOf(component(reference));
  const choices = schema["oneOf"];
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice: Schema) => valuesOf(choice)));
  switch (schema["type"]) {
    case "string":
      return stringOf(schema);
    case "integer":
      return fc.integer({ min: Number(schema["minimum"]), max: Number(schema["maximum"]) });
    case "number":
      return fc
        .double({ min: Number(schema["minimum"]), max: Number(schema["maximum"]), noNaN: true })
        .map((value) => value.toFixed(6));
    case "array":
      return fc.array(valuesOf(schemaAt(schema, "items")), { maxLength: Number(schema["maxItems"] ?? 100) });
    case "object":
      return objectOf(schema);
    default:
      throw new Error(`The fuzzer does not know the schema ${JSON.stringify(schema)}`);
  }
}

/** Real names, which are found, and any others that length and pattern allow. A length counts code points. */
function stringOf(schema: Schema): Arbitrary<string> {
  const closed = schema["enum"];
  if (Array.isArray(closed)) return fc.constantFrom(...closed.map(String));
  const { minLength, maxLength, pattern } = schema;
  // Values for a narrow alphabet are generated from it; for a wide one, other values are filtered out.
  if (typeof pattern === "string" && !/^\^\[(\^|\\s)/.test(pattern)) return fc.stringMatching(new RegExp(pattern));
  const expression = new RegExp(typeof pattern === "string" ? pattern : "", "u");
  const lengths = { minLength: Number(minLength ?? 0), maxLength: Number(maxLength ?? 100) };
  const real = fc.constantFrom(
    "Irvine",
    "los angeles",
    "LA CAÑADA FLINTRIDGE",
    "Orange County",
    "Saint Helena",
    "29 Palms",
  );
  const made = fc.string({ unit: "binary", ...lengths });
  return fc.oneof(real, made, fc.string({ ...lengths })).filter((text) => expression.test(text));
}

function objectOf(schema: Schema): Arbitrary<unknown> {
  const properties = Object.keys(schemaAt(schema, "properties"));
  const values = properties.map((name) => [name, valuesOf(schemaAt(schemaAt(schema, "properties"), name))] as const);
  const required = fc.record(Object.fromEntries(values));
  const unknown = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 });
  return fc.tuple(unknown, required).map(([others, own]) => ({ ...others, ...own }));
}

function component(reference: string): Schema {
  return reference.slice("#/".length).split("/").reduce<Schema>(schemaAt, document);
}

function schemaAt(schema: Schema, name: string): Schema {
  const member = schema[name];
  if (typeof member !== "object" || member === null) throw new Error(`${name} is no schema in the document`);
  return Object.fromEntries(Object.entries(member));
}

/** A state in a path is a valid one: test/contract/us.400.test.ts has the others. */
function pathOf(template: string, segment: string): string {
  return template.replace("{state}", "TX").replace(/\{\w+\}/, () => segment);
}

function allowedBy(verb: Verb): readonly string[] {
  return verb === "get" ? ["GET", "HEAD"] : ["POST"];
}

/** RFC 3986 removes dot segments before a request is sent; `batch` is a different path. */
function isAddressable(name: string): boolean {
  return name !== "." && name !== ".." && name !== "batch";
}

function isControlled(segment: string): boolean {
  return /(?![\t-\r\u0085])\p{Cc}/u.test(decodeURIComponent(segment));
}
