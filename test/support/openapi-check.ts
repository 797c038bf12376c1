import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import document from "../../openapi/openapi.json";

/** An answer as it was received. */
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

/** What HTTP itself adds to an answer. A mock would send a documented `Content-Encoding` with an answer that has none. */
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

/** The document allows members that a later version adds; the service of this version answers with those that are described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  return value["type"] === "object" && isObject(value["properties"])
    ? { ...members, additionalProperties: false }
    : members;
}

/** Whether an answer is one that the OpenAPI document announces. @throws Error that says what differs */
export function checkAgainstDocument(answer: ReceivedAnswer): void {
  // In the description of the document alone: the runtime answers it before there is a request.
  if (answer.status === 431 && answer.body === "") return;
  const responses = responsesFor(answer);
  const response = resolved(responses[String(answer.status)]);
  const complaints =
    Object.keys(response).length === 0
      ? ["the document knows no such status here"]
      : [...headerComplaints(answer, objectAt(response, "headers")), ...bodyComplaints(answer, response)];
  if (complaints.length === 0) return;
  const told = `${answer.method} ${answer.path} answered ${answer.status} ${answer.body.slice(0, 400)}`;
  throw new Error(`${told}\n${complaints.join("\n")}`);
}

/** The documented answers of an operation; where there is none, those of its path or of any path that are refusals. */
function responsesFor({ method, path }: ReceivedAnswer): JsonObject {
  const item = pathItem(path.replace(/\?.*$/, ""));
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const exact = objectAt(objectAt(item, verb), "responses");
  if (Object.keys(exact).length > 0) return exact;
  const [other = {}] = Object.values(item);
  return Object.fromEntries(Object.entries(objectAt(other, "responses")).filter(([status]) => Number(status) >= 400));
}

/** A concrete path goes before a template; an unknown path shares its refusals with the template of a city. */
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

function headerComplaints({ headers }: ReceivedAnswer, documented: JsonObject): readonly string[] {
  const names = new Set([...TRANSPORT_HEADERS, ...Object.keys(documented).map((name) => name.toLowerCase())]);
  const unknown = [...headers.keys()].filter((name) => !names.has(name)).map((name) => `undocumented header ${name}`);
  const wrong = Object.entries(documented).flatMap(([name, reference]) => {
    const header = resolved(reference);
    const value = headers.get(name);
    if (value === null) return header["required"] ? [`no header ${name}`] : [];
    return schemaComplaints(`header ${name}: ${value}`, objectAt(header, "schema"), value);
  });
  return [...unknown, ...wrong];
}

function bodyComplaints({ method, headers, body }: ReceivedAnswer, response: JsonObject): readonly string[] {
  const content = objectAt(response, "content");
  const [mediaType] = Object.keys(content);
  if (headers.get("content-type") !== (mediaType ?? null)) return [`content type ${headers.get("content-type")}`];
  if (method === "HEAD" || mediaType === undefined) return body === "" ? [] : ["a body where there is none"];
  return schemaComplaints("body", objectAt(objectAt(content, mediaType), "schema"), JSON.parse(body));
}

function schemaComplaints(what: string, schema: JsonObject, value: unknown): readonly string[] {
  const check = compiled(schema);
  return check(value) ? [] : [`${what}: ${ajv.errorsText(check.errors)}`];
}

const byReference = new Map<string, ValidateFunction>();

/** Compiled once, where the schema is one of the components. */
function compiled(schema: JsonObject): ValidateFunction {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return ajv.compile(schema);
  const check = byReference.get(reference) ?? ajv.compile({ $ref: `openapi${reference}` });
  byReference.set(reference, check);
  return check;
}

/** Follows a reference into the components of the document. */
function resolved(value: unknown): JsonObject {
  const object = isObject(value) ? value : {};
  const reference = object["$ref"];
  if (typeof reference !== "string") return object;
  return reference.slice("#/".length).split("/").reduce<JsonObject>(objectAt, document);
}

/** A member that is an object; an empty one where there is none. */
function objectAt(value: unknown, name: string): JsonObject {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
