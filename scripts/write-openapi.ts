// Generates openapi/openapi.json and the table of endpoints in README.md from the operations.
import { createGeography } from "../src/geography/geography.ts";
import { readPackedGeography } from "../src/geography/packed-geography.ts";
import { createAtlas } from "../src/snapshot/atlas.ts";
import { readSnapshot } from "../src/snapshot/file.ts";
import { withEndpointTable } from "./endpoint-table.ts";
import { createOpenApi } from "./openapi/document.ts";

const atlas = createAtlas(readSnapshot("data/snapshot.json"));
const geography = createGeography(await readPackedGeography("data/geography.json.br"), atlas.snapshot);
const document = await createOpenApi({ atlas, geography: async () => geography });
await Bun.write("openapi/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
await Bun.write("README.md", await withEndpointTable(await Bun.file("README.md").text()));
