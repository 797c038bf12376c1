import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { EmailOutcome } from "../../src/accounts/email-delivery.ts";
import { type ClaimedEmail, EMAIL_CLAIM_MS, type NewEmail, TOKEN_MARK } from "../../src/accounts/outbox.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { nodeEmails } from "../support/node-emails.ts";
import { recordingLog } from "../support/recording-log.ts";
import { DIALECTS, MovableClock, migratedStoreUrl, newAccount, OPERATOR, openTestStore } from "../support/stores.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CLOSED = "smtp://127.0.0.1:9";

describe.each(DIALECTS)("the outbox over %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const url = await migratedStoreUrl(dialect);
  const store = await openTestStore(url, { clock });
  const { outbox } = store;
  const mail = await startMailSink();
  const node = nodeEmails({ outbox, smtpUrl: mail.url, clock });

  let letters = 0;
  /** An email to an address of its own. */
  function letter(change: Partial<NewEmail> = {}): NewEmail {
    const recipient = `reader-${++letters}@example.com`;
    return { kind: "security_changed", recipient, accountId: null, subject: "A change", text: "Text", ...change };
  }

  /** An account with a user whose address is confirmed. */
  async function newUser() {
    const account = await newAccount(store);
    const userId = randomUUID();
    await sql`insert into users (id, name, email, email_verified, created_at, updated_at, account_id)
      values (${userId}, '', ${account.email}, ${dialect === "sqlite" ? 1 : true}, '2026-11-20T12:00:00.000Z',
        '2026-11-20T12:00:00.000Z', ${account.id})`.execute(store.database);
    return { userId, accountId: account.id, email: account.email };
  }
  const withLink = (kind: NewEmail["kind"], { email, accountId }: { email: string; accountId: number }) =>
    letter({ kind, recipient: email, accountId, text: `Open:\n\nhttp://x/y?token=${TOKEN_MARK}` });
  const links = async () =>
    (
      await sql<{ identifier: string; value: string; expires_at: string | Date }>`select * from verifications`.execute(
        store.database,
      )
    ).rows;
  const reset = async () => {
    await store.database.deleteFrom("emails").execute();
    await sql`delete from verifications`.execute(store.database);
  };

  test("sends an email once, and then keeps nothing of it", async () => {
    const one = letter();
    await outbox.add(one);
    expect(await outbox.unsent(9)).toMatchObject([
      { kind: one.kind, recipient: one.recipient, attempts: 0, fault: null },
    ]);
    await node.sweep();
    await node.sweep();
    expect(mail.emails(one.recipient)).toHaveLength(1);
    expect(await store.database.selectFrom("emails").selectAll().execute()).toEqual([]);
  });

  test("tries again with longer waits for a day, then gives up, lists the email for a week more, and can send it again", async () => {
    const one = letter();
    await outbox.add(one);
    const outcomes: EmailOutcome[] = [];
    const { lines, log } = recordingLog();
    const broken = nodeEmails({ outbox, smtpUrl: CLOSED, clock, log, outcomes });
    const startMs = clock.nowMs;
    const hours: number[] = [];
    for (let next: number | null = clock.nowMs; next !== null; ) {
      clock.nowMs = next;
      hours.push(Math.round((next - startMs) / 360_000) / 10);
      await broken.sweep();
      next = (await outbox.unsent(9))[0]?.nextAttemptAtMs ?? null;
    }
    expect(hours).toEqual([0, 0, 0.1, 0.6, 1.6, 3.6, 7.6, 15.6, 24.1]);
    expect(outcomes).toEqual([...Array(9).fill("refused"), "given_up"]);
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(one.recipient);
    const [listed] = await outbox.unsent(9);
    expect(listed).toMatchObject({
      attempts: 9,
      nextAttemptAtMs: null,
      fault: expect.stringContaining("ECONNREFUSED"),
    });

    clock.nowMs += 6 * DAY_MS;
    await outbox.prune();
    expect(await outbox.retry(listed?.id ?? 0)).toBe(1);
    await node.sweep();
    expect(mail.emails(one.recipient)).toHaveLength(1);
    await outbox.add(letter());
    await store.database.updateTable("emails").set({ next_attempt_at: null }).execute();
    clock.nowMs += 9 * DAY_MS;
    await outbox.prune();
    expect(await outbox.unsent(9)).toEqual([]);
  });

  test("sends each email from one of many nodes, and a slow one holds up no other", async () => {
    const nodes = await Promise.all(
      [1, 2, 3].map(async () =>
        nodeEmails({ outbox: (await openTestStore(url, { clock })).outbox, smtpUrl: mail.url, clock }),
      ),
    );
    const all = Array.from({ length: 20 }, () => letter());
    for (const one of all) await outbox.add(one);
    await Promise.all([node, ...nodes].map((one) => one.sweep()));
    expect(all.map(({ recipient }) => mail.emails(recipient).length)).toEqual(all.map(() => 1));
  });

  test("whose node ends before it stores the result is sent again by another node, which alone decides", async () => {
    const one = letter();
    await outbox.add(one);
    const lost = await outbox.claim();
    if (lost === null) throw new Error("nothing was due");
    await node.sweep();
    expect(mail.emails(one.recipient)).toEqual([]);
    expect(await outbox.retry(null)).toBe(0);
    clock.nowMs += EMAIL_CLAIM_MS;
    const second = await outbox.claim();
    expect(second).toMatchObject({ id: lost.id, attempts: 2 });
    // The first node was only slow: what it found out is outdated.
    await outbox.record(lost, null);
    expect(await outbox.unsent(9)).toHaveLength(1);
    await outbox.record(second ?? lost, null);
    expect(await outbox.unsent(9)).toEqual([]);
  });

  test("makes a link when it sends, with its time from then and only its hash stored, and another one for each attempt", async () => {
    await reset();
    const user = await newUser();
    await outbox.add(withLink("reset_password", user));
    expect(await links()).toEqual([]);
    const queued = JSON.stringify(await store.database.selectFrom("emails").selectAll().execute());
    expect(queued).toContain(TOKEN_MARK);
    clock.nowMs += 9 * HOUR_MS;
    await nodeEmails({ outbox, smtpUrl: CLOSED, clock }).sweep();
    clock.nowMs += HOUR_MS;
    await node.sweep();
    const [, token = ""] = /token=(\S+)/.exec(mail.emails(user.email)[0]?.text ?? "") ?? [];
    const rows = await links();
    expect(new Set(rows.map(({ identifier }) => identifier)).size).toBe(2);
    expect(rows.map(({ value }) => value)).toEqual(Array(2).fill(`reset ${user.userId} ${user.email}`));
    expect(JSON.stringify(rows)).not.toContain(token);
    const end = Math.max(...rows.map(({ expires_at }) => new Date(expires_at).getTime()));
    expect(end).toBe(clock.nowMs + HOUR_MS);
  });

  test.each([
    [
      "the user is gone",
      "reset_password",
      (user: { accountId: number }) => store.accounts.delete(user.accountId, OPERATOR),
    ],
    ["the address was changed", "reset_password", (user: { accountId: number; email: string }) => move(user)],
    ["the address is confirmed", "confirm_email", async () => {}],
    [
      "the user ended what was pending",
      "already_registered",
      (user: { userId: string }) => store.users.endPending(user.userId),
    ],
    [
      "the user ended what was pending",
      "confirm_new_address",
      (user: { userId: string }) => store.users.endPending(user.userId),
    ],
  ] as const)("drops a link if %s (%s)", async (_, kind, change) => {
    await reset();
    const user = await newUser();
    await outbox.add(withLink(kind, user));
    await change(user);
    await node.sweep();
    expect(mail.emails(user.email)).toEqual([]);
    expect([await links(), await outbox.unsent(9)]).toEqual([[], []]);
  });

  test("makes no link for an email that has none, whatever its text", async () => {
    await reset();
    const user = await newUser();
    const text = `Changed to ${TOKEN_MARK}@example.com`;
    await outbox.add(letter({ kind: "address_changed", recipient: user.email, accountId: user.accountId, text }));
    await node.sweep();
    expect(mail.emails(user.email)[0]?.text).toContain(text);
    expect(await links()).toEqual([]);
  });

  test("stores no link for an email that ended while a node was sending it", async () => {
    await reset();
    const user = await newUser();
    await outbox.add(withLink("reset_password", user));
    const claimed = await outbox.claim();
    if (claimed === null) throw new Error("nothing was due");
    await store.users.endPending(user.userId);
    expect(await outbox.storeLink(claimed, { identifier: "digest", lifetimeMs: HOUR_MS })).toBeNull();
    expect(await links()).toEqual([]);
  });

  test("replaces what waits about a change of address, and its links", async () => {
    await reset();
    const user = await newUser();
    const approve = (newAddress: string) => ({ ...withLink("approve_new_address", user), newAddress });
    await outbox.add(approve("first@example.com"));
    await node.sweep();
    expect((await links()).map(({ value }) => value)).toEqual([`${user.userId} approve first@example.com`]);
    await outbox.add(approve("second@example.com"));
    expect(await links()).toEqual([]);
    await outbox.add(approve("third@example.com"));
    await node.sweep();
    expect((await links()).map(({ value }) => value)).toEqual([`${user.userId} approve third@example.com`]);
    expect(mail.emails(user.email)).toHaveLength(2);
    await outbox.add({ ...withLink("confirm_new_address", user), recipient: "third@example.com" });
    await node.sweep();
    expect((await links()).map(({ value }) => value)).toEqual([`${user.userId} confirm third@example.com`]);
  });

  test("is emptied of an account's emails with the account, except the one that says so", async () => {
    const user = await newUser();
    await outbox.add(letter({ accountId: user.accountId }));
    const last = letter({ subject: "Deleted" });
    await store.accounts.delete(user.accountId, OPERATOR, undefined, () => last);
    expect((await outbox.unsent(9)).map(({ recipient }) => recipient)).toEqual([last.recipient]);
    await node.sweep();
  });

  test("queues an email only with the change that it is about", async () => {
    const user = await newUser();
    const broken = { ...letter(), subject: null } as unknown as NewEmail;
    const event = { accountId: user.accountId, name: "two_factor_on", origin: OPERATOR, detail: "" } as const;
    await expect(store.accounts.record(event, broken)).rejects.toThrow();
    expect((await store.accounts.auditLog(user.accountId, { limit: 9 })).map(({ name }) => name)).toEqual([
      "account_created",
    ]);
  });

  test("waits for its round if the store fails, and the first failure is logged", async () => {
    const { lines, log } = recordingLog();
    const failing = { ...outbox, claim: (): Promise<ClaimedEmail | null> => Promise.reject(new Error("gone")) };
    const round = nodeEmails({ outbox: failing, smtpUrl: mail.url, clock, log });
    await round.sweep();
    await round.sweep();
    expect(lines).toMatchObject([{ message: "emails wait for the next round" }]);
  });

  async function move({ accountId, email }: { accountId: number; email: string }): Promise<void> {
    const change = { email: `moved-${email}`, origin: OPERATOR, formerAddress: () => "digest", keptSession: null };
    await store.accounts.changeEmail(accountId, { ...change, letters: () => [] });
  }
});
