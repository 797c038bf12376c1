import { createOpenApi } from "../src/api/openapi/document.ts";
import { createAtlas } from "../src/snapshot/atlas.ts";
import { readSnapshot } from "../src/snapshot/file.ts";

const atlas = createAtlas(readSnapshot("data/snapshot.json"));
await Bun.write("openapi/openapi.json", `${JSON.stringify(await createOpenApi(atlas), null, 2)}\n`);
