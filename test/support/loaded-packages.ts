import { readConfig } from "../../src/main/config.ts";
import { startServer } from "../../src/main/serve.ts";
import { packagesInMemory } from "./packages-in-memory.ts";

/**
 * Starts the service, requests a city, and stops. Prints the status, the packages, and the geography modules that were
 * loaded until the answer.
 */
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.faults.join());
const server = await startServer(read.config);
const { status } = await fetch(`${server.url}/v1/safety/Irvine`, {
  headers: { "X-API-Key": process.env["TEST_KEY"] ?? "" },
});
const packages = packagesInMemory();
const geography = Object.keys(require.cache).filter((path) => path.includes("/src/places/geography.ts"));
await server.stop();
process.stdout.write(JSON.stringify({ status, packages, geography }));
