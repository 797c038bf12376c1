// Generates openapi/openapi.json from the operations.

import { readDataset } from "../src/places/file.ts";
import { createPlaces } from "../src/places/places.ts";
import { createOpenApi } from "./openapi/document.ts";

const document = await createOpenApi(createPlaces(readDataset("data/dataset.json")));
await Bun.write("openapi/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
