import { writeSync } from "node:fs";
import { packagesInMemory } from "./packages-in-memory.ts";

/** Preloaded into a program, prints the packages that it has loaded when it ends. */
process.on("exit", () => writeSync(1, JSON.stringify(packagesInMemory())));
