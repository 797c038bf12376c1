// Generates openapi/openapi.json from the operations.

import { DATASETS } from "../src/main/paths.ts";
import { type EditionPlaces, editionsFrom, OPEN_PLACES } from "../src/places/editions.ts";
import { readSealed } from "../src/places/seal.ts";
import { createOpenApi } from "./openapi/document.ts";

const editions = editionsFrom((name) => readSealed<EditionPlaces>(DATASETS[name].own, OPEN_PLACES[name]).content);
const document = await createOpenApi(editions);
await Bun.write("openapi/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
