/**
 * Finds differences between two of our OpenAPI documents that would break a client: the npm registry has no maintained
 * comparison for OpenAPI 3.1. It knows the keywords that our document uses. The records of the contract stay exactly as
 * they are (decisions 6). Other answers may gain members, and problems members and codes, which clients must expect (RFC
 * 9457 section 3.2).
 */
import { oncePer } from "../src/base/once-per.ts";

/** The operations whose records must not change (decisions 6). */
const CONTRACT = /^paths \/v1\/(?:safety\/(?:\{city\}|county\/\{name\}|batch)|stats) /;

/** Parts of a document whose members are named by it, and those with other parts. */
const NAMED = ["paths", "responses", "headers", "content", "properties", "parameters", "oneOf"];
const PARTS = [...NAMED, "get", "post", "requestBody", "schema", "items"];
/** Keywords that may not change, and bounds. */
const FIXED = ["operationId", "type", "const", "format", "pattern"];
const UPPER_BOUNDS = ["maximum", "maxLength", "maxItems"];
const LOWER_BOUNDS = ["minimum", "minLength", "minItems"];
const KEYWORDS = [...FIXED, ...UPPER_BOUNDS, ...LOWER_BOUNDS, "enum", "required"];

/** What a document says: values of keywords by their path, and true for each part, value of an `enum`, and required name. */
type Facts = ReadonlyMap<string, unknown>;

/** A line for each difference that would break a client of the released document; empty if there are none. */
export function breakingDifferences(released: unknown, current: unknown): readonly string[] {
  const [before, after] = [released, current].map((document) => factsOf(Object(document)));
  const facts = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...facts]
    .filter((path) => before && after && isBroken(path, before, after))
    .map((path) => {
      const how = !after?.has(path) ? "gone" : before?.has(path) ? "another" : "new";
      return `${path.replace(/^paths /, "")} is ${how}`;
    });
}

const factsOf = oncePer((document: object): Facts => new Map(factsIn(document, document)));

function* factsIn(value: unknown, document: unknown, path: readonly string[] = []): Generator<[string, unknown]> {
  yield [path.join(" "), true];
  const isNamed = NAMED.includes(path.at(-1) ?? "") && !NAMED.includes(path.at(-2) ?? "");
  for (const [key, given] of Object.entries(Object(resolved(value, document)))) {
    const member = resolved(given, document);
    if (isNamed) yield* factsIn(member, document, [...path, path.at(-1) === "parameters" ? Object(member).name : key]);
    else if (PARTS.includes(key)) yield* factsIn(member, document, [...path, key]);
    else if (KEYWORDS.includes(key) && Array.isArray(member)) {
      for (const one of member) yield [[...path, key, String(one).replaceAll(" ", "_")].join(" "), true];
    } else if (KEYWORDS.includes(key)) yield [[...path, key].join(" "), member];
  }
}

/** A value, or the target of a reference into its document. */
function resolved(value: unknown, document: unknown): unknown {
  const reference: unknown = Object(value).$ref;
  if (typeof reference !== "string") return value;
  const steps = reference.slice("#/".length).split("/");
  return resolved(
    steps.reduce((at, key) => Object(at)[key], document),
    document,
  );
}

function isBroken(path: string, before: Facts, after: Facts): boolean {
  const [was, is] = [before.get(path), after.get(path)];
  if (was === is) return false;
  const steps = path.split(" ");
  const [list = "", last = ""] = steps.slice(-2);
  const isSent = / (?:parameters|requestBody)\b/.test(path);
  const isProblem = / responses [45]/.test(path);
  // With a whole operation, parameter, or schema, only that is named.
  const isPartOf = (facts: Facts) =>
    facts.has(steps.slice(0, list === "enum" || list === "required" ? -2 : -1).join(" "));
  if (last === "required") return isSent && is === true && before.has(steps.slice(0, 3).join(" "));
  if (!isPartOf(before) || !isPartOf(after)) return false;
  if (list === "required") return isSent ? is === true : was === true;
  if (list === "enum") return !isProblem && (isSent ? was === true : is === true);
  if (FIXED.includes(last) && !NAMED.includes(list)) return true;
  const sign = UPPER_BOUNDS.includes(last) ? 1 : LOWER_BOUNDS.includes(last) ? -1 : 0;
  if (sign !== 0) {
    const widened = sign * (Number(is ?? sign * Number.MAX_VALUE) - Number(was ?? sign * Number.MAX_VALUE));
    return !isProblem && (isSent ? widened < 0 : widened > 0);
  }
  if (list === "oneOf" || FIXED.includes(list)) return true;
  if (list === "properties") return isSent || isProblem ? false : was === true || CONTRACT.test(path);
  return was === true && !(isProblem && list === "responses");
}
