import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { REQUEST_KINDS, type RequestKind } from "../../src/access/decision.ts";
import { digestOf, mintKey } from "../../src/access/key.ts";
import type { AdmissionRequest, BatchDecision } from "../../src/access/store.ts";
import { GRACE_PERIODS_MS, type GracePeriod } from "../../src/accounts/keys.ts";
import type { WindowPolicy } from "../../src/base/window.ts";
import {
  KEY_TYPES,
  type KeyType,
  type LimitOverrides,
  PLAN_NAMES,
  type PlanName,
  planTable,
} from "../../src/domain/plan.ts";
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

/** Small numbers, so that random histories reach every limit. */
const PLANS = planTable({
  free: { monthlyRequests: 5, activeKeysPerType: 100 },
  pro: { monthlyRequests: 40, activeKeysPerType: 100 },
  enterprise: { monthlyRequests: 300, activeKeysPerType: 100 },
});
const START = "2026-11-30T20:00:00Z";
const HOUR_MS = 3_600_000;
const RUNS = 200;

/** A step refers to accounts and keys by any number, taken modulo how many there are. */
type Step =
  | { readonly do: "request"; readonly node: number; readonly runs: readonly Run[] }
  | { readonly do: "read"; readonly node: number; readonly account: number }
  | { readonly do: "move"; readonly byMs: number }
  | { readonly do: "mint"; readonly account: number; readonly type: KeyType; readonly lifeMs: number | null }
  | { readonly do: "revoke"; readonly key: number }
  | { readonly do: "restrict"; readonly key: number; readonly site: Site | null }
  | { readonly do: "reissue"; readonly key: number; readonly grace: GracePeriod }
  | { readonly do: "suspend" | "resume"; readonly account: number }
  | { readonly do: "plan"; readonly account: number; readonly plan: PlanName }
  | { readonly do: "limits"; readonly account: number; readonly overrides: LimitOverrides };

/** Where a request comes from, or the only place that a key may be used from. */
const SITES = { office: ["192.0.2.0/25", "192.0.2.77"], cloud: ["2001:db8:1::/48", "2001:db8:1:2::3"] } as const;
type Site = keyof typeof SITES;
const site = fc.constantFrom<Site>("office", "cloud");

/** Consecutive requests of one key within a batch. Key -1 does not exist. */
interface Run {
  readonly key: number;
  readonly kind: RequestKind;
  readonly times: number;
  readonly counts: boolean;
  readonly from: Site;
}

const number = fc.nat({ max: 20 });
const run = fc.record({
  key: fc.integer({ min: -1, max: 20 }),
  kind: fc.constantFrom(...REQUEST_KINDS),
  times: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 60 })),
  counts: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()),
  from: site,
});
const hours = fc.integer({ min: -30, max: 30 }).map((count) => count * HOUR_MS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("request"),
      node: number,
      runs: fc.array(run, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("read"), node: number, account: number }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("move"), byMs: fc.oneof(hours, fc.integer({ min: -5, max: 5 })) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("mint"),
      account: number,
      type: fc.constantFrom(...KEY_TYPES),
      lifeMs: fc.option(fc.integer({ min: 1, max: 24 }).map((count) => count * HOUR_MS)),
    }),
  },
  fc.record({ do: fc.constant("revoke"), key: number }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restrict"), key: number, site: fc.option(site) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("reissue"),
      key: number,
      grace: fc.constantFrom("none", "hour", "day", "week"),
    }),
  },
  fc.record({ do: fc.constantFrom("suspend", "resume"), account: number }),
  fc.record({ do: fc.constant("plan"), account: number, plan: fc.constantFrom(...PLAN_NAMES) }),
  fc.record({
    do: fc.constant("limits"),
    account: number,
    overrides: fc.oneof(
      fc.constant({}),
      fc.nat({ max: 20 }).map((monthlyRequests) => ({ monthlyRequests })),
    ),
  }),
);

/** A live key is used in a new month, then the clock is set back into the old one. */
const ONE_REQUEST: Step = {
  do: "request",
  node: 0,
  runs: [{ key: 0, kind: "city", times: 1, counts: true, from: "office" }],
};
const CLOCK_SET_BACK: Step[] = [
  { do: "move", byMs: 5 * HOUR_MS },
  ONE_REQUEST,
  { do: "move", byMs: -5 * HOUR_MS },
  ONE_REQUEST,
];

interface ModelAccount {
  readonly id: number;
  plan: PlanName;
  overrides: LimitOverrides;
  suspended: boolean;
  readonly month: ModelWindow;
}

interface ModelKey {
  readonly id: number;
  readonly digest: string;
  readonly type: KeyType;
  readonly account: ModelAccount;
  readonly expiresAtMs: number | null;
  revoked: boolean;
  graceEndsAtMs: number | null;
  site: Site | null;
  readonly day: ModelWindow;
}

/** The usage of each window, by its name: 2026-11 or 2026-11-30. */
type ModelWindow = Map<string, number>;

/** The newest windows opened in the store. Earlier windows never count again. */
interface NewestWindows {
  month: string;
  day: string;
}

