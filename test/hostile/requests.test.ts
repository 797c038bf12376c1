import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { safety } from "../support/command.ts";
import { WIDE_LIMITS } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { exchangeBytes } from "../support/raw-http.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { BODIES, HEADERS, type HostileRequest, NAMES, REQUEST_LINES, SMUGGLING } from "./corpus.ts";

const GROUPS = { SMUGGLING, REQUEST_LINES, NAMES, HEADERS, BODIES } as const;
const EVERYTHING = Object.values(GROUPS).flat();

let program: ServedProgram;
let port: number;
let databaseUrl: string;
let key: string;

beforeAll(async () => {
  program = await serveProgram({ PLAN_LIMITS: WIDE_LIMITS });
  port = Number(new URL(program.url).port);
  databaseUrl = `sqlite:${program.folder}/store.sqlite`;
  key = await issueKey(databaseUrl, { plan: "enterprise" });
});
afterAll(() => program.stop());

/** All that came back. A connection that is reset while its bytes are still being sent is closed, no more. */
function send({ bytes }: HostileRequest, withKey = key): Promise<string> {
  return exchangeBytes(port, [bytes(withKey)]).catch(() => "");
}

function statusesOf(answer: string): readonly number[] {
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  return statuses.filter((status) => status !== 100);
}

for (const [group, requests] of Object.entries(GROUPS)) {
  describe(`${group.toLowerCase().replace("_", " ")}: the decided status or a closed connection`, () => {
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
  // Requests with broken chunks were good as far as their headers went; the smuggled ones ask for the statistics.
  expect(JSON.parse(out)).toMatchObject({ days: [{ stats: 0, city: 0, county: 0, other: 0 }] });
});

test("an odd name is not found, whatever it looks like, and is given back as it was sent", async () => {
  const cities = ["Irvіne", "Irvine\u200b1", "__proto__", "\ud800", "Ｉｒｖｉｎｅ\u0000", "İrvine\u202e"];
  const response = await fetch(`${program.url}/v1/safety/batch`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ cities }),
  });
  expect(await response.json()).toEqual({ results: cities.map((city) => ({ city, found: false, data: null })) });
});

test("after all of it, many times over, the process is the same, no larger, and has nothing to complain of", async () => {
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) await Promise.all(EVERYTHING.map((request) => send(request)));
  };
  await rounds(10);
  const before = memoryKib(program.pid);
  await rounds(30);
  expect(memoryKib(program.pid) - before).toBeLessThan(24 * 1024);
  expect((await fetch(`${program.url}/v1/stats`, { headers: { "X-API-Key": key } })).status).toBe(200);
  expect(program.log()).toBe("");
}, 120_000);

/** Proportional set size in KiB: memory of this process alone, shared pages split among their users. */
function memoryKib(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
}
