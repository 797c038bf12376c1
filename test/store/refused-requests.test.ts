import { expect, test } from "bun:test";
import { Admission } from "../../src/access/admission.ts";
import { RefusedTally } from "../../src/access/refused.ts";
import { planTable } from "../../src/domain/plan.ts";
import { RETENTION } from "../../src/domain/retention.ts";
import { DIALECTS, emptyStore, MovableClock, newAccount, newKey } from "../support/stores.ts";

test.each(DIALECTS)(
  "requests that admission refuses on %s are stored by key, day, and code, and none writes on its own",
  async (dialect) => {
    const clock = new MovableClock("2026-11-20T12:00:00Z");
    const plans = planTable({ free: { monthlyRequests: 5, burstCapacity: 3, burstPerSecond: 1 } });
    const store = await emptyStore(dialect, { clock, plans });
    const refused = new RefusedTally(clock);
    const admission = new Admission({ store: store.admission, clock, plans, refused });
    const account = await newAccount(store);
    const {
      key: { id },
      digest,
    } = await newKey(store, account.id);
    for (let request = 0; request < 7; request++) await admission.admit(digest, "city");
    const write = () => refused.flush((counts) => store.usage.addRefused(counts));
    const [from, to] = [Date.parse("2026-11-01"), Date.parse("2026-12-01")];
    expect(await store.usage.refused(account.id, from, to)).toEqual([]);
    await write();
    await admission.admit(digest, "city");
    clock.set("2026-11-20T12:00:03Z");
    for (let request = 0; request < 3; request++) await admission.admit(digest, "city");
    await store.keys.revoke({ accountId: account.id, keyId: id, origin: { via: "command", address: null } });
    await admission.admit(digest, "city");
    await admission.admit("no key has this digest", "city");
    refused.add("no key has this digest", "overloaded");
    await write();
    const dayMs = Date.parse("2026-11-20");
    expect(await store.usage.refused(account.id, from, to)).toEqual([
      { keyId: id, dayMs, code: "burst_exceeded", requests: 5 },
      { keyId: id, dayMs, code: "key_revoked", requests: 1 },
      { keyId: id, dayMs, code: "month_quota_exceeded", requests: 1 },
    ]);
    expect(await store.usage.refused(account.id + 1, from, to)).toEqual([]);
    clock.set("2028-01-01T00:00:00Z");
    await store.usage.prune(RETENTION);
    expect(await store.usage.refused(account.id, from, to)).toEqual([]);
  },
);
