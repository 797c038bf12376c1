import { beforeAll, describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { systemClock } from "../../src/main/system-clock.ts";
import { safety } from "../support/command.ts";
import { migratedStoreUrl, newAccount, newKey, OPERATOR, openTestStore } from "../support/stores.ts";

/** The month before the current one, as commands write it. */
const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 0))
  .toISOString()
  .slice(0, 7);
const DAY_MS = 86_400_000;

describe("the usage of a month", async () => {
  const url = await migratedStoreUrl("sqlite");
  const usage = (...options: string[]) => safety({ DATABASE_URL: url, SECRET: "x".repeat(40) }, "usage", ...options);
  const startMs = Date.parse(`${lastMonth}-01`);
  const ids: number[] = [];

  beforeAll(async () => {
    const clock = { nowMs: startMs - DAY_MS, now: () => clock.nowMs };
    const store = await openTestStore(url, { clock });
    const use = async (digest: string, times: number) => {
      await store.admission.admit(Array.from({ length: times }, () => ({ digest, kind: "stats", counts: true })));
    };
    const [alice, gone, idle, quiet] = [
      await newAccount(store, "pro"),
      await newAccount(store),
      await newAccount(store, "pro"),
      await newAccount(store),
    ];
    const [live, trial, old] = [
      await newKey(store, alice.id),
      await newKey(store, alice.id, "test"),
      await newKey(store, gone.id),
    ];
    await use(live.digest, 1);
    clock.nowMs = startMs;
    await use(live.digest, 2);
    await use(trial.digest, 3);
    clock.nowMs = startMs + 27 * DAY_MS;
    await use(live.digest, 4);
    await use(old.digest, 5);
    await store.accounts.changePlan(alice.id, "enterprise", OPERATOR);
    await store.accounts.delete(gone.id, OPERATOR);
    clock.nowMs = systemClock.now();
    await use(live.digest, 6);
    await store.close();
    ids.push(alice.id, gone.id, idle.id, quiet.id);
  });

  test("has a row for each account to bill, also for a deleted one, without its address", async () => {
    const { out, exitCode, note } = await usage("--month", lastMonth, "--format", "csv");
    expect([exitCode, note]).toEqual([0, ""]);
    const rows: Record<string, string>[] = parse(out, { columns: true });
    const [alice, gone, idle] = ids.map(String);
    expect(rows).toMatchObject([
      {
        account: alice,
        plan_at_start: "pro",
        plan_at_end: "enterprise",
        live: "6",
        test: "3",
        from: `${lastMonth}-01`,
      },
      { account: gone, plan_at_start: "free", plan_at_end: "free", live: "5", test: "0", email: "" },
      { account: idle, plan_at_start: "pro", plan_at_end: "pro", live: "0", test: "0" },
    ]);
    expect(rows[0]?.["email"]).toMatch(/^alice-\d+@example\.com$/);
    const table = await usage("--month", lastMonth);
    expect(table.out.split("\n").map((line) => line.split(/ +/)[2])).toEqual(["account", alice, gone, idle, undefined]);
  });

  test("has a JSON object on each line, by key, for one account by its number", async () => {
    const gone = String(ids[1]);
    const { out } = await usage("--month", lastMonth, "--format", "jsonl", "--keys", "--email", gone);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({ account: ids[1], type: "live", stats: 5, city: 0, requests: 5, email: null }),
    ]);
    const nothing = await usage("--month", lastMonth, "--format", "jsonl", "--email", String(ids[3]));
    expect(JSON.parse(nothing.out)).toMatchObject({ account: ids[3], live: 0 });
  });

  test("can be any days, and says that a period is not over", async () => {
    const days = await usage("--from", `${lastMonth}-02`, "--to", `${lastMonth}-28`, "--format", "jsonl");
    expect(days.out.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line).live))).toEqual([4, 5, 0]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await usage("--from", today, "--to", today)).note).toContain("The period is not over");
  });
});

describe("the usage of a month", async () => {
  const url = await migratedStoreUrl("sqlite");

  test.each([
    [["--month", "2026-13"], 2, '"2026-13" is not a month such as 2026-10'],
    [["--from", "2026-10-01"], 2, "Give --month, or --from and --to"],
    [["--month", "2026-10", "--to", "2026-10-02"], 2, "Give --month, or --from and --to"],
    [["--from", "2026-10-02", "--to", "2026-10-01"], 2, "--to is before --from"],
    [["--from", "2026-02-30", "--to", "2026-10-01"], 2, '"2026-02-30" is not a day'],
    [["--month", "2020-01"], 1, "may be deleted (USAGE_KEPT_DAYS)"],
    [["--month", lastMonth, "--email", "999999"], 1, "There is no account for 999999"],
  ])("with %j is refused", async (options, exitCode, note) => {
    expect(await safety({ DATABASE_URL: url }, "usage", ...options)).toMatchObject({
      exitCode,
      out: "",
      note: expect.stringContaining(note),
    });
  });
});
