// Keeps the current clients among the released ones, so that every later server hands them out, too.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadClientFiles, RELEASED_DIR } from "../src/main/client-files.ts";

const released = readdirSync(RELEASED_DIR);
const { typescript, python } = await loadClientFiles();
for (const { name, bytes } of [typescript, python]) {
  if (released.includes(name)) continue;
  const version = name.replace(/-[0-9a-f]{12}\.\w+$/, "-");
  const other = released.find((one) => one.startsWith(version));
  if (other !== undefined) throw new Error(`${other} was released with other bytes: raise the version of the client`);
  writeFileSync(join(RELEASED_DIR, name), bytes);
}
