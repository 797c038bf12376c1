// Writes the types of the API document's schemas, which are all that the client uses of it.
// Usage: node generate.mjs [OUTPUT]
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";

const document = JSON.parse(readFileSync(new URL("../../openapi/openapi.json", import.meta.url), "utf8"));
const { openapi, info, components } = document;
const types = await openapiTS({ openapi, info, paths: {}, components: { schemas: components.schemas } });
const output = process.argv[2] ?? new URL("src/schema.ts", import.meta.url);
writeFileSync(output, COMMENT_HEADER + astToString(types));
