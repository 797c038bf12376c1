import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Account, formerAddressOf, type Origin } from "../../src/accounts/account.ts";
import { INVITATION_MS, UNSENT_INVITATION_MS } from "../../src/accounts/members.ts";
import { EVENT_PERMISSIONS, PermissionEnded, type Role } from "../../src/accounts/roles.ts";
import type { Store } from "../../src/store/store.ts";
import { DIALECTS, MovableClock, migratedStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";

const OPERATOR: Origin = { via: "command", address: "root" };

describe.each(DIALECTS)("people of an account on %s", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const url = await migratedStoreUrl(dialect);
  const store = await openTestStore(url, { clock });
  const { members } = store;

  interface Signed {
    readonly account: Account;
    readonly userId: string;
    readonly origin: Origin;
  }

  async function person(name = "person"): Promise<Signed> {
    const account = await newAccount(store, "free", name);
    const userId = randomUUID();
    const now = new Date(clock.now()).toISOString();
    await sql`insert into users (id, name, email, email_verified, created_at, updated_at, account_id)
      values (${userId}, '', ${account.email}, true, ${now}, ${now}, ${account.id})`.execute(store.database);
    return { account, userId, origin: { via: "dashboard", address: "192.0.2.1", userId } };
  }

  async function add(owner: Signed, other: Signed, role: Role): Promise<void> {
    const row = {
      account_id: owner.account.id,
      user_id: other.userId,
      role,
      joined_at: clock.now(),
      selected_at: null,
    };
    await store.database.insertInto("memberships").values(row).execute();
  }

  const change = (owner: Signed, other: Signed, by = owner) => {
    return { accountId: owner.account.id, userId: other.userId, origin: by.origin };
  };
  const rolesOf = async ({ account }: Signed) =>
    Object.fromEntries((await members.members(account.id)).map(({ userId, role }) => [userId, role]));
  const letterTo = (email: string, accountId: number) => {
    return { kind: "invitation", recipient: email, accountId, subject: "", text: "<token>" } as const;
  };

  async function invite(owner: Signed, email: string, digest: string, role: Role = "developer"): Promise<void> {
    const { id: accountId } = owner.account;
    const letter = letterTo(email, accountId);
    const invited = await members.invite({ accountId, email, role, origin: owner.origin, letter });
    if (!invited.ok) throw new Error(invited.reason);
    const claimed = await store.outbox.claim();
    if (claimed === null) throw new Error("no email");
    await store.outbox.storeLink(claimed, { identifier: digest, lifetimeMs: INVITATION_MS });
    await store.outbox.record(claimed, null);
  }

  test("always have an owner, whatever two owners do to each other at the same moment", async () => {
    for (let round = 0; round < 10; round++) {
      const [alice, bob] = [await person(), await person()];
      await add(alice, bob, "owner");
      await Promise.allSettled([
        members.remove(change(alice, bob)),
        members.remove(change(alice, alice, bob)),
        members.changeRole(change(alice, bob), "viewer"),
        members.leave(change(alice, bob, bob)),
        members.changeMainOwner(change(alice, bob, bob)),
      ]);
      expect(Object.values(await rolesOf(alice))).toContain("owner");
    }
  });

  test("can do nothing in a transaction that comes after their removal, whatever a page has checked before", async () => {
    const [alice, bob] = [await person(), await person()];
    await add(alice, bob, "owner");
    const { id: accountId } = alice.account;
    const { key } = await newKey(store, accountId);
    await store.webhooks.save(accountId, "https://hooks.example/in", "a nonce", alice.origin);
    await members.remove(change(alice, bob));
    const { origin } = bob;
    const named = { accountId, keyId: key.id, origin };
    const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
      key_created: () => store.keys.create({ accountId, type: "live", name: "x", expiresAtMs: null, origin }),
      key_renamed: () => store.keys.rename(named, "another"),
      key_restricted: () => store.keys.restrict(named, "192.0.2.0/24"),
      key_reissued: () => store.keys.reissue({ ...named, grace: "none" }),
      key_revoked: () => store.keys.revoke(named),
      webhook_set: () => store.webhooks.save(accountId, "https://evil.example/", "n", origin),
      webhook_secret_renewed: () => store.webhooks.renew(accountId, "n", origin),
      webhook_deleted: () => store.webhooks.delete(accountId, origin),
      notices_changed: () => store.accounts.switchOffNotices(accountId, ["quota_80"], origin),
      plan_requested: () => store.accounts.requestPlan(accountId, { plan: "pro", message: "", origin }),
      person_invited: () =>
        members.invite({
          accountId,
          email: "x@example.com",
          role: "owner",
          origin,
          letter: letterTo("x@example.com", accountId),
        }),
      role_changed: async () => {
        const carol = await person();
        await add(alice, carol, "viewer");
        return members.changeRole(change(alice, carol, bob), "owner");
      },
      person_removed: async () => {
        const carol = await person();
        await add(alice, carol, "viewer");
        return members.remove(change(alice, carol, bob));
      },
      invitation_withdrawn: async () => {
        await invite(alice, "y@example.com", randomUUID());
        const [open] = await members.invitations(accountId);
        return members.withdraw(accountId, open?.id ?? 0, origin);
      },
      main_owner_changed: async () => {
        const carol = await person();
        await add(alice, carol, "owner");
        return members.changeMainOwner(change(alice, carol, bob));
      },
    };
    // A new change that has a right in the table needs an attempt here.
    expect(Object.keys(attempts).toSorted()).toEqual(Object.keys(EVENT_PERMISSIONS).toSorted());
    for (const [name, attempt] of Object.entries(attempts)) {
      const outcome = await attempt().then(
        () => "done",
        (error: unknown) => (error instanceof PermissionEnded ? "refused" : String(error)),
      );
      expect([name, outcome]).toEqual([name, "refused"]);
    }
    await expect(store.accounts.delete(accountId, origin)).rejects.toBeInstanceOf(PermissionEnded);
    const events = await store.accounts.auditLog(accountId, { limit: 100 });
    expect(events.filter((event) => event.origin.userId === bob.userId)).toEqual([]);
    expect((await store.keys.find(key.id))?.revokedAtMs).toBeNull();
  });

  test("lose a role at once: a developer who becomes a viewer creates no key, and an owner's invitations end", async () => {
    const [alice, bob] = [await person(), await person()];
    await add(alice, bob, "owner");
    await invite({ ...bob, account: alice.account }, "eve@example.com", "of bob", "owner");
    expect(await members.findInvitation("of bob")).toMatchObject({ email: "eve@example.com" });
    await members.changeRole(change(alice, bob), "viewer");
    expect(await members.findInvitation("of bob")).toBeNull();
    const key = {
      accountId: alice.account.id,
      type: "live",
      name: "x",
      expiresAtMs: null,
      origin: bob.origin,
    } as const;
    await expect(store.keys.create(key)).rejects.toBeInstanceOf(PermissionEnded);
  });

  test("hand over only to an owner whose own account is unused, and each keeps an account of their own", async () => {
    const [alice, bob] = [await person("alice"), await person("bob")];
    await add(alice, bob, "developer");
    const toBob = change(alice, bob);
    expect(await members.changeMainOwner(toBob)).toEqual({ ok: false, reason: "not_owner" });
    await members.changeRole(toBob, "owner");
    const { key } = await newKey(store, bob.account.id);
    expect(await members.changeMainOwner(toBob)).toEqual({ ok: false, reason: "account_in_use" });
    await sql`delete from audit_events where key_id = ${key.id}`.execute(store.database);
    await sql`delete from api_keys where id = ${key.id}`.execute(store.database);
    expect(await members.changeMainOwner(toBob)).toEqual({ ok: false, reason: "account_in_use" });
    await sql`delete from audit_events where account_id = ${bob.account.id}`.execute(store.database);
    expect(await members.changeMainOwner(toBob)).toEqual({ ok: true });
    expect((await store.accounts.find(alice.account.id))?.email).toBe(bob.account.email);
    const { rows } = await sql<{ id: string; account: string }>`select users.id, accounts.email as account
      from users join accounts on accounts.id = users.account_id
      where users.id in (${alice.userId}, ${bob.userId})`.execute(store.database);
    expect(Object.fromEntries(rows.map((row) => [row.id, row.account]))).toEqual({
      [alice.userId]: alice.account.email,
      [bob.userId]: bob.account.email,
    });
    expect(await rolesOf(alice)).toEqual({ [bob.userId]: "owner", [alice.userId]: "owner" });
    // And back.
    const own = (await store.accounts.findByEmail(alice.account.email))?.id;
    expect(await members.changeMainOwner(change(alice, alice, bob))).toEqual({ ok: true });
    expect([(await store.accounts.find(own ?? 0))?.email, (await rolesOf(alice))[bob.userId]]).toEqual([
      `deleted-${own}@invalid`,
      "owner",
    ]);
  });

  test("are told apart by the log after a handover: older sign-ins are those of the former main owner", async () => {
    const [alice, bob] = [await person("alice"), await person("bob")];
    await add(alice, bob, "owner");
    const { id: accountId } = alice.account;
    const signedIn = { accountId, name: "signed_in", origin: { via: "dashboard", address: null }, detail: "" } as const;
    await store.accounts.record(signedIn);
    await sql`delete from audit_events where account_id = ${bob.account.id}`.execute(store.database);
    await members.changeMainOwner(change(alice, bob));
    const reader = { userId: bob.userId, ownAccountId: accountId };
    const seen = await store.accounts.auditLog(accountId, { limit: 50 }, reader);
    expect(seen.map(({ name }) => name)).not.toContain("signed_in");
    const exported = await store.accounts.export(accountId, { ...reader, hasAccount: true });
    expect(exported?.["audit_events"]?.map((row) => row["name"])).not.toContain("signed_in");
  });

  test("end what they had pending with a handover: no link about the former main owner's address is made for the new one", async () => {
    const [alice, bob] = [await person("alice"), await person("bob")];
    await add(alice, bob, "owner");
    await sql`delete from audit_events where account_id = ${bob.account.id}`.execute(store.database);
    const { id: accountId } = alice.account;
    const confirm = { ...letterTo("evil@example.com", accountId), kind: "confirm_new_address" } as const;
    await store.outbox.add(confirm);
    const claimed = await store.outbox.claim();
    if (claimed === null) throw new Error("no email");
    await members.changeMainOwner(change(alice, bob));
    expect(await store.outbox.storeLink(claimed, { identifier: "of alice", lifetimeMs: 1_000 })).toBeNull();
  });

  test("see in the log that the account goes by another address", async () => {
    const [alice, bob] = [await person("alice"), await person("bob")];
    await add(alice, bob, "viewer");
    const { id: accountId, email } = alice.account;
    await store.accounts.changeEmail(accountId, {
      email: `new-${email}`,
      origin: alice.origin,
      formerAddress: (address) => address,
      keptSession: null,
      letters: () => [],
    });
    const reader = { userId: bob.userId, ownAccountId: bob.account.id };
    const [last] = await store.accounts.auditLog(accountId, { limit: 1 }, reader);
    expect(last).toMatchObject({ name: "main_owner_changed", detail: `new-${email}`, person: `new-${email}` });
  });

  test("get the notices of their role, and webhooks name who changed a key", async () => {
    const [alice, bob, carol] = [await person("alice"), await person("bob"), await person("carol")];
    await add(alice, bob, "developer");
    await add(alice, carol, "viewer");
    const { id: accountId, email } = alice.account;
    await store.webhooks.save(accountId, "https://hooks.example/in", "a nonce", alice.origin);
    const key = { accountId, type: "test", name: "x", expiresAtMs: null } as const;
    await store.keys.create({ ...key, origin: bob.origin });
    await store.keys.create({ ...key, origin: OPERATOR });
    const { rows } = await sql<{ data: string }>`select data from webhook_events
      where account_id = ${accountId} order by id`.execute(store.database);
    expect(rows.map(({ data }) => JSON.parse(data).by)).toEqual([bob.account.email, null]);
    for (const kind of ["quota_80", "key_expiring"] as const) {
      await store.notices.raise({ accountId, kind, subject: "1", text: kind });
    }
    await store.notices.queueEmails(9, ({ email: recipient, text }) => {
      return { kind: "notice", recipient, accountId, subject: text, text };
    });
    const queued = await sql<{ to: string }>`select subject || ' ' || recipient as "to" from emails
      where account_id = ${accountId} and kind = 'notice'`.execute(store.database);
    expect(queued.rows.map((row) => row.to).toSorted()).toEqual(
      [`quota_80 ${email}`, `key_expiring ${email}`, `key_expiring ${bob.account.email}`].toSorted(),
    );
    await store.accounts.delete(accountId, OPERATOR);
  });

  test("sign up once by an invitation: a change of their address ends those of the old one", async () => {
    const [alice, bob] = [await person(), await person()];
    const email = `${randomUUID()}@example.com`;
    await invite(alice, bob.account.email, "old address");
    await invite(alice, email, "new address");
    expect(await members.invitedBy(bob.account.email)).toBe("team");
    const formerAddress = formerAddressOf("a secret");
    const moved = { email, origin: bob.origin, formerAddress, keptSession: null, letters: () => [] };
    expect((await store.accounts.changeEmail(bob.account.id, moved)).ok).toBe(true);
    expect([await members.invitedBy(bob.account.email), await members.findInvitation("old address")]).toEqual([
      null,
      null,
    ]);
    expect(await members.join("new address", bob)).toMatchObject({ ok: true });
  });

  test("are invited for seven days from the email, and no longer if it could not be mailed", async () => {
    const alice = await person();
    await invite(alice, "late@example.com", "late");
    clock.nowMs += INVITATION_MS - 1;
    expect(await members.findInvitation("late")).not.toBeNull();
    clock.nowMs += 1;
    expect(await members.findInvitation("late")).toBeNull();
    const letter = letterTo("unsent@example.com", alice.account.id);
    const unsent = {
      accountId: alice.account.id,
      email: letter.recipient,
      role: "viewer",
      origin: OPERATOR,
      letter,
    } as const;
    await members.invite(unsent);
    expect(await members.invitedBy(letter.recipient)).toBeNull();
    clock.nowMs += UNSENT_INVITATION_MS;
    await members.prune();
    expect(await members.invitations(alice.account.id)).toEqual([]);
  });

  test("leave the accounts of others when their own account, and with it their sign-in, is deleted", async () => {
    const [alice, bob] = [await person(), await person()];
    await add(alice, bob, "owner");
    await store.accounts.delete(bob.account.id, bob.origin);
    expect(Object.keys(await rolesOf(alice))).toEqual([alice.userId]);
    const [last] = await store.accounts.auditLog(alice.account.id, { limit: 1 });
    expect(last).toMatchObject({ name: "person_left", person: null });
  });

  test("get a session in the account that they chose last, if they are still in it", async () => {
    const [alice, bob] = [await person(), await person()];
    await add(alice, bob, "viewer");
    expect(await members.switchTo("no session", bob.userId, alice.account.id)).toBe(true);
    expect(await members.selected(bob.userId)).toBe(alice.account.id);
    expect(await members.switchTo("no session", alice.userId, bob.account.id)).toBe(false);
    await members.remove(change(alice, bob));
    expect([await members.selected(bob.userId), await members.role(alice.account.id, bob.userId)]).toEqual([
      null,
      null,
    ]);
  });

  test("of a deleted account are in it no longer, also if a node of an earlier version deleted it", async () => {
    const [alice, bob] = [await person(), await person()];
    await add(alice, bob, "owner");
    await sql`update accounts set deleted_at = 1 where id = ${alice.account.id}`.execute(store.database);
    expect(await members.role(alice.account.id, bob.userId)).toBeNull();
    expect((await members.accountsOf(bob.userId)).map(({ accountId }) => accountId)).toEqual([bob.account.id]);
  });
});

