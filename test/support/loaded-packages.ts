import { readConfig } from "../../src/main/config.ts";
import { startServer } from "../../src/main/start-server.ts";

/**
 * Starts the service, requests a city, then 25 pages at once with a lookup after each, and stops. Prints the statuses, the
 * packages that were loaded until the first answer, and the modules that the main thread loaded for the pages.
 */
const server = await startServer(readConfig(process.env));
const lookUp = async () => {
  const headers = { "X-API-Key": process.env["TEST_KEY"] ?? "" };
  return (await fetch(`${server.url}/v1/safety/Irvine`, { headers })).status;
};
const status = await lookUp();
const packages = packagesInMemory();
const loaded = Object.keys(require.cache);

const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
const listed = [...sitemap.matchAll(/<loc>([^<]+\/explore\/c[^<]+)<\/loc>/g)].filter((_, index) => index % 20 === 0);
const answers = await Promise.all(
  [...listed.map(([, url = ""]) => url), `${server.url}/explore/city/irvine/card.png`].map(async (url) => {
    const page = await fetch(url);
    await page.arrayBuffer();
    return [page.status, await lookUp()];
  }),
);
const later = Object.keys(require.cache).filter((path) => !loaded.includes(path));
const modules = later.flatMap((path) => /\/src\/(?:site|places)\/(.+)/.exec(path)?.[1] ?? []).toSorted();
await server.stop();
const statuses = [...new Set(answers.flat())];
process.stdout.write(JSON.stringify({ status, packages, pages: answers.length, statuses, modules }));

/** The names of all packages of which this process has loaded a module, sorted. */
function packagesInMemory(): readonly string[] {
  const paths = Object.keys(require.cache).flatMap((path) => path.split("/node_modules/").slice(1));
  const names = paths.flatMap((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(names)].toSorted();
}
