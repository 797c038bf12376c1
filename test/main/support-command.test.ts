import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { safety } from "../support/command.ts";
import { issueKey } from "../support/issue-key.ts";
import { serveProgram } from "../support/served-program.ts";

const PLAN_LIMITS = '{"free":{"monthlyRequests":3}}';
const email = "alice@example.com";

/** Alice uses up her month, and asks twice more. */
const program = await serveProgram({ PLAN_LIMITS });
const environment = { DATABASE_URL: program.databaseUrl, PLAN_LIMITS, SUDO_USER: "carol" };
const key = await issueKey(environment["DATABASE_URL"] ?? "", { email });
const headers = { "X-API-Key": key };
const ask = () => fetch(`${program.url}/v1/stats`, { headers });
for (let request = 0; request < 4; request++) await ask();
const last = await ask();
expect(last.status).toBe(429);
const requestId = last.headers.get("X-Request-Id") ?? "";
await safety(environment, "account", "limits", email, '{"monthlyRequests":7}');
await program.stop();
const log = join(program.folder, "service.log");
writeFileSync(log, `Nov 20 systemd[1]: Started.\n${program.log()}`);

test("one command explains yesterday's refusals: plan, quota, keys, refused requests, and last changes with their actor", async () => {
  const { exitCode, out } = await safety(environment, "support", "--email", email);
  expect(exitCode).toBe(0);
  expect(out).toContain("alice@example.com: plan free");
  expect(out).toContain("3 of 7 requests this month");
  expect(out).toMatch(/svc_live_….{4} +month_quota_exceeded +2\n/);
  expect(out).toMatch(/limits_changed +- +command +carol +- +\{"monthlyRequests":7\}/);
  const report = JSON.parse((await safety(environment, "support", "--email", email, "--json")).out);
  expect(report).toMatchObject({
    plan: "free",
    month: { used: 3, limit: 7 },
    refused: [{ code: "month_quota_exceeded", requests: 2 }],
    changes: expect.arrayContaining([expect.objectContaining({ event: "limits_changed", actor: "carol" })]),
  });
});

test("a request id leads to its log line and to its account", async () => {
  const { exitCode, out } = await safety(environment, "support", "--request", requestId, "--log", log);
  expect([exitCode, out]).toEqual([
    0,
    expect.stringContaining("a refused request  /v1/stats  429  month_quota_exceeded"),
  ]);
  expect(out).toContain("alice@example.com: plan free");
  const other = await safety(environment, "support", "--request", crypto.randomUUID(), "--log", log);
  expect([other.exitCode, other.note]).toEqual([1, expect.stringContaining("The log has no line about")]);
  expect((await safety(environment, "support")).exitCode).toBe(2);
});

test("usage includes refused requests, for one account and for all as CSV", async () => {
  const { out } = await safety(environment, "usage", "--email", email);
  expect(out).toMatch(/month_quota_exceeded +2\n/);
  const { out: json } = await safety(environment, "usage", "--email", email, "--json");
  expect(JSON.parse(json)).toMatchObject({ refused: [{ code: "month_quota_exceeded", requests: 2 }] });
  const today = new Date().toISOString().slice(0, 10);
  const { out: csv } = await safety(environment, "usage", "--all");
  const [header, ...rows] = csv.trim().split("\n");
  expect(header).toBe("day,email,plan,key,outcome,kind,requests");
  expect(rows).toContain(`${today},alice@example.com,free,2,admitted,stats,3`);
  expect(rows).toContain(`${today},alice@example.com,free,2,refused,month_quota_exceeded,2`);
});

test("changes by operators can be read with their actor", async () => {
  const { out } = await safety(environment, "account", "log");
  expect(out).toMatch(/limits_changed +- +command +carol/);
  const entries = JSON.parse((await safety(environment, "account", "log", email, "--json", "--limit", "1")).out);
  expect(entries).toMatchObject([{ event: "limits_changed", by: "command", actor: "carol" }]);
});
