import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { currentNotices, sweepNotices } from "../../../src/accounts/notice.ts";
import { planTable } from "../../../src/domain/plan.ts";
import { dashboardToken } from "../../support/form-client.ts";
import { startMailSink } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { nodeEmails } from "../../support/node-emails.ts";
import { serveSite } from "../../support/served-site.ts";
import { emptyStore, MovableClock, newAccount, newKey, OPERATOR, PAGE_DIALECTS } from "../../support/stores.ts";
import { until } from "../../support/until.ts";

const DAY_MS = 86_400_000;
const QUOTA = "Your monthly quota";
const EXPIRY = "An API key expires soon";
const silent = { info() {}, warn() {}, error() {} };

describe.each(PAGE_DIALECTS)("notices over %s", async (dialect) => {
  const clock = new MovableClock("2026-03-10T12:00:00Z");
  const store = await emptyStore(dialect, { clock });
  const mail = await startMailSink();
  const emails = nodeEmails({ outbox: store.outbox, smtpUrl: mail.url, clock });

  async function sweep(): Promise<void> {
    const parts = { store: store.notices, plans: planTable(), baseUrl: "http://x", clock, log: silent };
    expect(await sweepNotices(parts)).toBe(true);
    await emails.sweep();
  }

  function admit(digest: string, times: number) {
    const batch = Array.from({ length: times }, () => ({ digest, kind: "city" as const, counts: true }));
    return store.admission.admit(batch);
  }

  test("80, 95, and 100% of the quota are each announced once, by email and on the page", async () => {
    const account = await newAccount(store);
    const { digest } = await newKey(store, account.id);
    const notified = async () => {
      await sweep();
      await sweep();
      const open = await store.notices.open(account.id, 0);
      return { emails: mail.emails(account.email).length, open: open.map((notice) => notice.kind) };
    };
    await admit(digest, 799);
    expect(await notified()).toEqual({ emails: 0, open: [] });
    await admit(digest, 1);
    expect(await notified()).toEqual({ emails: 1, open: ["quota_80"] });
    await admit(digest, 149);
    expect(await notified()).toEqual({ emails: 1, open: ["quota_80"] });
    await admit(digest, 1);
    expect(await notified()).toEqual({ emails: 2, open: ["quota_95", "quota_80"] });
    await admit(digest, 60);
    expect(await notified()).toEqual({ emails: 3, open: ["quota_100", "quota_95", "quota_80"] });
    const letter = await mail.next(account.email, QUOTA);
    expect(letter.text).toContain("1,000 of 1,000 requests of this month are used");
    expect(letter.text).toContain("until Apr 1, 2026, 00:00 UTC");
  });

  test("another plan is another quota: its percentages are also announced, and the page shows only the current one", async () => {
    const account = await newAccount(store);
    const { digest } = await newKey(store, account.id);
    const shown = async () => {
      const present = await store.accounts.find(account.id);
      return present ? (await currentNotices(store.notices, present, clock.now())).map(({ text }) => text) : [];
    };
    await admit(digest, 800);
    await sweep();
    await admit(digest, 200);
    await sweep();
    expect(await shown()).toEqual([expect.stringContaining("1,000 of 1,000 requests")]);
    await store.accounts.changeLimits(account.id, { monthlyRequests: 2000 }, OPERATOR);
    expect(await shown()).toEqual([]);
    await admit(digest, 600);
    await sweep();
    expect(await shown()).toEqual([expect.stringContaining("1,600 of 2,000 requests")]);
    expect(mail.emails(account.email)).toHaveLength(3);
  });

  test("the notice about a revoked key stays after the month ends", async () => {
    const account = await newAccount(store);
    const nowMs = clock.now();
    clock.set("2026-03-31T23:59:00Z");
    await store.notices.raise({ accountId: account.id, kind: "key_revoked", subject: "1", text: "Revoked" });
    clock.set("2026-04-10T00:00:00Z");
    expect(await currentNotices(store.notices, account, clock.now())).toHaveLength(1);
    clock.set("2026-05-10T00:00:00Z");
    expect(await currentNotices(store.notices, account, clock.now())).toEqual([]);
    clock.nowMs = nowMs;
  });

  test("a notice that is switched off is neither sent nor shown, and one that is switched on again is", async () => {
    const account = await newAccount(store);
    const { digest } = await newKey(store, account.id);
    const off = async (kinds: Parameters<typeof store.accounts.switchOffNotices>[1]) =>
      store.accounts.switchOffNotices(account.id, kinds, OPERATOR);
    expect(await off(["quota_80", "quota_100"])).toMatchObject({
      account: { noticesOff: ["quota_80", "quota_100"] },
    });
    await admit(digest, 800);
    await sweep();
    expect([mail.emails(account.email), await store.notices.open(account.id, 0)]).toEqual([[], []]);
    await admit(digest, 150);
    await sweep();
    expect((await store.notices.open(account.id, 0)).map(({ kind }) => kind)).toEqual(["quota_95"]);
    await admit(digest, 50);
    await sweep();
    expect(mail.emails(account.email)).toHaveLength(1);
    await off([]);
    await sweep();
    expect(mail.emails(account.email)).toHaveLength(2);
    const log = await store.accounts.auditLog(account.id, { limit: 2 });
    expect(log.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
      "notices_changed: none off",
      "notices_changed: quota_80 quota_100 off",
    ]);
  });

  test("an account that was deleted in the meantime gets no email", async () => {
    const account = await newAccount(store);
    await store.notices.raise({ accountId: account.id, kind: "key_revoked", subject: "1", text: "Revoked" });
    await store.accounts.delete(account.id, OPERATOR);
    await sweep();
    expect(mail.emails(account.email)).toEqual([]);
  });

  test("many concurrent processes still email each notice once", async () => {
    const account = await newAccount(store);
    const { digest } = await newKey(store, account.id);
    await admit(digest, 900);
    await Promise.all(Array.from({ length: 10 }, () => sweep()));
    expect(mail.emails(account.email)).toHaveLength(1);
  });

  test("a key is announced once in the week before it expires, unless it was revoked or created for a shorter time", async () => {
    const account = await newAccount(store, "pro");
    const nowMs = clock.now();
    await newKey(store, account.id, "live", nowMs + 30 * DAY_MS);
    const revoked = await newKey(store, account.id, "live", nowMs + 30 * DAY_MS);
    await newKey(store, account.id, "test", nowMs + 5 * DAY_MS);
    const origin = { via: "command", address: null } as const;
    await store.keys.revoke({ accountId: account.id, keyId: revoked.key.id, origin });
    await sweep();
    expect(mail.emails(account.email)).toEqual([]);
    clock.nowMs = nowMs + 24 * DAY_MS;
    await sweep();
    await sweep();
    expect(mail.emails(account.email).map((letter) => letter.subject)).toEqual([EXPIRY]);
    clock.nowMs = nowMs;
  });
});

