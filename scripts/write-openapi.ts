// Generates openapi/openapi.json from the operations.

import { readSealed } from "../src/base/sealed-file.ts";
import { EDITION_NAMES } from "../src/editions/table.ts";
import { openPlaces, servedFrom } from "../src/lookup/served.ts";
import { COUNTRY } from "../src/main/country.ts";
import { DATASETS } from "../src/main/paths.ts";
import { createOpenApi } from "./openapi/document.ts";

const editions = servedFrom(
  EDITION_NAMES.map((name) => readSealed(DATASETS[name].own, (file) => openPlaces(name, file, COUNTRY)).content),
);
const document = await createOpenApi(editions);
await Bun.write("openapi/openapi.json", `${JSON.stringify(document, null, 2)}\n`);
