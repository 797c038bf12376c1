import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Admission } from "../../src/access/admission.ts";
import type { Decision } from "../../src/access/decision.ts";
import { digestOf, mintKey } from "../../src/access/key.ts";
import { utcMonth } from "../../src/base/window.ts";
import { planTable } from "../../src/domain/plan.ts";
import { DIALECTS, emptyStore, MovableClock, newAccount, newKey } from "../support/stores.ts";

const PAGE = readFileSync(join(import.meta.dir, "../../docs/admission.md"), "utf8");
/** The rows of the page's table about the batch: number, key, token, counts, answer, remaining. */
const ROWS = [...PAGE.matchAll(/^\| (\d) \| ([ABC]) \| .* \| .* \| (.*) \| ?(\d*) \|$/gm)].map(
  ([, , key = "", answer = "", remaining = ""]) => ({
    key,
    outcome: /`(\w+)`/.exec(answer)?.[1] ?? answer,
    remaining: remaining === "" ? null : Number(remaining),
  }),
);
/** What account A has used before, and what it sends before the batch so that two tokens of its burst are left. */
const USED_BEFORE = 792;
const SENT_BEFORE = 198;

function answerOf(decision: Decision): { readonly outcome: string; readonly remaining: number | null } {
  const remaining = "allowance" in decision ? decision.allowance.remaining : null;
  return { outcome: "code" in decision ? decision.code : decision.outcome, remaining };
}

test.each(DIALECTS)("the batch in docs/admission.md gets the documented answers on %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore(dialect, { clock });
  const admission = new Admission({ store: store.admission, clock, plans: planTable() });
  const [one, other] = [await newAccount(store), await newAccount(store)];
  const digests = new Map([
    ["A", (await newKey(store, one.id)).digest],
    ["B", digestOf(mintKey("live").key)],
    ["C", (await newKey(store, other.id)).digest],
  ]);
  const window_start = utcMonth(clock.now()).startMs;
  const counter = (subject: number, used: number) => ({ policy: "month" as const, subject, window_start, used });
  await store.database
    .insertInto("counters")
    .values([counter(one.id, USED_BEFORE), counter(other.id, 1_000)])
    .execute();
  const ask = (key: string) => admission.admit(digests.get(key) ?? null, "city");

  // The burst of a key is known after its first turn.
  await ask("A");
  await Promise.all(Array.from({ length: SENT_BEFORE - 1 }, () => ask("A")));
  const decisions = await Promise.all(ROWS.map(({ key }) => ask(key)));

  expect(ROWS).toHaveLength(5);
  expect(decisions.map(answerOf)).toEqual(ROWS.map(({ outcome, remaining }) => ({ outcome, remaining })));
  expect((await store.usage.month(one.id))?.used).toBe(992);
  expect((await store.usage.month(other.id))?.used).toBe(1_000);
});
