import { describe, expect, test } from "bun:test";
import { Admission, type AdmissionOptions } from "../../src/access/admission.ts";
import type { Decision, NotAdmitted, Principal } from "../../src/access/decision.ts";
import type { AdmissionRequest, BatchDecision } from "../../src/access/store.ts";
import { planTable } from "../../src/domain/plan.ts";
import { MovableClock } from "../support/stores.ts";

/** What admission does with every answer that its store may give. test/store tests the stores themselves. */
const clock = new MovableClock("2026-11-20T12:00:00Z");
const plans = planTable({
  free: { burstCapacity: 2, burstPerSecond: 3 },
  pro: { burstCapacity: 4, burstPerSecond: 7 },
});
const live: Principal = { keyId: 2, keyType: "live", plan: "pro", limits: plans.pro, allowed: null };
const forTests: Principal = { ...live, keyType: "test" };

const allowance = { policy: "month", limit: 10, remaining: 4, resetsAtMs: 5 } as const;
const admitted: BatchDecision = { outcome: "admitted", principal: live, allowance };
const usable: BatchDecision = { outcome: "usable", principal: live };
const revoked: BatchDecision = { outcome: "refused", code: "key_revoked" };
const exhaustedMonth: BatchDecision = {
  outcome: "exhausted",
  code: "month_quota_exceeded",
  principal: live,
  allowance,
  retryAfterMs: 9,
};

const UNKNOWN: Decision = { outcome: "refused", code: "key_unknown" };
const OVERLOADED: Decision = { outcome: "unavailable", code: "overloaded", retryAfterMs: 1_000 };
const AWAY: Decision = { outcome: "unavailable", code: "store_unavailable", retryAfterMs: 1_000 };

type Answer = (batch: readonly AdmissionRequest[]) => readonly BatchDecision[] | Promise<readonly BatchDecision[]>;

/** Answers as a store does: a request that counts is admitted, any other is usable. */
const answersOfStore = (batch: readonly AdmissionRequest[]) => batch.map(({ counts }) => (counts ? admitted : usable));

function admissionOver(answer: Answer, options: Partial<AdmissionOptions> = {}) {
  const batches: (readonly AdmissionRequest[])[] = [];
  const store = {
    admit(batch: readonly AdmissionRequest[]) {
      batches.push(batch.map(({ digest, kind, counts }) => ({ digest, kind, counts })));
      return answer(batch);
    },
  };
  return { batches, admission: new Admission({ store, clock, plans, ...options }) };
}

/** Each admission method, by its name. */
const WAYS: readonly [
  string,
  (admission: Admission, digest: string | null) => Promise<{ readonly outcome: string }>,
][] = [
  ["admit", (admission, digest) => admission.admit(digest, "city")],
  ["check", (admission, digest) => admission.check(digest)],
  ["admitChecked", (admission, digest) => admission.admitChecked(digest, "city")],
];

describe.each(WAYS)("%s", (way, ask) => {
  test("refuses a value that cannot be a key without asking the store", async () => {
    const { admission, batches } = admissionOver(answersOfStore);
    expect(await ask(admission, null)).toEqual(UNKNOWN);
    expect(batches).toEqual([]);
    expect(admission.waiting()).toBe(0);
  });

  test("refuses the first request beyond the queue at once, and lets the store decide those within it", async () => {
    const { admission, batches } = admissionOver(answersOfStore, { maxWaiting: 3 });
    const asked = Array.from({ length: 4 }, (_, index) => ask(admission, `key ${index}`));
    expect(admission.waiting()).toBe(3);
    expect(await asked[3]).toEqual(OVERLOADED);
    for (const answer of await Promise.all(asked.slice(0, 3))) expect(answer.outcome).not.toBe("unavailable");
    expect(batches.map(({ length }) => length)).toEqual([3]);
  });

  test("passes a refusal from the store on", async () => {
    const { admission } = admissionOver((batch) => batch.map(() => revoked));
    expect(await ask(admission, "key")).toEqual(revoked);
  });

  test("reports the store as unavailable if it throws, rejects, or gives too few answers", async () => {
    const failures: Answer[] = [
      () => {
        throw new Error("thrown");
      },
      () => Promise.reject(new Error("rejected")),
    ];
    for (const answer of failures) {
      const errors: unknown[] = [];
      const { admission } = admissionOver(answer, { onStoreError: (error) => errors.push(error) });
      expect(await Promise.all([ask(admission, "key"), ask(admission, "key")])).toEqual([AWAY, AWAY]);
      expect(errors).toEqual([expect.any(Error)]);
      expect(admission.waiting()).toBe(0);
    }
    expect(await ask(admissionOver(() => []).admission, "key")).toEqual(AWAY);
    expect(await ask(admissionOver(() => Promise.resolve([])).admission, "key")).toEqual(AWAY);
    expect(await ask(admissionOver(() => Promise.reject(new Error("unheard"))).admission, "key")).toEqual(AWAY);
  });

  test("passes the request's kind to the store", async () => {
    const { admission, batches } = admissionOver(answersOfStore);
    await ask(admission, "key");
    const request = { digest: "key", kind: way === "check" ? "other" : "city", counts: way !== "check" } as const;
    expect(batches).toEqual([[request]]);
  });
});

test("a check returns usable and nothing more, even if a store admits", async () => {
  const { admission } = admissionOver((batch) => batch.map(() => admitted));
  expect(await admission.check("key")).toEqual({ outcome: "usable", principal: live });
});

