import { readConfig } from "../../src/main/config.ts";
import { startServer } from "../../src/main/serve.ts";
import { packagesInMemory } from "./packages-in-memory.ts";

/**
 * Starts the service, requests a city and then its page, and stops. Prints the status, the packages, and the geography
 * modules that were loaded until the first answer, and what the page loaded of sign-in.
 */
const read = readConfig(process.env);
if (!read.ok) throw new Error(read.faults.join());
const server = await startServer(read.config);
const { status } = await fetch(`${server.url}/v1/safety/Irvine`, {
  headers: { "X-API-Key": process.env["TEST_KEY"] ?? "" },
});
const packages = packagesInMemory();
const geography = Object.keys(require.cache).filter((path) => path.includes("/src/places/geography.ts"));
const page = await fetch(`${server.url}/explore/city/irvine`);
const signIn = packagesInMemory().filter((name) => ["better-auth", "nodemailer"].includes(name));
await server.stop();
process.stdout.write(JSON.stringify({ status, packages, geography, page: page.status, signIn }));
