import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { SECRET, safety } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("commands");
const environment = { SECRET, DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };
const email = "alice@example.com";

beforeAll(() => safety(environment, "key", "create", "--email", email, "--type", "live"));

async function shown(): Promise<Record<string, unknown>> {
  const { out } = await safety(environment, "support", "--email", email, "--json");
  return JSON.parse(out);
}

test("a plan change is shown immediately", async () => {
  expect(await shown()).toMatchObject({ plan: "free", limits: { monthlyRequests: 1_000 } });
  const changed = await safety(environment, "account", "plan", email, "pro");
  expect([changed.exitCode, changed.note]).toEqual([0, `${email} is on the pro plan, from the next request on.\n`]);
  expect(await shown()).toMatchObject({ plan: "pro", limits: { monthlyRequests: 50_000 } });
});

test("an account's custom limits replace its plan's, and can be removed", async () => {
  await safety(environment, "account", "limits", email, '{"batchNames":75}');
  expect(await shown()).toMatchObject({ limits: { batchNames: 75, monthlyRequests: 50_000 } });
  await safety(environment, "account", "limits", email, "{}");
  expect(await shown()).toMatchObject({ limits: { batchNames: 50 } });
  const wrong = await safety(environment, "account", "limits", email, '{"batch":75}');
  expect([wrong.exitCode, wrong.note]).toEqual([2, expect.stringContaining("batchNames")]);
});

test("a suspension is shown and can be lifted", async () => {
  await safety(environment, "account", "suspend", email);
  expect(await shown()).toMatchObject({ suspended_at: expect.stringMatching(/Z$/) });
  await safety(environment, "account", "resume", email);
  expect(await shown()).toMatchObject({ suspended_at: null });
});

test("every account is listed, for people and for programs", async () => {
  const forPeople = await safety(environment, "account", "list");
  expect(forPeople.out).toContain(email);
  const forPrograms = await safety(environment, "account", "list", "--json");
  expect(JSON.parse(forPrograms.out)).toMatchObject([{ email }]);
});

test("an account is exported as JSON, without secrets, and the log as JSON lines", async () => {
  const { out, exitCode } = await safety(environment, "account", "export", email);
  const kept = JSON.parse(out);
  expect([exitCode, kept.accounts]).toEqual([0, [expect.objectContaining({ email, plan: "pro" })]]);
  expect(kept.api_keys).toMatchObject([{ type: "live", digest: "(kept, not exported)" }]);
  expect(kept.exported_at).toMatch(/^\d{4}-.+Z$/);
  const names = kept.audit_events.map(({ name }: { name: string }) => name);
  expect(names.slice(0, 3)).toEqual(["account_created", "key_created", "plan_changed"]);
  // Events of the last minute come later.
  const log = await safety(environment, "account", "log", "--after", "0");
  expect([log.exitCode, log.out]).toEqual([0, ""]);
  using store = new Database(join(folder, "store.sqlite"));
  store.run("UPDATE audit_events SET at = at - 60000");
  const lines = (await safety(environment, "account", "log", "--after", "1")).out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(names.slice(1));
});

test("an address without an account gets an error that names the right command", async () => {
  const { exitCode, note } = await safety(environment, "support", "--email", "charlie@example.com");
  expect([exitCode, note]).toEqual([
    1,
    "safety: There is no account for charlie@example.com. `safety account list` shows all accounts.\n",
  ]);
});

test("the usage of an account without requests is an empty list", async () => {
  const forPeople = await safety(environment, "usage", "--email", email);
  expect(forPeople.out).toContain("REQUESTS, 31 DAYS\nnone\n");
  const forPrograms = await safety(environment, "usage", "--email", email, "--json");
  expect(JSON.parse(forPrograms.out)).toMatchObject({ month: { used: 0, remaining: 50_000 }, days: [] });
});

test("an account is deleted only with --yes, also a suspended one, and its export has what bills need", async () => {
  const { accounts, audit_events } = JSON.parse((await safety(environment, "account", "export", email)).out);
  await safety(environment, "account", "suspend", email);
  const asked = await safety(environment, "account", "delete", email);
  expect([asked.exitCode, asked.note]).toEqual([2, expect.stringContaining("revokes its 1 usable keys")]);
  const deleted = await safety(environment, "account", "delete", email, "--yes");
  expect([deleted.exitCode, deleted.note]).toEqual([0, expect.stringContaining("its usage for 400 days")]);
  const id = String(accounts[0].id);
  const kept = JSON.parse((await safety(environment, "account", "export", id)).out);
  expect(kept.accounts[0].plan).toBe(accounts[0].plan);
  expect(kept.audit_events.slice(0, audit_events.length)).toEqual(audit_events);
  expect(JSON.stringify(kept)).not.toContain(email);
  const again = await safety(environment, "account", "delete", id, "--yes");
  expect([again.exitCode, again.note]).toEqual([1, expect.stringContaining("already deleted")]);
  expect((await safety(environment, "key", "create", "--email", email, "--type", "live")).exitCode).toBe(0);
});