test("up to 10,000 requests wait by default", async () => {
  const { admission, batches } = admissionOver(answersOfStore);
  const asked = Array.from({ length: 10_001 }, (_, index) => admission.admit(`key ${index}`, "city"));
  expect(admission.waiting()).toBe(10_000);
  expect(await asked.at(-1)).toEqual(OVERLOADED);
  for (const decision of await Promise.all(asked.slice(0, -1))) expect(decision).toBe(admitted);
  expect(batches.map(({ length }) => length)).toEqual(Array(10).fill(1_000));
  expect(batches.flat().map(({ digest }) => digest)).toEqual(
    Array.from({ length: 10_000 }, (_, index) => `key ${index}`),
  );
});

test("requests that arrive while a batch is in flight wait, and are decided after it", async () => {
  const { promise, resolve } = Promise.withResolvers<readonly BatchDecision[]>();
  const { admission, batches } = admissionOver((batch) => (batches.length === 1 ? promise : answersOfStore(batch)));
  const first = admission.admit("first", "city");
  await new Promise((done) => setImmediate(done));
  const later = [admission.admit("second", "county"), admission.check("third")] as const;
  expect([admission.waiting(), batches.length]).toEqual([3, 1]);
  resolve([exhaustedMonth]);
  expect(await first).toEqual(exhaustedMonth);
  expect((await Promise.all(later)).map(({ outcome }) => outcome)).toEqual(["admitted", "usable"]);
  expect(batches.slice(1)).toEqual([
    [
      { digest: "second", kind: "county", counts: true },
      { digest: "third", kind: "other", counts: false },
    ],
  ]);
  expect(admission.waiting()).toBe(0);
});

test("after a failure, the requests that arrived in the meantime are decided", async () => {
  const { promise, reject } = Promise.withResolvers<readonly BatchDecision[]>();
  const { admission, batches } = admissionOver((batch) => (batches.length === 1 ? promise : answersOfStore(batch)));
  const first = admission.admit("first", "city");
  await new Promise((done) => setImmediate(done));
  const second = admission.admit("second", "city");
  reject(new Error("broken"));
  expect([await first, await second]).toEqual([AWAY, admitted]);
});

describe("the burst of a key", () => {
  const exhausted = (limit: number, fullMs: number, tokenMs: number, principal = live): Decision & NotAdmitted => ({
    outcome: "exhausted",
    code: "burst_exceeded",
    principal,
    allowance: { policy: "burst", limit, remaining: 0, resetsAtMs: clock.now() + fullMs },
    retryAfterMs: tokenMs,
  });

  test("is used by admit; requests over it are not counted; times are whole milliseconds, never too early", async () => {
    const { admission, batches } = admissionOver(answersOfStore);
    for (let taken = 0; taken < 4; taken++) expect(await admission.admit("key", "city")).toBe(admitted);
    // At 4 tokens and 7 per second, all tokens are back after 571.4 ms and one after 142.9 ms.
    expect(await admission.admit("key", "city")).toEqual(exhausted(4, 572, 143));
    expect(batches.flat().map(({ counts }) => counts)).toEqual([true, true, true, true, false]);
  });

  test("is used by check too, which needs a token to pass", async () => {
    const { admission } = admissionOver(answersOfStore);
    for (let taken = 0; taken < 4; taken++) {
      expect(await admission.check("key")).toEqual({ outcome: "usable", principal: live });
    }
    expect(await admission.check("key")).toEqual(exhausted(4, 572, 143));
  });

  test("is not used again for a request whose message was checked", async () => {
    const { admission, batches } = admissionOver(answersOfStore);
    await admission.check("key");
    for (let asked = 0; asked < 10; asked++) expect(await admission.admitChecked("key", "city")).toBe(admitted);
    expect(
      batches
        .flat()
        .slice(1)
        .every(({ counts }) => counts),
    ).toBe(true);
    for (let taken = 1; taken < 4; taken++) expect((await admission.check("key")).outcome).toBe("usable");
    expect((await admission.check("key")).outcome).toBe("exhausted");
  });

  test("is the free plan's for a test key", async () => {
    const { admission } = admissionOver((batch) =>
      batch.map(({ counts }) => ({ ...(counts ? admitted : usable), principal: forTests })),
    );
    for (let taken = 0; taken < 2; taken++) expect((await admission.admit("key", "city")).outcome).toBe("admitted");
    expect(await admission.admit("key", "city")).toEqual(exhausted(2, 667, 334, forTests));
  });

  test("starts only when a key is found usable, and never for a refused key", async () => {
    let decision: BatchDecision = revoked;
    const { admission } = admissionOver((batch) => batch.map(() => decision));
    for (let asked = 0; asked < 10; asked++) expect(await admission.admit("key", "city")).toBe(revoked);
    decision = exhaustedMonth;
    for (let asked = 0; asked < 4; asked++) expect(await admission.admit("key", "city")).toBe(exhaustedMonth);
    decision = usable;
    expect(await admission.admit("key", "city")).toEqual(exhausted(4, 572, 143));
  });

  test("follows the latest plan that the store returns", async () => {
    let principal = live;
    const { admission } = admissionOver((batch) =>
      batch.map((request) => ({ ...(answersOfStore([request])[0] ?? usable), principal })),
    );
    for (let taken = 0; taken < 4; taken++) await admission.check("key");
    principal = { ...live, limits: { ...plans.pro, burstCapacity: 6 } };
    expect((await admission.check("key")).outcome).toBe("exhausted");
    for (let taken = 4; taken < 6; taken++) expect((await admission.check("key")).outcome).toBe("usable");
    principal = { ...live, limits: { ...plans.pro, burstCapacity: 3 } };
    expect(await admission.check("key")).toMatchObject({ code: "burst_exceeded", allowance: { limit: 3 } });
  });
});
