// Memory of whole processes. It sends every lookup of the country, and then asks for thousands of pages.
import { expect, test } from "bun:test";
import { memoryAfterCountry } from "../../bench/country.ts";
import { CRAWLER, fetchAll, sitemapOf } from "../../bench/fetch-all.ts";
import { NO_FIXTURE } from "../../bench/fixture.ts";
import { peakMemoryBytes } from "../../bench/procfs.ts";
import { createKeyStore, service } from "../../bench/servers.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";

const MB = 1_000_000;
/** The bound is 150, and it takes 147 to 153. Held for good, the answers, records, or names of all states would be 25 or more. */
const MOST_AFTER_COUNTRY = 170 * MB;
/** It takes 650, and 770 or more if the thread of the pages is replaced only in a pause. */
const MOST_IN_CRAWL = 750 * MB;
/** Every such page of the sitemap: those of each state, as in a whole crawl. */
const CRAWLED = 4;
const CONNECTIONS = 8;

async function started() {
  const store = createKeyStore();
  const node = await (await service("node", "sqlite", store)).start(NO_FIXTURE);
  stopAtEnd(node.stop);
  return { node, key: store.keys[0] ?? "" };
}

test("lookups and searches of the whole country leave little in memory", async () => {
  const { node, key } = await started();
  expect(await memoryAfterCountry(node, key)).toBeLessThan(MOST_AFTER_COUNTRY);
});

test("a crawl without a pause stays far from the limit of the shipped deployments", async () => {
  const { node } = await started();
  const paths = (await sitemapOf(node.url)).filter((_, index) => index % CRAWLED === 0);
  await fetchAll(node.url, paths, CONNECTIONS, CRAWLER);
  expect(peakMemoryBytes(node.pids[0])).toBeLessThan(MOST_IN_CRAWL);
});
