// Generates openapi/openapi.json from the operations.

import { readSealed } from "../src/base/sealed-file.ts";
import { type EditionPlaces, editionsFrom, OPEN_PLACES } from "../src/figures/open.ts";
import { DATASETS } from "../src/main/paths.ts";
import { createOpenApi } from "./openapi/document.ts";

const editions = editionsFrom((name) => readSealed<EditionPlaces>(DATASETS[name].own, OPEN_PLACES[name]).content);
const document = await createOpenApi(editions);
await Bun.write("openapi/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
