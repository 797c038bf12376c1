// Generates openapi/openapi.json from the operations.

import { readDataset } from "../src/places/file.ts";
import { readNation } from "../src/places/nation-file.ts";
import { createNationPlaces } from "../src/places/nation-places.ts";
import { createPlaces } from "../src/places/places.ts";
import { createOpenApi } from "./openapi/document.ts";

const document = await createOpenApi({
  california: createPlaces(readDataset("data/dataset.json")),
  unitedStates: createNationPlaces(readNation("data/united-states.json")),
});
await Bun.write("openapi/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
