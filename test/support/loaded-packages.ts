import { readConfig } from "../../src/main/config.ts";
import { startServer } from "../../src/main/start-server.ts";

/**
 * Starts the service, requests a city, and stops. Prints the status and the packages that were loaded until then. With
 * arguments it first requests 12 pages at once with a lookup after each, and prints their statuses and the modules that
 * the main thread loaded for them.
 */
const server = await startServer(readConfig(process.env));
const lookUp = async () => {
  const headers = { "X-API-Key": process.env["TEST_KEY"] ?? "" };
  return (await fetch(`${server.url}/v1/safety/Irvine`, { headers })).status;
};
const status = await lookUp();
const packages = packagesInMemory();
const loaded = Object.keys(require.cache);
const flooded = process.argv.length > 2 ? await flood() : {};
await server.stop();
process.stdout.write(JSON.stringify({ status, packages, ...flooded }));

async function flood() {
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+\/explore\/c[^<]+)<\/loc>/g)]
    .filter((_, index) => index % 40 === 0)
    .slice(0, 11);
  const answers = await Promise.all(
    [...listed.map(([, url = ""]) => url), `${server.url}/explore/city/irvine/card.png`].map(async (url) => {
      const page = await fetch(url);
      await page.arrayBuffer();
      return [page.status, await lookUp()];
    }),
  );
  const later = Object.keys(require.cache).filter((path) => !loaded.includes(path));
  const modules = later.flatMap((path) => /\/src\/(?:site|places)\/(.+)/.exec(path)?.[1] ?? []).toSorted();
  return { pages: answers.length, statuses: [...new Set(answers.flat())], modules };
}

/** The names of all packages of which this process has loaded a module, sorted. */
function packagesInMemory(): readonly string[] {
  const paths = Object.keys(require.cache).flatMap((path) => path.split("/node_modules/").slice(1));
  const names = paths.flatMap((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(names)].toSorted();
}
