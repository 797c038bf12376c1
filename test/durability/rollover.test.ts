import { describe, expect, test } from "bun:test";
import { Admission } from "../../src/access/admission.ts";
import { utcDay } from "../../src/base/window.ts";
import { type KeyType, planTable } from "../../src/domain/plan.ts";
import type { Store } from "../../src/store/store.ts";
import { rounds } from "../support/load.ts";
import { DIALECTS, MovableClock, migratedStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";

const ROUNDS = rounds(3, 200);
const CONNECTIONS = 32;
/** No burst limit, and more requests than a test key may send but fewer than the month of a live key allows. */
const plans = planTable({ free: { monthlyRequests: 150, burstCapacity: 1_000_000, burstPerSecond: 1_000_000 } });

interface Node {
  readonly store: Store;
  readonly admission: Admission;
}

async function openNode(url: string, clock: MovableClock): Promise<Node> {
  const store = await openTestStore(url, { clock, plans });
  return { store, admission: new Admission({ store: store.admission, clock, plans }) };
}

describe.each(DIALECTS)("the last request before midnight and the first after, under load on %s", (dialect) => {
  test.each([
    ["live", "month", 150],
    ["test", "day", 100],
  ] as const)("fall into the right windows for a %s key, whose %s has room for %i", async (type, _, limit) => {
    const clock = new MovableClock("2026-11-30T12:00:00Z");
    const url = await migratedStoreUrl(dialect);
    const nodes = [await openNode(url, clock), await openNode(url, clock)];
    for (let round = 0; round < ROUNDS; round++) await rollOver(nodes, clock, Date.UTC(2026, 11 + round), type, limit);
    for (const { store } of nodes) await store.close();
  });

  async function rollOver(
    nodes: readonly Node[],
    clock: MovableClock,
    midnightMs: number,
    type: KeyType,
    limit: number,
  ) {
    clock.nowMs = midnightMs - 500;
    const before = utcDay(clock.now()).startMs;
    const { store } = pick(nodes, 0);
    const { id } = await newAccount(store);
    const { digest, key } = await newKey(store, id, type);
    // Requests entirely before or after midnight. Those in flight at midnight may count on either side.
    const admitted = { before: 0, after: 0, across: 0 };
    const connection = async (number: number) => {
      const { admission } = pick(nodes, number);
      for (;;) {
        const day = utcDay(clock.now()).startMs;
        const decision = await admission.admit(digest, "city");
        if (decision.outcome !== "admitted" && day !== before) return;
        if (decision.outcome !== "admitted") continue;
        if (utcDay(clock.now()).startMs !== day) admitted.across += 1;
        else if (day === before) admitted.before += 1;
        else admitted.after += 1;
      }
    };
    const traffic = Array.from({ length: CONNECTIONS }, (_, number) => connection(number));
    while (admitted.before === 0) await Bun.sleep(0);
    await Bun.sleep(Math.random() * 5);
    clock.nowMs = midnightMs;
    await Promise.all(traffic);

    const days = await store.usage.daily(id, before, clock.now() + 1);
    const counted = (dayMs: number) =>
      days.find((day) => day.dayMs === dayMs && day.keyId === key.id)?.counts.city ?? 0;
    const [old, young] = [counted(before), counted(clock.now())];
    expect(old + young).toBe(admitted.before + admitted.after + admitted.across);
    expect(old).toBeGreaterThanOrEqual(admitted.before);
    expect(old).toBeLessThanOrEqual(Math.min(admitted.before + admitted.across, limit));
    // The new window started at zero and was used up.
    expect(young).toBe(limit);
  }
});

function pick(nodes: readonly Node[], number: number): Node {
  const node = nodes[number % nodes.length];
  if (node === undefined) throw new Error("There is no node");
  return node;
}