/** The rules of decisions 3 and 4 in their simplest form, one request at a time. */
function expectedOutcome(
  key: ModelKey | undefined,
  { counts, from }: Run,
  nowMs: number,
  newest: NewestWindows,
): string {
  if (key === undefined) return "key_unknown";
  const { account } = key;
  if (key.revoked || (key.graceEndsAtMs !== null && key.graceEndsAtMs <= nowMs)) return "key_revoked";
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return "key_expired";
  if (account.suspended) return "account_suspended";
  if (key.site !== null && key.site !== from) return "address_not_allowed";
  const policy = key.type === "live" ? "month" : "day";
  const used = policy === "month" ? account.month : key.day;
  const limit = policy === "month" ? (account.overrides.monthlyRequests ?? PLANS[account.plan].monthlyRequests) : 100;
  const name = later(newest[policy], windowName(policy, nowMs));
  const before = used.get(name) ?? 0;
  if (before >= limit) return `${policy}_quota_exceeded, ${limit}, 0, ${endOf(name)}`;
  if (!counts) return "usable";
  newest[policy] = name;
  used.set(name, before + 1);
  return `admitted, ${limit}, ${limit - before - 1}, ${endOf(name)}`;
}

function windowName(policy: WindowPolicy, nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, policy === "month" ? 7 : 10);
}

/** The first moment after a window. */
function endOf(name: string): number {
  const [year = 0, month = 0, day] = name.split("-").map(Number);
  return day === undefined ? Date.UTC(year, month) : Date.UTC(year, month - 1, day + 1);
}

/** The later of two window names: ISO 8601 sorts as text. */
function later(one: string, other: string): string {
  return [one, other].sort()[1] ?? one;
}

function actualOutcome(decision: BatchDecision): string {
  const name = "code" in decision ? decision.code : decision.outcome;
  if (!("allowance" in decision)) return name;
  const { limit, remaining, resetsAtMs } = decision.allowance;
  return `${name}, ${limit}, ${remaining}, ${resetsAtMs}`;
}

/** The admitted requests of each key, day, and kind, by these three in one text. */
type ModelUsage = Map<string, number>;

/** Runs one history against both the store and the model. */
class History {
  readonly accounts: ModelAccount[] = [];
  readonly keys: ModelKey[] = [];
  readonly usage: ModelUsage = new Map();
  readonly #nodes: readonly Store[];
  readonly #clock: MovableClock;
  readonly #newest: NewestWindows;

  /** `newest` carries over from one history to the next, as in the store. */
  constructor(nodes: readonly Store[], clock: MovableClock, newest: NewestWindows) {
    this.#nodes = nodes;
    this.#clock = clock;
    this.#newest = newest;
  }

  get #store(): Store {
    return pick(this.#nodes, 0);
  }

