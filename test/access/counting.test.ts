import { describe, expect, test } from "bun:test";
import { type KeyRow, nextDecision, refusalOf, resolvedKeyOf } from "../../src/access/counting.ts";
import { windowOf } from "../../src/base/window.ts";
import { PLANS } from "../../src/domain/plan.ts";
import { USABLE_KEY_ROW } from "../support/key-row.ts";

const NOW_MS = Date.parse("2026-11-20T12:00:00Z");

describe("whether a key may pass", () => {
  const codeOf = (changes: Partial<KeyRow>) => {
    const refusal = refusalOf({ ...USABLE_KEY_ROW, ...changes }, NOW_MS);
    return refusal === null ? null : "code" in refusal && refusal.code;
  };

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
});

test("an exhausted request never has a retry time in the past", () => {
  const month = windowOf("month", NOW_MS);
  const resolved = resolvedKeyOf(USABLE_KEY_ROW, PLANS.free);
  const spent = { quota: resolved.quota, window: month, usedBefore: 1_000, granted: 0, taken: 0 };
  expect(nextDecision(resolved, spent, month.endMs + 5)).toMatchObject({ outcome: "exhausted", retryAfterMs: 0 });
  expect(nextDecision(resolved, spent, month.endMs - 5)).toMatchObject({ outcome: "exhausted", retryAfterMs: 5 });
});
