import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import document from "../../openapi/openapi.json";

/** An answer as received. */
export interface ReceivedAnswer {
  readonly method: string;
  /** Still encoded, with or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** The decoded text. */
  readonly body: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Headers that HTTP itself adds. A mock server would send a documented `Content-Encoding` for an answer that has none.
 */
const TRANSPORT_HEADERS = [
  "date",
  "content-length",
  "content-type",
  "content-encoding",
  "connection",
  "transfer-encoding",
];

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(closed(document))), "openapi");

/**
 * The document allows members that a later version adds; the service of this version must send only the documented
 * ones.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  return value["type"] === "object" && isObject(value["properties"])
    ? { ...members, additionalProperties: false }
    : members;
}

/** Checks that the OpenAPI document describes an answer. @throws Error that says what differs */
export function checkAgainstDocument(answer: ReceivedAnswer): void {
  // Only the document's description mentions it: the runtime sends it before there is a request.
  if (answer.status === 431 && answer.body === "") return;
  const responses = responsesFor(answer);
  const response = resolved(responses[String(answer.status)]);
  const errors =
    Object.keys(response).length === 0
      ? ["the document knows no such status here"]
      : [...headerErrors(answer, objectAt(response, "headers")), ...bodyErrors(answer, response)];
  if (errors.length === 0) return;
  const request = `${answer.method} ${answer.path} answered ${answer.status} ${answer.body.slice(0, 400)}`;
  throw new Error(`${request}\n${errors.join("\n")}`);
}

/** The documented answers of an operation; if there is no such operation, the refusals of its path or of any path. */
function responsesFor({ method, path }: ReceivedAnswer): JsonObject {
  const item = pathItem(path.replace(/\?.*$/, ""));
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const exact = objectAt(objectAt(item, verb), "responses");
  if (Object.keys(exact).length > 0) return exact;
  const [other = {}] = Object.values(item);
  return Object.fromEntries(Object.entries(objectAt(other, "responses")).filter(([status]) => Number(status) >= 400));
}

/** A literal path takes precedence over a template; an unknown path has the same refusals as a city's template. */
function pathItem(path: string): JsonObject {
  const resource = path.replace(/\/$/, "");
  const templates = Object.keys(document.paths).filter((template) => expressionOf(template).test(resource));
  const [template = "/v1/safety/{city}"] = templates.toSorted(
    (one, other) => Number(one.includes("{")) - Number(other.includes("{")),
  );
  return objectAt(document.paths, template);
}

function expressionOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`);
}

function headerErrors({ headers }: ReceivedAnswer, documented: JsonObject): readonly string[] {
  const names = new Set([...TRANSPORT_HEADERS, ...Object.keys(documented).map((name) => name.toLowerCase())]);
  const unknown = [...headers.keys()].filter((name) => !names.has(name)).map((name) => `undocumented header ${name}`);
  const wrong = Object.entries(documented).flatMap(([name, reference]) => {
    const header = resolved(reference);
    const value = headers.get(name);
    if (value === null) return header["required"] ? [`no header ${name}`] : [];
    return schemaErrors(`header ${name}: ${value}`, objectAt(header, "schema"), value);
  });
  return [...unknown, ...wrong];
}

function bodyErrors({ method, headers, body }: ReceivedAnswer, response: JsonObject): readonly string[] {
  const content = objectAt(response, "content");
  const type = headers.get("content-type");
  const mediaType = Object.keys(content).find((documented) => type?.replace("; charset=utf-8", "") === documented);
  if (mediaType === undefined && (type !== null || Object.keys(content).length > 0)) return [`content type ${type}`];
  if (method === "HEAD" || mediaType === undefined) return body === "" ? [] : ["a body where there is none"];
  return schemaErrors(
    "body",
    objectAt(objectAt(content, mediaType), "schema"),
    mediaType === "text/csv" ? body : JSON.parse(body),
  );
}

function schemaErrors(what: string, schema: JsonObject, value: unknown): readonly string[] {
  const check = compiled(schema);
  return check(value) ? [] : [`${what}: ${ajv.errorsText(check.errors)}`];
}

const byReference = new Map<string, ValidateFunction>();

/** Compiled once if the schema is one of the components. */
function compiled(schema: JsonObject): ValidateFunction {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return ajv.compile(schema);
  const check = byReference.get(reference) ?? ajv.compile({ $ref: `openapi${reference}` });
  byReference.set(reference, check);
  return check;
}

/** Resolves a reference to a component of the document. */
function resolved(value: unknown): JsonObject {
  const object = isObject(value) ? value : {};
  const reference = object["$ref"];
  if (typeof reference !== "string") return object;
  return reference.slice("#/".length).split("/").reduce<JsonObject>(objectAt, document);
}

/** A member that is an object; an empty object if there is none. */
function objectAt(value: unknown, name: string): JsonObject {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
