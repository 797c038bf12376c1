// Measures public pages, and lookups beside them and beside hostile requests, each against an idle second node at the
// same moment. Both cores are free for all. Usage: npm run bench -- --pages
import { connect } from "node:net";
import { CRAWLER, fetchAll, sitemapOf } from "./fetch-all.ts";
import { NO_FIXTURE } from "./fixture.ts";
import { measured, writeBlock } from "./page.ts";
import { memoryBytes, peakMemoryBytes } from "./procfs.ts";
import { type BenchServer, createKeyStore, service } from "./servers.ts";

const LOOKUPS_PER_SECOND = 100;
const CRAWLERS = 8;
const UNREAD = 500;
/** So few that a generation of the cache has room for all of them, whatever their order. */
const CACHED = 200;
const ROUNDS = 25;

const store = createKeyStore();
const [key = "", attacker = ""] = store.keys;
const environment = { TRUST_PROXY: "true" };
const node = await (await service("attacked", "sqlite", store, { environment })).start(NO_FIXTURE);
const idle = await (await service("idle", "sqlite", store, { environment })).start(NO_FIXTURE);

const addresses = await sitemapOf(node.url);
const crawlAll = (paths: readonly string[], connections: number) => fetchAll(node.url, paths, connections, CRAWLER);
const crawl = await besideLookups(() => crawlAll(addresses, CRAWLERS));
const cached = addresses.slice(0, CACHED);
await crawlAll(cached, CRAWLERS);
const kept = await timed(() => crawlAll(Array(ROUNDS).fill(cached).flat(), 32));
// Once per process, the first search prepares the names of all places.
await sendBatches(1);
const batches = await besideLookups(() => sendBatches(200));

const unread = await besideLookups(unreadDownloads);

const rate = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString("en-US");
const memory = node.pids.reduce((sum, pid) => sum + memoryBytes(pid), 0);
const most = node.pids.reduce((sum, pid) => sum + peakMemoryBytes(pid), 0);
const text = `- New pages: ${rate(addresses.length, crawl.seconds)} a second; all ${addresses.length} addresses of the sitemap in ${crawl.seconds.toFixed(0)} s.
- Cached pages: ${rate(CACHED * ROUNDS, kept)} a second.
- Lookups beside new pages: p99 ${crawl.p99s}.
- Lookups beside 200 batches of 25 hard names at once: p99 ${batches.p99s}.
- Lookups beside ${UNREAD} connections that read nothing of a download of 22 MB: p99 ${unread.p99s}.
- Memory afterward, with both editions: ${Math.round(memory / 1_000_000)} MB; at most ${Math.round(most / 1_000_000)} MB.

${measured()}
`;
console.log(text);
if (process.argv.includes("--write")) writeBlock("pages", text);
await Promise.all([node.stop(), idle.stop()]);
process.exit(0);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}

/** Seconds of the work, and how long lookups take on the attacked and on the idle node meanwhile. */
async function besideLookups(work: () => Promise<unknown>) {
  const ended = new AbortController();
  const both = [node, idle].map((server) => lookups(server, ended.signal));
  const seconds = await timed(work);
  // A short attack gets enough lookups to compare.
  await Bun.sleep(Math.max(0, 3_000 - seconds * 1_000));
  ended.abort();
  const [attacked = 0, quiet = 0] = (await Promise.all(both)).map(p99);
  return {
    seconds,
    p99s: `${attacked.toFixed(1)} ms, idle node ${quiet.toFixed(1)} ms (${(attacked / quiet).toFixed(1)} ×)`,
  };
}

async function lookups({ url }: BenchServer, ended: AbortSignal): Promise<readonly number[]> {
  const pending: Promise<number>[] = [];
  const startedMs = performance.now();
  while (!ended.aborted) {
    pending.push(lookup(url));
    await Bun.sleep(Math.max(0, startedMs + (pending.length * 1_000) / LOOKUPS_PER_SECOND - performance.now()));
  }
  return await Promise.all(pending);
}

async function lookup(url: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`${url}/v1/safety/Irvine`, { headers: { "X-API-Key": key } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a lookup is answered ${answer.status}`);
  return performance.now() - startedMs;
}

function p99(durations: readonly number[]): number {
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? 0;
}

/** Makes every download in each coding, and then leaves connections unread for ten seconds. */
async function unreadDownloads(): Promise<void> {
  const page = await (await fetch(`${node.url}/downloads`)).text();
  const files = [...page.matchAll(/href="(\/downloads\/\w+\/[\w-]+\.\w+)"/g)].map(([, path = ""]) => path);
  for (const coding of ["identity", "br", "gzip", "zstd"]) {
    for (const path of files) {
      const headers = { "Accept-Encoding": coding };
      await (await fetch(node.url + path, { headers, decompress: false })).arrayBuffer();
    }
  }
  const { hostname, port } = new URL(node.url);
  const longest = files.find((path) => path.endsWith("/us-history.json"));
  const sockets = Array.from({ length: UNREAD }, (_, number) => {
    const socket = connect(Number(port), hostname).pause();
    socket.write(`GET ${longest}?x=${number} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    return socket;
  });
  await Bun.sleep(10_000);
  for (const socket of sockets) socket.destroy();
}

async function sendBatches(count: number): Promise<void> {
  const body = JSON.stringify({ queries: Array(25).fill({ name: "san ".repeat(24) }) });
  const headers = { "X-API-Key": attacker, "Content-Type": "application/json" };
  const send = () => fetch(`${node.url}/v1/locate/batch`, { method: "POST", headers, body });
  await Promise.all(Array.from({ length: count }, async () => (await send()).arrayBuffer()));
}
