import { fileURLToPath } from "node:url";

/** The tables and the scored dataset that come with the program. */
export const DATA_DIR = fileURLToPath(new URL("../../data", import.meta.url));
