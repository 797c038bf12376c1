import { createOpenApi } from "../src/api/openapi/document.ts";
import { readGeography } from "../src/geography/file.ts";
import { createGeography } from "../src/geography/geography.ts";
import { createAtlas } from "../src/snapshot/atlas.ts";
import { readSnapshot } from "../src/snapshot/file.ts";

const atlas = createAtlas(readSnapshot("data/snapshot.json"));
const geography = createGeography(await readGeography("data/geography.json.br"), atlas.snapshot);
await Bun.write(
  "openapi/openapi.json",
  `${JSON.stringify(await createOpenApi({ atlas, geography: async () => geography }), null, 2)}\n`,
);
