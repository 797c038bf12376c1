import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { safety } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("commands");
const environment = { DATABASE_URL: `sqlite:${join(folder, "store.sqlite")}` };
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
