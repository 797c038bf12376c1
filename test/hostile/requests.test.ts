import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { safety } from "../support/command.ts";
import { WIDE_LIMITS } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { rounds } from "../support/load.ts";
import { troubleIn } from "../support/log-lines.ts";
import { exchangeBytes } from "../support/raw-http.ts";
import { serveProgram } from "../support/served-program.ts";
import { BODIES, HEADERS, type HostileRequest, REQUEST_LINES, SMUGGLING } from "./corpus.ts";

const GROUPS = { SMUGGLING, REQUEST_LINES, HEADERS, BODIES } as const;
/** In a full run, each kilobyte leaked per request would add 300 MiB. */
const ROUNDS = rounds(40, 2_000);
/** Garbage collection lets the heap vary between 140 and 240 MiB under this load, however long it runs. */
const MAX_MEMORY_MIB = 320;
const EVERYTHING = Object.values(GROUPS).flat();

const program = await serveProgram({ PLAN_LIMITS: WIDE_LIMITS });
const port = Number(new URL(program.url).port);
const databaseUrl = program.databaseUrl;
const key = await issueKey(databaseUrl, { plan: "enterprise" });

/** Everything received. A connection that is reset while bytes are still being sent counts as closed. */
function send({ bytes }: HostileRequest, withKey = key): Promise<string> {
  return exchangeBytes(port, [bytes(withKey)]).catch(() => "");
}

function statusesOf(answer: string): readonly number[] {
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  return statuses.filter((status) => status !== 100);
}

for (const [group, requests] of Object.entries(GROUPS)) {
  describe(`${group.toLowerCase().replace("_", " ")}: the specified status or a closed connection`, () => {
    test.each(requests.map((request) => [request.name, request] as const))("%s", async (_name, request) => {
      expect(statusesOf(await send(request))).toEqual([...request.statuses]);
    });
  });
}

test("no smuggled request is ever counted", async () => {
  const email = "counted@example.com";
  const counted = await issueKey(databaseUrl, { email, plan: "enterprise" });
  for (const request of SMUGGLING) await send(request, counted);
  const { out } = await safety({ DATABASE_URL: databaseUrl }, "usage", "--email", email, "--json");
  // Requests with broken chunks had valid headers. The smuggled requests ask for the statistics.
  expect(JSON.parse(out)).toMatchObject({ days: [{ stats: 0, city: 0, county: 0, other: 0 }] });
});

test(`after all of it, ${ROUNDS} times, the process is the same, uses no more memory, and has logged no errors`, async () => {
  for (let round = 0; round < ROUNDS; round++) await Promise.all(EVERYTHING.map((request) => send(request)));
  expect(memoryMib(program.pid)).toBeLessThan(MAX_MEMORY_MIB);
  expect((await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } })).status).toBe(200);
  expect(troubleIn(program.log())).toEqual([]);
});

/** Proportional set size: the memory of this process, with shared pages divided among their users. */
function memoryMib(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kib) / 1024;
}
