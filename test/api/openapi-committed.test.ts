import { expect, test } from "bun:test";
import document from "../../openapi/openapi.json";
import { createOpenApi } from "../../scripts/openapi/document.ts";
import { releasedEditions } from "../support/server.ts";

test("the committed document matches the code and the dataset; if not, run `npm run generate`", async () => {
  expect(JSON.parse(JSON.stringify(await createOpenApi(releasedEditions)))).toEqual(document);
});
