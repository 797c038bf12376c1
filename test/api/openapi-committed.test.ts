import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import document from "../../openapi/openapi.json";
import { withEndpointTable } from "../../scripts/endpoint-table.ts";
import { createOpenApi } from "../../scripts/openapi/document.ts";
import { releasedSources } from "../support/server.ts";

test("the committed document matches the code and the dataset; if not, run `node_modules/.bin/bun scripts/write-openapi.ts`", async () => {
  expect(JSON.parse(JSON.stringify(await createOpenApi(releasedSources)))).toEqual(document);
});

test("the README lists every endpoint as the document does; if not, run `node_modules/.bin/bun scripts/write-openapi.ts`", async () => {
  const readme = readFileSync(join(import.meta.dir, "../../README.md"), "utf8");
  for (const path of Object.keys(document.paths)) expect(readme).toContain(` ${path}\` |`);
  expect(await withEndpointTable(readme)).toBe(readme);
});
