// Measures the CPU time of requests with hostile texts at every door, each beside a plain text of the same length.
// Usage: npm run bench -- --texts
import {
  accountDoors,
  apiDoors,
  cookieDoors,
  type Door,
  headerDoors,
  pageDoors,
  type Sent,
  toolDoors,
  tryItDoors,
} from "../test/hostile/doors.ts";
import {
  encoded,
  HOSTILE_TEXTS,
  type HostileText,
  INVALID_ESCAPES,
  PLAIN_TEXTS,
  textOf,
} from "../test/hostile/hostile-texts.ts";
import { NO_FIXTURE } from "./fixture.ts";
import { measured, writeBlock } from "./page.ts";
import { threadsUs } from "./procfs.ts";
import { createKeyStore, service } from "./servers.ts";

/** As long as a name, with the salt in front. */
const NAME_LENGTH = 96;
const SALT = 8;
/** The least of these counts for a hostile text, because a garbage collection may come with any. More rounds follow what takes long. */
const TIMES = 2;
const MORE_TIMES = 6;
const ROUNDS = 4;
/** The work of a request that has no text. A ratio of less says nothing. */
const LEAST_US = 1_000;
/** A text may take this many times as long as a plain one of its length, and no longer in total: a search may find more. */
const MOST_TIMES = 3;

const store = createKeyStore();
const [key = ""] = store.keys;
const environment = { TRUST_PROXY: "true" };
const node = await (await service("node", "sqlite", store, { environment })).start(NO_FIXTURE);

const GROUPS: readonly (readonly [name: string, doors: readonly Door[]])[] = [
  ["API", await apiDoors()],
  ["Tools for assistants", await toolDoors()],
  ["Public pages", pageDoors()],
  ["Operations that visitors try", await tryItDoors()],
  ["Pages of accounts", accountDoors()],
  ["Cookies", cookieDoors(["form", "safety.session_token"], "/sign-in")],
  ["Headers", headerDoors(["/v1/safety/Irvine", "/sign-in"])],
];

let clients = 0;
let faults = 0;
const lines: string[] = [];
for (const [name, doors] of GROUPS) {
  console.error(`${name} ...`);
  let worst = { times: 0, us: 0, plainUs: 0, what: "" };
  let requests = 0;
  for (const door of doors) {
    for (const isFilled of [false, true]) {
      const sized = (text: HostileText) =>
        isFilled ? textOf(text, door.most - SALT, door.sizeOf) : textOf(text, NAME_LENGTH);
      const plainUs = await plainUsOf((plain) => (salt) => door.request(salt + sized(plain)));
      // Without a text there is no plain one of the same length.
      const texts = HOSTILE_TEXTS.filter(({ piece }) => piece !== "");
      const asked: [string, (salt: string) => Sent][] = texts.map((text) => [
        text.name,
        (salt) => door.request(salt + sized(text)),
      ]);
      const { escaped } = door;
      if (isFilled && escaped !== undefined) {
        for (const piece of INVALID_ESCAPES) {
          asked.push([piece, (salt) => escaped(encoded(salt) + piece.repeat(Math.floor(door.most / piece.length)))]);
        }
      }
      for (const [text, request] of asked) {
        let us = await leastUs(request, TIMES);
        requests += TIMES;
        for (let round = 0; round < ROUNDS && us > MOST_TIMES * Math.max(plainUs, LEAST_US); round++) {
          us = Math.min(us, await leastUs(request, MORE_TIMES));
          requests += MORE_TIMES;
        }
        const times = us / Math.max(plainUs, LEAST_US);
        if (times > worst.times)
          worst = { times, us, plainUs, what: `${door.name}, ${isFilled ? "long" : "100"} ${text}` };
        if (times > MOST_TIMES) {
          faults++;
          console.error(
            `${door.name}, ${isFilled ? "long" : "100"} ${text}: ${us.toFixed(0)} µs, plain ${plainUs.toFixed(0)} µs`,
          );
        }
      }
    }
  }
  const figures = `${worst.times.toFixed(1)} × (${(worst.us / 1_000).toFixed(1)} ms; ${worst.what})`;
  lines.push(`- ${name}: ${doors.length} doors, ${requests.toLocaleString("en-US")} requests; at most ${figures}.`);
}
const text = `${lines.join("\n")}\n\n${measured()}\n`;
console.log(text);
if (process.argv.includes("--write")) writeBlock("texts", text);
await node.stop();
if (faults > 0) console.error(`${faults} texts take more than ${MOST_TIMES} times the CPU time of a plain one.`);
process.exit(faults === 0 ? 0 : 1);

/** The time of the plain text of this length that the door reads most of, as it may refuse one or answer it with a kept page. */
async function plainUsOf(requestWith: (plain: HostileText) => (salt: string) => Sent): Promise<number> {
  let most = 0;
  for (const plain of PLAIN_TEXTS) most = Math.max(most, await medianUs(requestWith(plain), MORE_TIMES));
  return most;
}

/** The least CPU time of a request, in microseconds. */
async function leastUs(request: (salt: string) => Sent, times: number): Promise<number> {
  return (await sortedUs(request, times))[0] ?? 0;
}

/** The median, because the system may add the end of a request's time to the next one's. */
async function medianUs(request: (salt: string) => Sent, times: number): Promise<number> {
  const sorted = await sortedUs(request, times);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The text differs each time, so no answer is a kept one. */
async function sortedUs(request: (salt: string) => Sent, times: number): Promise<readonly number[]> {
  const measuredUs: number[] = [];
  for (let time = 0; time < times; time++) {
    clients++;
    const { path, init = {} } = request(clients.toString(36));
    const headers = new Headers(init.headers);
    if (!headers.has("x-api-key")) headers.set("x-api-key", key);
    if (!headers.has("x-forwarded-for"))
      headers.set("x-forwarded-for", `2001:db8:${(clients >> 12).toString(16)}:${(clients & 4095).toString(16)}::1`);
    const before = threadsUs(node.pids[0]);
    const answer = await fetch(node.url + path, { ...init, headers, redirect: "manual" });
    await answer.arrayBuffer();
    const us = threadsUs(node.pids[0]) - before;
    // A thread that ended meanwhile takes its time with it.
    if (us > 0) measuredUs.push(us);
  }
  return measuredUs.toSorted((a, b) => a - b);
}
