/**
 * Finds differences between two of our OpenAPI documents that would break a client: the npm registry has no maintained
 * comparison for OpenAPI 3.1. It supports the keywords that our document uses. The records of the contract stay exactly
 * as they are (decisions 6). Other answers may gain members, and problems members and codes, which clients must expect
 * (RFC 9457 section 3.2).
 */

type JsonObject = Readonly<Record<string, unknown>>;
/** `contract`: an answer whose record must not change. `received`: one that may gain members. */
type Direction = "sent" | "contract" | "received" | "problem";

/** The operations whose records must not change (decisions 6). */
const CONTRACT = ["GET /v1/safety/{city}", "GET /v1/safety/county/{name}", "POST /v1/safety/batch", "GET /v1/stats"];

const UPPER_BOUNDS = ["maximum", "maxLength", "maxItems"] as const;
const LOWER_BOUNDS = ["minimum", "minLength", "minItems"] as const;
const FIXED = ["type", "const", "format", "pattern"] as const;

/** One sentence for each difference that would break a client of the released document; empty if there are none. */
export function breakingDifferences(released: unknown, current: unknown): readonly string[] {
  const [before, after] = [at(inlined(released, released), "paths"), at(inlined(current, current), "paths")];
  return Object.keys(before).flatMap((path) =>
    Object.keys(at(before, path)).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = at(at(after, path), method);
      return isEmpty(now) ? [`${name} is gone`] : operationDifferences(name, at(at(before, path), method), now);
    }),
  );
}

function operationDifferences(name: string, old: JsonObject, now: JsonObject): readonly string[] {
  const [oldBody, nowBody] = [at(old, "requestBody"), at(now, "requestBody")];
  return [
    ...(old["operationId"] === now["operationId"] ? [] : [`${name} has another operationId`]),
    ...(!oldBody["required"] && nowBody["required"] ? [`${name} demands a body now`] : []),
    ...parameterDifferences(name, at(old, "parameters"), at(now, "parameters")),
    ...contentDifferences(`${name} body`, "sent", oldBody, nowBody),
    ...responseDifferences(name, at(old, "responses"), at(now, "responses")),
  ];
}

function parameterDifferences(name: string, old: JsonObject, now: JsonObject): readonly string[] {
  const added = Object.keys(now).filter((key) => !(key in old) && at(now, key)["required"] === true);
  return [
    ...added.map((key) => `${name} demands the parameter ${String(at(now, key)["name"])} now`),
    ...Object.keys(old).flatMap((key) => {
      const place = `${name} parameter ${String(at(old, key)["name"])}`;
      if (at(old, key)["name"] !== at(now, key)["name"]) return [`${place} is gone`];
      return schemaDifferences(place, "sent", at(at(old, key), "schema"), at(at(now, key), "schema"));
    }),
  ];
}

function responseDifferences(name: string, old: JsonObject, now: JsonObject): readonly string[] {
  return Object.keys(old).flatMap((status) => {
    const place = `${name} ${status}`;
    const direction = Number(status) >= 400 ? "problem" : CONTRACT.includes(name) ? "contract" : "received";
    const [was, is] = [at(old, status), at(now, status)];
    if (isEmpty(is)) return direction === "problem" ? [] : [`${place} is gone`];
    return [
      ...missing(at(was, "headers"), at(is, "headers")).map((header) => `${place} has no header ${header} any more`),
      ...contentDifferences(place, direction, was, is),
    ];
  });
}

function contentDifferences(place: string, direction: Direction, old: JsonObject, now: JsonObject): readonly string[] {
  const [was, is] = [at(old, "content"), at(now, "content")];
  return Object.keys(was).flatMap((type) =>
    type in is
      ? schemaDifferences(place, direction, at(at(was, type), "schema"), at(at(is, type), "schema"))
      : [`${place} is not ${type} any more`],
  );
}

function schemaDifferences(place: string, direction: Direction, old: JsonObject, now: JsonObject): readonly string[] {
  if (isEmpty(old) && isEmpty(now)) return [];
  const [was, is] = [at(old, "oneOf"), at(now, "oneOf")];
  const variants = Object.keys(was).length === Object.keys(is).length ? Object.keys(was) : [];
  return [
    ...FIXED.filter((keyword) => String(old[keyword]) !== String(now[keyword])).map(
      (keyword) => `${place} has another ${keyword}`,
    ),
    ...boundDifferences(place, direction, old, now),
    ...valueDifferences(place, direction, Object.values(at(old, "enum")), Object.values(at(now, "enum"))),
    ...propertyDifferences(place, direction, old, now),
    ...schemaDifferences(`${place}[]`, direction, at(old, "items"), at(now, "items")),
    ...(variants.length === Object.keys(is).length ? [] : [`${place} has another number of variants`]),
    ...variants.flatMap((index) => schemaDifferences(`${place} (${index})`, direction, at(was, index), at(is, index))),
  ];
}

/** Bounds of input must not get narrower, and bounds of output must not get wider. */
function boundDifferences(place: string, direction: Direction, old: JsonObject, now: JsonObject): readonly string[] {
  if (direction === "problem") return [];
  const widened = (keyword: string, sign: 1 | -1) =>
    sign * (Number(now[keyword] ?? sign * Number.MAX_VALUE) - Number(old[keyword] ?? sign * Number.MAX_VALUE));
  const breaks = (change: number) => (direction === "sent" ? change < 0 : change > 0);
  return [
    ...UPPER_BOUNDS.filter((keyword) => breaks(widened(keyword, 1))),
    ...LOWER_BOUNDS.filter((keyword) => breaks(widened(keyword, -1))),
  ].map((keyword) => `${place} has another ${keyword}`);
}

function valueDifferences(
  place: string,
  direction: Direction,
  old: readonly unknown[],
  now: readonly unknown[],
): readonly string[] {
  const gone = old.filter((value) => !now.includes(value)).map((value) => `${place} does not know ${value} any more`);
  const added = now.filter((value) => !old.includes(value)).map((value) => `${place} has the new value ${value}`);
  return { sent: gone, contract: added, received: added, problem: [] }[direction];
}

function propertyDifferences(place: string, direction: Direction, old: JsonObject, now: JsonObject): readonly string[] {
  const [before, after] = [at(old, "properties"), at(now, "properties")];
  const [required, demanded] = [Object.values(at(old, "required")), Object.values(at(now, "required"))];
  const demands = demanded.filter((name) => !required.includes(name)).map((name) => `${place}.${name} is demanded now`);
  const doubts = required
    .filter((name) => !demanded.includes(name))
    .map((name) => `${place}.${name} may be absent now`);
  const news = missing(after, before).map((name) => `${place}.${name} is new in a record of the contract`);
  return [
    ...{ sent: demands, contract: [...doubts, ...news], received: doubts, problem: doubts }[direction],
    ...Object.keys(before)
      .filter((name) => name in after)
      .flatMap((name) => schemaDifferences(`${place}.${name}`, direction, at(before, name), at(after, name))),
  ];
}

/** The value with every reference into its document replaced by its target. */
function inlined(value: unknown, document: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const reference = at({ value }, "value")["$ref"];
  if (typeof reference === "string") {
    const target = reference.slice("#/".length).split("/").reduce<unknown>(at, document);
    return inlined(target, document);
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inlined(member, document)]));
}

/** A member that is an object or an array; an empty object if there is none. */
function at(value: unknown, key: string): JsonObject {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}

function missing(from: JsonObject, among: JsonObject): readonly string[] {
  return Object.keys(from).filter((key) => !(key in among));
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}
