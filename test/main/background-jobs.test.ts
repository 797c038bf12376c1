import { afterEach, expect, jest, test } from "bun:test";
import { sql } from "kysely";
import { RefusedTally } from "../../src/access/refused.ts";
import { planTable } from "../../src/domain/plan.ts";
import { BackgroundJobs } from "../../src/main/background-jobs.ts";
import { type Config, readConfig } from "../../src/main/config.ts";
import { SENDING_EVERY } from "../../src/main/parts.ts";
import type { Store } from "../../src/store/store.ts";
import { ownEditions } from "../support/own-editions.ts";
import { emptyStore, MovableClock } from "../support/stores.ts";
import { until } from "../support/until.ts";

afterEach(() => {
  jest.useRealTimers();
});

/** The jobs with a store, and the lines that they log. */
function startJobs(
  store: Store,
  config: Config = readConfig({}),
): { readonly jobs: BackgroundJobs; readonly lines: string[] } {
  const lines: string[] = [];
  const tell = (_fields: object, message: string) => void lines.push(message);
  const log = { debugs: false, debug: tell, info: tell, warn: tell, error: tell, flush() {} };
  const jobs = new BackgroundJobs(
    {
      config: Object.assign(config, { baseUrl: "http://localhost" }),
      editions: ownEditions(log),
      store,
      plans: planTable(),
      log,
      secret: "a secret of the test",
      metrics: null,
      tracing: null,
      sendingEvery: SENDING_EVERY,
    },
    new RefusedTally(new MovableClock("2026-11-20T12:00:00Z")),
  );
  return { jobs, lines };
}

test("sign-ups that were never confirmed are deleted within an hour after seven days", async () => {
  const clock = new MovableClock(new Date(Date.now() - 8 * 86_400_000).toISOString());
  const store = await emptyStore("sqlite", { clock });
  const origin = { via: "dashboard", address: null } as const;
  const { accounts, database } = await store.repositories();
  const made = await accounts.create({ email: "never@example.com", plan: "free", origin });
  await sql`insert into users (id, name, email, email_verified, account_id, created_at, updated_at)
    values ('u1', '', 'never@example.com', false, ${made.account.id}, '2026-01-01', '2026-01-01')`.execute(database);
  jest.useFakeTimers();
  const { jobs, lines } = startJobs(store);
  jest.advanceTimersByTime(3_600_000);
  jest.useRealTimers();
  await jobs.close();
  expect(lines).toEqual(["deleted unconfirmed sign-ups"]);
  expect(await accounts.findByEmail("never@example.com")).toBeNull();
});

test("a failed round of background jobs is logged, and later rounds still run", async () => {
  const store = await emptyStore("sqlite", { clock: new MovableClock("2026-11-20T12:00:00Z") });
  let raised = 0;
  const config = Object.defineProperty(readConfig({}), "baseUrl", {
    get() {
      raised += 1;
      throw new Error("no file may be opened");
    },
    set() {},
  });
  jest.useFakeTimers();
  const { jobs, lines } = startJobs(store, config);
  jest.advanceTimersByTime(180_000);
  await jobs.close();
  expect(raised).toBe(3);
  expect(lines).toEqual(Array.from({ length: 3 }, () => "notices wait for the next round"));
});

test("webhooks that cannot be loaded are logged, and do not end the service", async () => {
  const store = await emptyStore("sqlite", { clock: new MovableClock("2026-11-20T12:00:00Z") });
  let loads = 0;
  const config = Object.defineProperty(readConfig({}), "WEBHOOK_ALLOWED_NETWORKS", {
    get() {
      loads += 1;
      throw new Error("no file may be opened");
    },
  });
  jest.useFakeTimers();
  const { jobs, lines } = startJobs(store, config);
  jest.advanceTimersByTime(2_000);
  jest.useRealTimers();
  await until("the round has begun", () => loads === 1);
  await jobs.close();
  expect(lines).toEqual(["webhooks wait for the next round"]);
});
