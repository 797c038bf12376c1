import { readConfig } from "../../src/main/config.ts";
import { startServer } from "../../src/main/serve.ts";

/**
 * Starts the service, requests a city, and stops. Prints the status, the packages, and the geography modules that were
 * loaded until the answer.
 */
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.faults.join());
const server = await startServer({ config: read.config, sharePort: false });
const { status } = await fetch(`${server.url}/v1/safety/Irvine`, {
  headers: { "X-API-Key": process.env["TEST_KEY"] ?? "" },
});
const modules = Object.keys(require.cache);
const loaded = modules.flatMap((path) => path.split("/node_modules/").slice(1));
const geography = modules.filter((path) => path.includes("/src/geography/"));
await server.stop();
const packages = new Set(loaded.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]));
process.stdout.write(JSON.stringify({ status, packages: [...packages].toSorted(), geography }));
