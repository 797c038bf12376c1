// Writes the types of what the client uses of the API document: records, problems, and query parameters.
// They are committed: the tests and type checks of a fresh clone import them, and need no step before.
// Usage: node generate.mjs [OUTPUT]
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";

const document = JSON.parse(readFileSync(new URL("../../openapi/openapi.json", import.meta.url), "utf8"));
const { openapi, info, components, paths } = document;

/** What is around records: the client takes it off. */
const ENVELOPE = /^(?!(?:Nation)?(?:Locate|Explain|History)?BatchItem).*(?:Lookup|Found|Request|Response|Page)$/;
const schemas = Object.entries(components.schemas).filter(([name]) => !ENVELOPE.test(name));
schemas.push(
  ["PlacesQuery", queryOf("/v1/places")],
  ["NationPlacesQuery", queryOf("/v1/us/places")],
  ["LocateQuery", queryOf("/v1/locate")],
  ["NationLocateQuery", queryOf("/v1/us/locate")],
);

/** In characters of JSON. */
const LARGE = 400;

const types = await openapiTS({
  openapi,
  info,
  paths: {},
  components: { schemas: withRepeatedMembersOnce(Object.fromEntries(schemas.map(withoutNotes))) },
});
const output = process.argv[2] ?? new URL("src/schema.ts", import.meta.url);
writeFileSync(output, COMMENT_HEADER + withShortComments(astToString(types)));

/** The parameters of a GET as an object. */
function queryOf(path) {
  const parameters = paths[path].get.parameters.filter((parameter) => parameter.in === "query");
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  return { type: "object", properties, required };
}

/** Title, format, and default would be lines of a comment beside the description. */
function withoutNotes([name, schema]) {
  return [name, JSON.parse(JSON.stringify(schema), (_, value) => withoutNote(value))];
}

function withoutNote(value) {
  if (typeof value?.type !== "string") return value;
  const { title, format, default: _, ...rest } = value;
  return rest;
}

/** A large member that an earlier schema has, too, refers to that one. */
function withRepeatedMembersOnce(all) {
  const first = new Map();
  for (const [name, schema] of Object.entries(all)) {
    for (const [member, value] of Object.entries(schema.properties ?? {})) {
      const text = JSON.stringify(value);
      const known = first.get(text);
      if (known !== undefined) schema.properties[member] = { $ref: known };
      else if (text.length > LARGE) first.set(text, `#/components/schemas/${name}/properties/${member}`);
    }
  }
  return all;
}

/** Tags repeat the type; a comment of one line is one line. The package has the types twice, so their size counts. */
function withShortComments(text) {
  return text
    .replaceAll(/^ *\/\*\* @(?:enum|constant).*\n/gm, "")
    .replaceAll(/^ *\* @(?:enum|constant).*\n/gm, "")
    .replaceAll("@description ", "")
    .replaceAll(/\/\*\*\n +\* (.*)\n +\*\//g, "/** $1 */");
}
