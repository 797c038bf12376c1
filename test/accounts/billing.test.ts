import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keptMonths, monthOf, type Period, requestsOfType } from "../../src/accounts/billing.ts";
import { utcMonth } from "../../src/base/window.ts";
import { KEY_TYPES, type KeyType, PLAN_NAMES, type PlanName } from "../../src/domain/plan.ts";
import { RETENTION } from "../../src/domain/retention.ts";
import type { Store } from "../../src/store/store.ts";
import {
  DIALECTS,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  OPERATOR,
  openTestStore,
} from "../support/stores.ts";

const START = Date.parse("2026-10-28T00:00:00Z");
const HOUR_MS = 3_600_000;
const RUNS = { sqlite: 60, postgres: 20 } as const;
const MONTHS = ["2026-10", "2026-11", "2026-12"] as const;

const index = fc.nat({ max: 8 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("use"), which: index, times: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait"), hours: fc.integer({ min: 1, max: 300 }) }) },
  // To the next month's first millisecond, or one beside it.
  { weight: 2, arbitrary: fc.record({ do: fc.constant("turn"), byMs: fc.integer({ min: -1, max: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("plan"), which: index, plan: fc.constantFrom(...PLAN_NAMES) }) },
  fc.record({ do: fc.constant("key"), which: index, type: fc.constantFrom(...KEY_TYPES) }),
  fc.record({ do: fc.constant("delete"), which: index }),
  fc.record({ do: fc.constant("account") }),
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface ModelAccount {
  readonly id: number;
  readonly createdAtMs: number;
  plan: PlanName;
  deletedAtMs: number | null;
  readonly plans: { readonly untilMs: number; readonly plan: PlanName }[];
  /** By type and month. */
  readonly used: Map<string, number>;
}

/** What the answers said, in the simplest form. */
function expectedTotals(accounts: readonly ModelAccount[], month: string, { fromMs, toMs }: Period) {
  return accounts
    .filter(({ createdAtMs, deletedAtMs }) => createdAtMs < toMs && (deletedAtMs ?? toMs) >= fromMs)
    .map(({ id, plan, plans, used }) => {
      const planAt = (ms: number) => plans.find(({ untilMs }) => untilMs >= ms)?.plan ?? plan;
      const usedBy = (type: KeyType) => used.get(`${type} ${month}`) ?? 0;
      return {
        ...{ id, live: usedBy("live"), test: usedBy("test") },
        ...{ planAtStart: planAt(fromMs), planAtEnd: planAt(toMs) },
      };
    });
}

describe.each(DIALECTS)("the bills on %s", async (dialect) => {
  const clock = new MovableClock("2026-10-28T00:00:00Z");
  const url = await migratedStoreUrl(dialect);
  const nodes: readonly Store[] = [await openTestStore(url, { clock }), await openTestStore(url, { clock })];

  async function totalsOf(store: Store, period: Period, firstId: number) {
    const found = [];
    for (let id = firstId; ; ) {
      // Two at a time, so that most histories have several pages.
      const page = await store.usage.totals(period, { firstId: id, limit: 2 });
      found.push(...page);
      const last = page.at(-1);
      if (last === undefined) return found;
      id = last.accountId + 1;
    }
  }

  test("are exactly what was admitted, with the plans of that time, whatever comes later", async () => {
    const [one, other] = nodes;
    if (one === undefined || other === undefined) throw new Error("There are no nodes");
    const history = async (steps: readonly Step[]) => {
      // Counters of the last history would hold the windows in the future.
      await one.database.deleteFrom("counters").execute();
      clock.nowMs = START;
      const accounts: ModelAccount[] = [];
      const keys: { readonly digest: string; readonly type: KeyType; readonly account: ModelAccount }[] = [];
      const addAccount = async () => {
        const { id, plan } = await newAccount(one);
        const account = { id, plan, createdAtMs: clock.now(), deletedAtMs: null, plans: [], used: new Map() };
        accounts.push(account);
        keys.push({ digest: (await newKey(one, id)).digest, type: "live", account });
      };
      await addAccount();
      const readings = new Map<string, ReturnType<typeof expectedTotals>>();
      for (const taken of [...steps, { do: "wait", hours: 2_000 } as const]) {
        const account = accounts["which" in taken ? taken.which % accounts.length : 0];
        const key = keys["which" in taken ? taken.which % keys.length : 0];
        if (account === undefined || key === undefined) throw new Error("There is nothing to use");
        if (taken.do === "use") {
          const node = taken.times % 2 === 0 ? one : other;
          const batch = Array.from({ length: taken.times }, () => ({
            digest: key.digest,
            kind: "city" as const,
            counts: true,
          }));
          const admitted = (await node.admission.admit(batch)).filter(({ outcome }) => outcome === "admitted").length;
          const name = `${key.type} ${new Date(clock.now()).toISOString().slice(0, 7)}`;
          key.account.used.set(name, (key.account.used.get(name) ?? 0) + admitted);
        } else if (taken.do === "wait") {
          clock.nowMs += taken.hours * HOUR_MS;
        } else if (taken.do === "turn") {
          clock.nowMs = Math.max(utcMonth(clock.nowMs).endMs + taken.byMs, clock.nowMs);
        } else if (taken.do === "account") {
          await addAccount();
        } else if (account.deletedAtMs !== null) {
          continue;
        } else if (taken.do === "plan" && taken.plan !== account.plan) {
          await one.accounts.changePlan(account.id, taken.plan, OPERATOR);
          account.plans.push({ untilMs: clock.now(), plan: account.plan });
          account.plan = taken.plan;
        } else if (taken.do === "key") {
          const made = await one.keys.create({
            accountId: account.id,
            type: taken.type,
            name: "k",
            expiresAtMs: null,
            origin: OPERATOR,
          });
          const [added] = made.ok
            ? await one.database.selectFrom("api_keys").select("digest").where("id", "=", made.key.id).execute()
            : [];
          if (added !== undefined) keys.push({ digest: added.digest, type: taken.type, account });
        } else if (taken.do === "delete") {
          await one.accounts.delete(account.id, OPERATOR);
          account.deletedAtMs = clock.now();
        }
        for (const month of MONTHS) {
          const period = monthOf(month);
          if (period === null || period.toMs > clock.now()) continue;
          const found = await totalsOf(one, period, accounts[0]?.id ?? 0);
          const gone = new Set(accounts.flatMap(({ id, deletedAtMs }) => (deletedAtMs === null ? [] : [id])));
          expect(found.filter(({ email }) => email === null).map(({ accountId }) => accountId)).toEqual(
            found.flatMap(({ accountId }) => (gone.has(accountId) ? [accountId] : [])),
          );
          const read = found.map((total) => {
            const { accountId: id, planAtStart, planAtEnd } = total;
            return {
              id,
              live: requestsOfType(total, "live"),
              test: requestsOfType(total, "test"),
              planAtStart,
              planAtEnd,
            };
          });
          // The first reading after the month is the last one, too.
          const first = readings.get(month) ?? expectedTotals(accounts, month, period);
          expect(read).toEqual(first);
          readings.set(month, first);
        }
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), history), {
      numRuns: RUNS[dialect],
    });
  });
});

test("a month is kept while each of its days is", () => {
  const months = (now: string, usageDays: number) =>
    keptMonths({ usageDays }, Date.parse(now)).map(({ fromMs }) => new Date(fromMs).toISOString().slice(0, 10));
  expect(months("2026-11-20T12:00:00Z", 62)).toEqual(["2026-11-01", "2026-10-01"]);
  expect(months("2026-12-02T00:00:00Z", 62)).toEqual(["2026-12-01", "2026-11-01", "2026-10-01"]);
  expect(months("2026-12-02T23:59:59Z", 62)).toHaveLength(3);
  expect(months("2026-12-03T00:00:00Z", 62)).toEqual(["2026-12-01", "2026-11-01"]);
  expect(months("2026-11-20T12:00:00Z", RETENTION.usageDays)).toHaveLength(13);
});

test.each(["2026-13", "2026-00", "2026-1", "26-10", "2026-10-01", "", "x"])("%j is not a month", (text) => {
  expect(monthOf(text)).toBeNull();
});