  async begin(): Promise<void> {
    // Later than everything before: the evening before a new month.
    const past = this.#newest.day === "" ? START : this.#newest.day;
    const [year = 0, month = 0] = past.split("-").map(Number);
    this.#clock.nowMs = Date.UTC(year, month + 1, 0, 20);
    for (const plan of ["free", "pro"] as const) {
      const { id } = await newAccount(this.#store, plan);
      this.accounts.push({ id, plan, overrides: {}, suspended: false, month: new Map() });
    }
    // In one statement: a transaction for each key would take longer than most histories.
    const minted = this.accounts.flatMap((account) => KEY_TYPES.map((type) => ({ account, type, ...mintKey(type) })));
    const created = { name: "a key", created_at: this.#clock.now() };
    const rows = minted.map(({ account: { id }, type, digest, display }) => {
      return { ...created, account_id: id, type, digest, display };
    });
    const made = await this.#store.database.insertInto("api_keys").values(rows).returning(["id", "digest"]).execute();
    const idOf = new Map(made.map(({ id, digest }) => [digest, id]));
    for (const { account, type, digest } of minted) this.#addKey(idOf.get(digest) ?? 0, digest, type, account, null);
  }

  async take(step: Step): Promise<void> {
    if (step.do === "move") {
      this.#clock.nowMs += step.byMs;
    } else if (step.do === "request") {
      await this.#request(step.node, step.runs);
    } else if (step.do === "read") {
      await this.#expectMonth(pick(this.accounts, step.account), pick(this.#nodes, step.node));
    } else if (step.do === "mint") {
      await this.#mint(pick(this.accounts, step.account), step.type, step.lifeMs);
    } else if (step.do === "revoke" || step.do === "reissue" || step.do === "restrict") {
      await this.#changeKey(step);
    } else {
      await this.#changeAccount(step);
    }
  }

  async #request(node: number, runs: readonly Run[]): Promise<void> {
    const batch: AdmissionRequest[] = [];
    const expected: string[] = [];
    for (const run of runs) {
      const { key: index, kind, times, counts, from } = run;
      const key = index < 0 ? undefined : pick(this.keys, index);
      for (let time = 0; time < times; time++) {
        batch.push({ digest: key?.digest ?? "nobody", kind, counts, address: () => SITES[from][1] });
        const outcome = expectedOutcome(key, run, this.#clock.now(), this.#newest);
        if (key !== undefined && outcome.startsWith("admitted")) this.#addUsage(key, kind);
        expected.push(outcome);
      }
    }
    const decisions = await pick(this.#nodes, node).admission.admit(batch);
    expect(decisions.map(actualOutcome)).toEqual(expected);
  }

  /** The day is always in the window that was counted in. */
  #addUsage({ id, type }: ModelKey, kind: RequestKind): void {
    const today = later(this.#newest.day, windowName("day", this.#clock.now()));
    const day = type === "live" ? later(today, `${this.#newest.month}-01`) : today;
    const name = `key ${id}, ${day}, ${kind}`;
    this.usage.set(name, (this.usage.get(name) ?? 0) + 1);
  }

  async #mint(account: ModelAccount, type: KeyType, lifeMs: number | null): Promise<void> {
    const expiresAtMs = lifeMs === null ? null : this.#clock.now() + lifeMs;
    const { key, digest } = await newKey(this.#store, account.id, type, expiresAtMs);
    this.#addKey(key.id, digest, type, account, expiresAtMs);
  }

  async #changeKey(step: Extract<Step, { do: "revoke" | "reissue" | "restrict" }>): Promise<void> {
    const key = pick(this.keys, step.key);
    const names = { accountId: key.account.id, keyId: key.id, origin: OPERATOR };
    if (step.do === "revoke") {
      await this.#store.keys.revoke(names);
      key.revoked = true;
      return;
    }
    if (step.do === "restrict") {
      await this.#store.keys.restrict(names, step.site === null ? "" : SITES[step.site][0]);
      key.site = step.site;
      return;
    }
    const nowMs = this.#clock.now();
    const result = await this.#store.keys.reissue({ ...names, grace: step.grace });
    if (!result.ok) return;
    if (step.grace === "none") key.revoked = true;
    else key.graceEndsAtMs = nowMs + GRACE_PERIODS_MS[step.grace];
    const { id, expiresAtMs } = result.key;
    this.#addKey(id, digestOf(result.secret), key.type, key.account, expiresAtMs, key);
  }

  async #changeAccount(
    step: Exclude<Step, { do: "request" | "read" | "move" | "mint" | "revoke" | "reissue" | "restrict" }>,
  ): Promise<void> {
    const account = pick(this.accounts, step.account);
    if (step.do === "plan") {
      await this.#store.accounts.changePlan(account.id, step.plan, OPERATOR);
      account.plan = step.plan;
    } else if (step.do === "limits") {
      await this.#store.accounts.changeLimits(account.id, step.overrides, OPERATOR);
      account.overrides = step.overrides;
    } else {
      await this.#store.accounts[step.do](account.id, OPERATOR);
      account.suspended = step.do === "suspend";
    }
  }

  /** A successor continues to count in the day of the key that it replaced, and may be used from the same place. */
  #addKey(
    id: number,
    digest: string,
    type: KeyType,
    account: ModelAccount,
    expiresAtMs: number | null,
    { day, site }: Pick<ModelKey, "day" | "site"> = { day: new Map(), site: null },
  ): void {
    this.keys.push({ id, digest, type, account, expiresAtMs, revoked: false, graceEndsAtMs: null, day, site });
  }

  async #expectMonth(account: ModelAccount, node: Store): Promise<void> {
    const name = later(this.#newest.month, windowName("month", this.#clock.now()));
    const month = await node.usage.month(account.id);
    expect(month?.used).toBe(account.month.get(name) ?? 0);
  }

  /** The stored counts equal the admitted requests: in the newest month, and for each key, day, and kind. */
  async end(): Promise<void> {
    const counted: ModelUsage = new Map();
    for (const account of this.accounts) {
      for (const { keyId, dayMs, counts } of await this.#store.usage.daily(account.id, 0, Number.MAX_SAFE_INTEGER)) {
        for (const kind of REQUEST_KINDS) {
          if (counts[kind] > 0) counted.set(`key ${keyId}, ${windowName("day", dayMs)}, ${kind}`, counts[kind]);
        }
      }
      await this.#expectMonth(account, this.#store);
    }
    expect(counted).toEqual(this.usage);
  }
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("There is nothing to pick from");
  return item;
}

describe.each(DIALECTS)("admission on %s", async (dialect) => {
  const clock = new MovableClock(START);
  const newest: NewestWindows = { month: "", day: "" };
  const url = await migratedStoreUrl(dialect);
  const nodes: readonly Store[] = [
    await openTestStore(url, { clock, plans: PLANS }),
    await openTestStore(url, { clock, plans: PLANS }),
  ];

  test("follows the rules for any history of requests, changes, and clock moves, one request at a time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const history = new History(nodes, clock, newest);
        await history.begin();
        for (const one of steps) await history.take(one);
        await history.end();
      }),
      { numRuns: RUNS, examples: [[CLOCK_SET_BACK]] },
    );
  });
});
