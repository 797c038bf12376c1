import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { KEY_TYPES, PLAN_NAMES, planTable, TEST_KEY_DAILY_REQUESTS } from "../../src/domain/plan.ts";
import { windowOf } from "../../src/domain/window.ts";
import {
  KEY_COLUMNS,
  KEY_REFUSALS,
  type KeyRow,
  nextDecision,
  refusalOf,
  resolvedKeyOf,
} from "../../src/store/counting.ts";
import { limitsReader } from "../../src/store/limits.ts";
import { USABLE_KEY_ROW } from "../support/key-row.ts";

const NOW_MS = Date.parse("2026-11-20T12:00:00Z");
const limitsIn = limitsReader(planTable());

describe("whether a key may pass", () => {
  const codeOf = (changes: Partial<KeyRow>) => {
    const refusal = refusalOf({ ...USABLE_KEY_ROW, ...changes }, NOW_MS);
    return refusal === null ? null : "code" in refusal && refusal.code;
  };

  test("is allowed by default", () => expect(codeOf({})).toBeNull());

  test.each([
    ["expires_at", "key_expired"],
    ["grace_ends_at", "key_revoked"],
  ] as const)("%s ends it at its very millisecond", (column, code) => {
    expect([1, 0, -1].map((later) => codeOf({ [column]: NOW_MS + later }))).toEqual([null, code, code]);
  });

  test.each([NOW_MS - 1, NOW_MS, NOW_MS + 1])(
    "does not depend on the clock for a revocation and a suspension: %i",
    (at) => {
      expect(codeOf({ revoked_at: at })).toBe("key_revoked");
      expect(codeOf({ suspended_at: at })).toBe("account_suspended");
    },
  );

  test("is decided in this order: revoked, expired, suspended (contract 5)", () => {
    const all = { revoked_at: NOW_MS, grace_ends_at: NOW_MS, expires_at: NOW_MS, suspended_at: NOW_MS };
    expect(codeOf(all)).toBe("key_revoked");
    expect(codeOf({ ...all, revoked_at: null })).toBe("key_revoked");
    expect(codeOf({ ...all, revoked_at: null, grace_ends_at: null })).toBe("key_expired");
    expect(codeOf({ suspended_at: NOW_MS, expires_at: NOW_MS + 1 })).toBe("account_suspended");
  });

  test("gives refusals with their codes", () => {
    for (const [code, refusal] of Object.entries(KEY_REFUSALS))
      expect<unknown>(refusal).toEqual({ outcome: "refused", code });
  });
});

describe("the quota of a key", () => {
  const quotaOf = (changes: Partial<KeyRow>) => resolvedKeyOf({ ...USABLE_KEY_ROW, ...changes }, limitsIn).quota;

  test("is the month of the account for all its live keys", () => {
    const expected = { name: "month 3", policy: "month", subject: 3, limit: 1_000 } as const;
    for (const key_id of [7, 8]) {
      for (const first_key_id of [null, 5]) expect(quotaOf({ key_id, first_key_id })).toEqual(expected);
    }
  });

  test("is the day of a test key, which its successors share", () => {
    const expected = { name: "day 7", policy: "day", subject: 7, limit: TEST_KEY_DAILY_REQUESTS } as const;
    expect(quotaOf({ type: "test" })).toEqual(expected);
    expect(quotaOf({ type: "test", key_id: 9, first_key_id: 7 })).toEqual(expected);
    expect(quotaOf({ type: "test", account_id: 4, plan: "enterprise" })).toEqual(expected);
  });

  test("has the account's limits, and different quotas never share a name", () => {
    expect(quotaOf({ plan: "pro", overrides: '{"monthlyRequests":77}' }).limit).toBe(77);
    fc.assert(
      fc.property(fc.constantFrom(...KEY_TYPES), fc.constantFrom(...KEY_TYPES), fc.nat(), fc.nat(), (a, b, m, n) => {
        const [one, other] = [
          quotaOf({ type: a, key_id: m, account_id: m }),
          quotaOf({ type: b, key_id: n, account_id: n }),
        ];
        expect(one.name === other.name).toBe(a === b && m === n);
      }),
    );
  });

  test("comes with the principal of the key", () => {
    for (const plan of PLAN_NAMES) {
      const row = { ...USABLE_KEY_ROW, plan, type: "test" } as const;
      expect(resolvedKeyOf(row, limitsIn)).toMatchObject({
        row,
        principal: { accountId: 3, keyId: 7, keyType: "test", plan, limits: planTable()[plan] },
      });
    }
  });

  test("is read from the columns of a row", () => {
    const names = KEY_COLUMNS.split(",").map((column) => column.trim().replace(/^.*(?:\.| AS )/, ""));
    expect(names.toSorted()).toEqual(Object.keys(USABLE_KEY_ROW).toSorted());
  });
});

describe("the decision on the next request", () => {
  const month = windowOf("month", NOW_MS);
  const count = fc.nat({ max: 20 });

  test("admits as many as were granted, in order, with exact remaining counts and reset times", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEY_TYPES), count, count, count, (type, limit, usedBefore, requests) => {
        const resolved = resolvedKeyOf({ ...USABLE_KEY_ROW, type }, limitsIn);
        const quota = { ...resolved.quota, limit };
        const granted = Math.min(Math.max(limit - usedBefore, 0), requests);
        const counter = { quota, window: month, usedBefore, granted, taken: 0 };
        for (let place = 1; place <= requests + 1; place++) {
          const used = usedBefore + Math.min(place, granted);
          const allowance = {
            policy: quota.policy,
            limit,
            remaining: Math.max(limit - used, 0),
            resetsAtMs: month.endMs,
          };
          const { principal } = resolved;
          expect(nextDecision(resolved, counter, NOW_MS)).toEqual(
            place <= granted
              ? { outcome: "admitted", principal, allowance }
              : {
                  outcome: "exhausted",
                  code: type === "live" ? "month_quota_exceeded" : "day_quota_exceeded",
                  principal,
                  allowance,
                  retryAfterMs: month.endMs - NOW_MS,
                },
          );
        }
        expect(counter.taken).toBe(granted);
      }),
    );
  });

  test("never has a retry time in the past", () => {
    const resolved = resolvedKeyOf(USABLE_KEY_ROW, limitsIn);
    const spent = { quota: resolved.quota, window: month, usedBefore: 1_000, granted: 0, taken: 0 };
    expect(nextDecision(resolved, spent, month.endMs + 5)).toMatchObject({ outcome: "exhausted", retryAfterMs: 0 });
    expect(nextDecision(resolved, spent, month.endMs - 5)).toMatchObject({ outcome: "exhausted", retryAfterMs: 5 });
  });
});
