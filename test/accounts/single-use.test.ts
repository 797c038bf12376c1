import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { takeCode, takeForm } from "../../src/accounts/single-use.ts";
import { DIALECTS, emptyStore, MovableClock } from "../support/stores.ts";

describe.each(DIALECTS)("on %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const store = await emptyStore(dialect, { clock });
  const { singleUses } = store;

  test("a user can use a code once within its 90 seconds, without effect on other users or codes", async () => {
    expect(await takeCode(singleUses, "user-1", "123456")).toBe(true);
    expect(await takeCode(singleUses, "user-1", "123456")).toBe(false);
    expect(await takeCode(singleUses, "user-2", "123456")).toBe(true);
    expect(await takeCode(singleUses, "user-1", "654321")).toBe(true);
    // The user and the code are separated: "user-1" with "23" is not "user-12" with "3".
    expect(await takeCode(singleUses, "user-1", "23")).toBe(true);
    expect(await takeCode(singleUses, "user-12", "3")).toBe(true);
    clock.nowMs += 89_999;
    expect(await takeCode(singleUses, "user-1", "123456")).toBe(false);
    clock.nowMs += 1;
    expect(await takeCode(singleUses, "user-1", "123456")).toBe(true);
    expect(await takeCode(singleUses, "user-1", "123456")).toBe(false);
  });

  test("only one of many simultaneous submissions of a form is the first", async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeForm(singleUses, 7, "nonce")));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await takeForm(singleUses, 8, "nonce")).toBe(true);
  });

  test("uses that are over are deleted, and the store never has a code or a form's token", async () => {
    clock.nowMs += 86_400_000;
    await takeCode(singleUses, "user-9", "999999");
    const { rows } = await sql<{ token: string }>`select token from single_uses`.execute(store.database);
    expect(rows).toEqual([{ token: expect.stringMatching(/^code_use:[\w-]{43}$/) }]);
  });
});
