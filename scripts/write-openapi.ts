// Generates openapi/openapi.json from the operations.

import { readSnapshot } from "../src/places/file.ts";
import { createGeography } from "../src/places/geography.ts";
import { readPackedGeography } from "../src/places/packed-geography.ts";
import { createPlaces } from "../src/places/places.ts";
import { createOpenApi } from "./openapi/document.ts";

const places = createPlaces(readSnapshot("data/snapshot.json"));
const geography = createGeography(await readPackedGeography("data/geography.json.br"), places.records);
const document = await createOpenApi({ places, geography: async () => geography });
await Bun.write("openapi/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
