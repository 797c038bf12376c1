import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The tables that come with the program. */
export const DATA_DIR = fileURLToPath(new URL("../../data", import.meta.url));

/** The scored dataset that comes with the program. */
export const CURRENT_SNAPSHOT = join(DATA_DIR, "snapshot.json");