test.each(DIALECTS)("a look-up on %s reads no table of people", async (dialect) => {
  const store = await openTestStore(await migratedStoreUrl(dialect), {
    clock: new MovableClock("2026-11-20T12:00:00Z"),
  });
  const { digest } = await newKey(store, (await newAccount(store)).id);
  for (const table of ["invitations", "memberships"]) await sql`drop table ${sql.table(table)}`.execute(store.database);
  const decided = await store.admission.admit([{ digest, kind: "city", counts: true }]);
  expect(decided).toMatchObject([{ outcome: "admitted" }]);
});

test.each(DIALECTS)("after a rollback on %s each account has its main owner, and nobody else", async (dialect) => {
  const clock = new MovableClock("2026-11-20T12:00:00Z");
  const url = await migratedStoreUrl(dialect);
  const store: Store = await openTestStore(url, { clock });
  const [own, other] = [await newAccount(store), await newAccount(store)];
  const now = new Date(clock.now()).toISOString();
  for (const { id, email } of [own, other]) {
    await sql`insert into users (id, name, email, email_verified, created_at, updated_at, account_id)
      values (${email}, '', ${email}, true, ${now}, ${now}, ${id})`.execute(store.database);
  }
  const row = { account_id: own.id, user_id: other.email, role: "owner", joined_at: 1, selected_at: 1 } as const;
  await store.database.insertInto("memberships").values(row).execute();
  await store.close();
  const { undoMigrationsOf } = await import("../../src/store/open.ts");
  const { parseStoreAddress } = await import("../../src/store/address.ts");
  await undoMigrationsOf(parseStoreAddress(url), 17);
  const again = await openTestStore(url, { clock });
  const people = async ({ id }: Account) => (await again.members.members(id)).map(({ email, role }) => [email, role]);
  expect([await people(own), await people(other)]).toEqual([[[own.email, "owner"]], [[other.email, "owner"]]]);
});