test("a notice that another process is taking at this moment is left to that process", async () => {
  const store = await emptyStore("postgres", { clock: new MovableClock("2026-03-10T12:00:00Z") });
  const account = await newAccount(store);
  await store.notices.raise({ accountId: account.id, kind: "key_revoked", subject: "1", text: "Revoked" });
  let taken: Promise<void> = Promise.resolve();
  const queued: unknown[] = [];
  await store.database.transaction().execute(async (other) => {
    await other.updateTable("notices").set({ mailed_at: 1 }).where("account_id", "=", account.id).execute();
    taken = store.notices.queueEmails(100, (notice) => {
      queued.push(notice);
      return { kind: "notice", recipient: notice.email, accountId: account.id, subject: "", text: "" };
    });
    // It reads the old version of the notice and then waits for the other process's lock.
    const isWaiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await until("it waits for the lock", async () => (await isWaiting.execute(store.database)).rows[0]?.n !== 0);
  });
  await taken;
  expect([queued, await store.outbox.unsent(9)]).toEqual([[], []]);
});
describe.each(PAGE_DIALECTS)("notices on the page over %s", async (dialect) => {
  const site = await serveSite(dialect);
  const alice = await newAccountHolder(site, "alice@example.com");
  const charlie = await newAccountHolder(site, "charlie@example.com");
  const account = "(SELECT id FROM accounts WHERE email = 'alice@example.com')";
  const old = Date.now() - 40 * DAY_MS;
  await site.sql(
    `INSERT INTO notices (account_id, kind, subject, text, at, mailed_at) VALUES
        (${account}, 'quota_80', '${new Date().toISOString().slice(0, 7)}-01/1000', 'Eighty percent', ${Date.now()}, 1),
        (${account}, 'quota_95', 'a month before', 'Long ago', ${old}, 1)`,
  );

  test("are on every page of the dashboard until they are dismissed, except those of an earlier month", async () => {
    for (const path of ["/dashboard", "/dashboard/keys"]) {
      const { html } = await alice.get(path);
      expect(html).toContain("Eighty percent");
      expect(html).not.toContain("Long ago");
    }
    expect((await charlie.get("/dashboard")).html).not.toContain("Eighty percent");
    const { html } = await alice.get("/dashboard");
    const dismiss = /action="(\/dashboard\/notices\/\d+\/dismiss)"/.exec(html)?.[1] ?? "";
    const token = await dashboardToken(charlie);
    await charlie.post(dismiss, { csrf: token });
    expect((await alice.get("/dashboard")).html).toContain("Eighty percent");
    await alice.submit("/dashboard", {}, dismiss);
    expect((await alice.get("/dashboard")).html).not.toContain("Eighty percent");
  });

  test("say in advance when they are sent, and each can be switched off", async () => {
    const page = "/dashboard/notices";
    const boxes = async () =>
      [...(await alice.get(page)).html.matchAll(/<input type="checkbox"[^>]*name="(\w+)"([^>]*)>/g)].map(
        ([, kind, rest = ""]) => [kind, rest.includes("checked")],
      );
    const all = ["quota_80", "quota_95", "quota_100", "key_expiring"];
    expect(await boxes()).toEqual(all.map((kind) => [kind, true]));
    const saved = await alice.submit(page, { quota_100: "on", key_revoked: "on" });
    expect(saved.location).toBe(`${page}?after=saved`);
    expect(await boxes()).toEqual(all.map((kind) => [kind, kind === "quota_100"]));
    expect((await alice.get("/dashboard/security")).html).toContain("Notices changed");
    expect((await charlie.get(page)).html).not.toContain("alice@example.com");
  });

  test("say that an account is suspended", async () => {
    await site.sql(`UPDATE accounts SET suspended_at = ${Date.now()} WHERE email = 'charlie@example.com'`);
    expect((await charlie.get("/dashboard")).html).toContain("This account is suspended");
  });
});
