// Measures how long a visitor waits for a new page, a search, and a picture, asked at once, while many addresses ask for two
// things of one kind each. Both cores are free for all. Usage: npm run bench -- --crowds, which sets the connections that
// `fetch` may open at once: by default 256, behind which the visitor would wait in this process.
import { NO_FIXTURE } from "./fixture.ts";
import { measured, writeBlock } from "./page.ts";
import { createKeyStore, service } from "./servers.ts";

const ADDRESSES = 200;
const REQUESTS = 2;
const MOST_SECONDS = 4;

const environment = { TRUST_PROXY: "true" };
const node = await (await service("node", "sqlite", createKeyStore(), { environment })).start(NO_FIXTURE);
const places = await paths("/sitemap.xml", /<loc>https?:\/\/[^/]+(\/us\/[a-z]{2}\/[^</]+)<\/loc>/g);
const files = await paths("/downloads", /href="(\/downloads\/\w+\/[\w-]+\.\w+)"/g);

let asked = 0;
/** A place of which nothing was asked yet. */
const newPlace = () => places[asked++] ?? "";
const slug = (path: string) => path.split("/").slice(2).join("/");
const seed = () => `crowd ${asked++}`;

/** What is asked for, each time anew, so that it is not kept. */
const COLD = {
  page: newPlace,
  search: () => `/search?q=${seed()}`,
  picture: () => `${newPlace()}/card.png`,
  map: () => `${newPlace()}/nearby.png`,
  file: () => `${newPlace()}/years.csv`,
  download: () => `${files[asked++ % files.length]}`,
  comparison: () => `/us/compare?place=${slug(newPlace())}&place=${slug(newPlace())}&add=${seed()}`,
  list: () => `/us/browse?name=${seed()}`,
} as const;
type Kind = keyof typeof COLD;
const VISITED: readonly Kind[] = ["page", "search", "picture"];

const lines: string[] = [];
let longest = 0;
// The thread starts, and reads its tables, with the first of each kind.
for (const kind of VISITED) await secondsOf(kind, "198.51.100.2");
for (const [number, kind] of (Object.keys(COLD) as Kind[]).entries()) {
  const crowd = Array.from({ length: REQUESTS * ADDRESSES }, (_, index) =>
    statusOf(COLD[kind](), `10.${number}.0.${index % ADDRESSES}`).catch(() => "no answer"),
  );
  const seconds = await Promise.all(VISITED.map((one) => secondsOf(one, `198.51.100.${100 + number}`)));
  longest = Math.max(longest, ...seconds);
  const startedMs = performance.now();
  const answered = Map.groupBy(await Promise.all(crowd), String);
  const counts = [...answered].map(([status, { length }]) => `${length} × ${status}`).join(", ");
  const [page = 0, search = 0, picture = 0] = seconds.map((one) => one.toFixed(1));
  lines.push(`| ${kind} | ${page} | ${search} | ${picture} |`);
  console.error(`${lines.at(-1)} ${counts}; the rest took ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
}
const text = `| the crowd asks for | page, s | search, s | picture, s |
| --- | --: | --: | --: |
${lines.join("\n")}

${measured()}
`;
console.log(text);
if (process.argv.includes("--write")) writeBlock("crowds", text);
await node.stop();
if (longest > MOST_SECONDS) console.error(`A visitor waits ${longest.toFixed(1)} s, more than ${MOST_SECONDS}.`);
process.exit(longest > MOST_SECONDS ? 1 : 0);

async function paths(page: string, pattern: RegExp): Promise<readonly string[]> {
  const text = await (await fetch(node.url + page)).text();
  return [...text.matchAll(pattern)].map(([, path = ""]) => path);
}

async function secondsOf(kind: Kind, address: string): Promise<number> {
  const path = COLD[kind]();
  const startedMs = performance.now();
  const status = await statusOf(path, address);
  if (status !== 200) throw new Error(`the visitor's ${path} is answered ${status}`);
  return (performance.now() - startedMs) / 1_000;
}

async function statusOf(path: string, address: string): Promise<number> {
  const answer = await fetch(node.url + path, { headers: { "X-Forwarded-For": address } });
  await answer.arrayBuffer();
  return answer.status;
}
