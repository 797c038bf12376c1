import { describe, expect, test } from "bun:test";
import { worksUntilMs } from "../../src/accounts/keys.ts";
import { sweepNotices } from "../../src/accounts/notice.ts";
import { CLAIM_MS, type ClaimedDelivery } from "../../src/accounts/webhook.ts";
import type { Rounds } from "../../src/base/rounds.ts";
import { planTable } from "../../src/domain/plan.ts";
import type { Store } from "../../src/store/store.ts";
import { webhookDelivery } from "../../src/webhooks/deliver.ts";
import { createWebhookEndpoint } from "../../src/webhooks/endpoint.ts";
import { startMailSink } from "../support/mail-sink.ts";
import { nodeEmails } from "../support/node-emails.ts";
import {
  DIALECTS,
  MovableClock,
  migratedStoreUrl,
  newAccount,
  newKey,
  OPERATOR,
  openTestStore,
} from "../support/stores.ts";
import { until } from "../support/until.ts";
import { LOOPBACK, startWebhookReceiver, verified } from "../support/webhook-receiver.ts";

const DAY_MS = 86_400_000;
const SECRET = "a secret that only the tests know";
const silent = { info() {}, warn() {}, error() {} };

describe.each(DIALECTS)("webhooks over %s", async (dialect) => {
  // The library of the receiver compares the time of a message with the system's clock.
  const clock = new MovableClock(new Date().toISOString());
  const url = await migratedStoreUrl(dialect);
  const store = await openTestStore(url, { clock });
  const mail = await startMailSink();

  function nodeOn(used: Pick<Store, "webhooks">): Rounds<ClaimedDelivery> {
    const open = async () => used.webhooks;
    const counts = { attempted() {}, swept() {} };
    return webhookDelivery({
      store: open,
      secret: SECRET,
      allowed: LOOPBACK,
      version: "1",
      clock,
      log: silent,
      ...counts,
    });
  }
  const node = nodeOn(store);
  const emails = nodeEmails({ outbox: store.outbox, smtpUrl: mail.url, clock });

  async function notify(): Promise<void> {
    await sweepNotices({ store: store.notices, plans: planTable(), baseUrl: "http://x", clock, log: silent });
    await emails.sweep();
  }

  /** An account with a webhook to a receiver of its own. */
  async function subscriber() {
    const account = await newAccount(store);
    const receiver = startWebhookReceiver();
    const endpoint = createWebhookEndpoint({ store: store.webhooks, secret: SECRET, allowed: LOOPBACK });
    const saved = await endpoint.save(account.id, receiver.url, OPERATOR);
    if (!saved.ok || saved.secret === null) throw new Error("the webhook was not saved");
    const deliveries = () => store.webhooks.deliveries(account.id, 50);
    return { ...account, receiver, endpoint, secret: saved.secret, deliveries };
  }

  test("tell what happened to keys, plan, and quota, once each, signed, and without a secret", async () => {
    const { id, receiver, secret } = await subscriber();
    const stranger = await newAccount(store);
    await newKey(store, stranger.id);
    const key = await newKey(store, id, "live", clock.now() + 30 * DAY_MS);
    const reissued = await store.keys.reissue({ accountId: id, keyId: key.key.id, grace: "hour", origin: OPERATOR });
    if (!reissued.ok) throw new Error("the key was not reissued");
    await store.keys.revoke({ accountId: id, keyId: key.key.id, origin: OPERATOR });
    await store.keys.revoke({ accountId: id, keyId: key.key.id, origin: OPERATOR });
    await store.accounts.switchOffNotices(id, ["quota_80", "quota_95", "quota_100", "key_expiring"], OPERATOR);
    await store.admission.admit(
      Array.from({ length: 970 }, () => ({ digest: key.digest, kind: "city", counts: true })),
    );
    await store.accounts.changePlan(id, "pro", OPERATOR);
    await store.accounts.changePlan(id, "pro", OPERATOR);
    const { digest } = await newKey(store, id);
    await store.admission.admit(Array.from({ length: 200 }, () => ({ digest, kind: "city", counts: true })));
    await store.accounts.changeLimits(id, { monthlyRequests: 240 }, OPERATOR);
    for (let round = 0; round < 3; round++) {
      await notify();
      await node.sweep();
    }
    clock.nowMs += 24 * DAY_MS;
    await notify();
    await node.sweep();
    clock.nowMs -= 24 * DAY_MS;
    const { messages } = receiver;
    expect(messages.map(({ type }) => type)).toEqual([
      ...["key.created", "key.reissued", "key.revoked", "plan.changed", "key.created"],
      ...["quota.threshold", "key.expiring"],
    ]);
    const display = key.key.display;
    expect(messages[0]?.data).toMatchObject({ key: { id: key.key.id, name: "a key", type: "live", display } });
    expect(messages[1]?.data).toMatchObject({ key: { id: reissued.key.id }, replaced: { id: key.key.id, display } });
    expect(messages[2]?.data).toMatchObject({ key: { id: key.key.id } });
    expect(messages[3]?.data).toEqual({ from: "free", to: "pro" });
    expect(messages[5]?.data).toMatchObject({ percent: 80, used: 200, limit: 240 });
    expect(messages[6]?.data).toMatchObject({ key: { id: reissued.key.id } });
    for (const message of messages.slice(0, -1))
      expect(verified(message, secret)).toMatchObject({ type: message.type });
    expect(() => verified({ ...(messages[0] ?? never()), body: "{}" }, secret)).toThrow();
    expect(JSON.stringify(messages)).not.toContain(key.secret);
    expect(JSON.stringify(messages)).not.toContain(key.digest);
    expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length);
  });

  test.each([
    ["its grace period", 30 * DAY_MS, 7 * DAY_MS],
    ["its expiry, if that comes first", 2 * DAY_MS, 2 * DAY_MS],
    ["its grace period, without an expiry", undefined, 7 * DAY_MS],
  ])("say that a replaced key works until %s", async (_, lifeMs, worksMs) => {
    const { id, receiver } = await subscriber();
    const { key } = await newKey(store, id, "live", lifeMs === undefined ? null : clock.nowMs + lifeMs);
    const until = new Date(clock.nowMs + worksMs).toISOString();
    await store.keys.reissue({ accountId: id, keyId: key.id, grace: "week", origin: OPERATOR });
    await node.sweep();
    expect(receiver.messages.map(({ data }) => Object(data).replaced_works_until)).toEqual([undefined, until]);
    const old = await store.keys.find(key.id);
    expect(old && worksUntilMs(old)).toBe(Date.parse(until));
  });

  test("are raised in the transaction of the change: if the message cannot be stored, there is no key", async () => {
    const { id, deliveries } = await subscriber();
    const before = await deliveries();
    await store.database.schema.alterTable("webhook_events").renameTo("webhook_events_gone").execute();
    await expect(newKey(store, id)).rejects.toThrow();
    await store.database.schema.alterTable("webhook_events_gone").renameTo("webhook_events").execute();
    expect(await store.keys.usable(id)).toEqual([]);
    expect(await deliveries()).toEqual(before);
  });

  test("are sent again with longer waits for a day, and then they are given up, off, and mailed about once", async () => {
    const { id, email, receiver, deliveries, endpoint, secret } = await subscriber();
    receiver.answerWith(() => new Response("down", { status: 500 }));
    await newKey(store, id);
    const startMs = clock.nowMs;
    const hours: number[] = [];
    for (let last = 0; (await store.webhooks.find(id))?.disabledAtMs === null; ) {
      await node.sweep();
      if (receiver.messages.length > last) hours.push(Math.round((clock.nowMs - startMs) / 360_000) / 10);
      last = receiver.messages.length;
      clock.nowMs = (await deliveries())[0]?.nextAttemptAtMs ?? clock.nowMs;
    }
    expect(hours).toEqual([0, 0, 0.1, 0.6, 1.6, 3.6, 7.6, 15.6, 24.1]);
    expect(new Set(receiver.messages.map((message) => message.id)).size).toBe(1);
    expect(new Set(receiver.messages.map((message) => message.body)).size).toBe(1);
    expect((await deliveries())[0]).toMatchObject({
      attempts: 9,
      nextAttemptAtMs: null,
      status: 500,
      fault: "Not accepted",
    });
    await notify();
    await notify();
    const [letter, ...more] = mail.emails(email);
    expect([letter?.subject, more]).toEqual(["Your webhook is off", []]);
    expect(letter?.text).toContain(`The webhook to ${new URL(receiver.url).host} is off`);
    expect(letter?.text).not.toContain("/hooks/safety");
    await newKey(store, id);
    expect([await deliveries(), await store.webhooks.sendTest(id)]).toEqual([[expect.anything()], false]);
    expect(await store.notices.open(id, 0)).toHaveLength(1);

    clock.nowMs = Date.now();
    receiver.answerWith(() => new Response("ok"));
    expect(await endpoint.save(id, receiver.url, OPERATOR)).toEqual({ ok: true, secret: null });
    expect(await store.webhooks.sendTest(id)).toBe(true);
    await node.sweep();
    expect(verified(receiver.messages.at(-1) ?? never(), secret)).toMatchObject({ type: "webhook.test" });
    expect(await store.notices.open(id, 0)).toEqual([]);
    const log = await store.accounts.auditLog(id, { limit: 9 });
    const names = log.map(({ name }) => name).filter((name) => name.startsWith("webhook"));
    expect(names).toEqual(["webhook_set", "webhook_disabled", "webhook_set"]);
  });

  test("stay on if the server took another message in the meantime", async () => {
    const { id, receiver, deliveries } = await subscriber();
    receiver.answerWith(({ type }) => new Response(null, { status: type === "key.created" ? 400 : 200 }));
    await newKey(store, id);
    const created = async () => (await deliveries()).find(({ type }) => type === "key.created");
    for (let next: number | null = clock.nowMs; next !== null; next = (await created())?.nextAttemptAtMs ?? null) {
      clock.nowMs = next;
      await store.webhooks.sendTest(id);
      await node.sweep();
    }
    expect(await created()).toMatchObject({ attempts: 9, nextAttemptAtMs: null });
    expect(await store.webhooks.find(id)).toMatchObject({ disabledAtMs: null });
    clock.nowMs = Date.now();
  });

  test("are sent by one node at a time, and each once if no node fails", async () => {
    const nodes = [
      node,
      ...(await Promise.all([1, 2, 3].map(async () => nodeOn(await openTestStore(url, { clock }))))),
    ];
    const subscribers = await Promise.all([1, 2, 3, 4, 5].map(() => subscriber()));
    const open = new Map<string, number>();
    let most = 0;
    for (const { id, receiver } of subscribers) {
      receiver.answerWith(async (message) => {
        const count = (open.get(message.id) ?? 0) + 1;
        open.set(message.id, count);
        most = Math.max(most, count);
        await Bun.sleep(5);
        open.set(message.id, count - 1);
        return new Response("ok");
      });
      for (let round = 0; round < 6; round++) {
        clock.nowMs++;
        await store.webhooks.sendTest(id);
      }
    }
    await Promise.all(nodes.map((one) => one.sweep()));
    expect([subscribers.map(({ receiver }) => receiver.messages.length), most]).toEqual([[6, 6, 6, 6, 6], 1]);
  });

  test("of other accounts do not wait for a slow server", async () => {
    const slow = await subscriber();
    const quick = await subscriber();
    const answer = Promise.withResolvers<void>();
    slow.receiver.answerWith(() => answer.promise.then(() => new Response("ok")));
    for (const { id } of [slow, slow, quick, quick]) {
      clock.nowMs++;
      await store.webhooks.sendTest(id);
    }
    // The first message of the quick server ends while the node asks for more, so its account is left out once.
    const isDelivered = async () => (await quick.deliveries()).some(({ deliveredAtMs }) => deliveredAtMs !== null);
    const claim: Store["webhooks"]["claim"] = async (busy) => {
      const claimed = await store.webhooks.claim(busy);
      if (busy.length === 2) await until("the message has ended", isDelivered);
      return claimed;
    };
    const round = nodeOn({ webhooks: { ...store.webhooks, claim } }).sweep();
    await until("the quick server has both messages", () => quick.receiver.messages.length === 2);
    expect(slow.receiver.messages).toHaveLength(1);
    answer.resolve();
    await round;
    expect(slow.receiver.messages).toHaveLength(2);
  });

  test("whose node ends before it stores the result are sent again by another node, which alone decides", async () => {
    const { id, receiver, deliveries } = await subscriber();
    await store.webhooks.sendTest(id);
    const lost = await store.webhooks.claim([]);
    if (lost === null) throw new Error("nothing was due");
    await node.sweep();
    expect(receiver.messages).toEqual([]);
    clock.nowMs += CLAIM_MS;
    await node.sweep();
    expect(receiver.messages).toHaveLength(1);
    // The first node was only slow: what it found out is outdated.
    await store.webhooks.record(lost, { status: 500, fault: "Not accepted" });
    expect((await deliveries())[0]).toMatchObject({
      attempts: 2,
      deliveredAtMs: clock.nowMs,
      status: 204,
      fault: null,
    });
    expect(await store.webhooks.find(id)).toMatchObject({ failingSinceMs: null });
    clock.nowMs = Date.now();
  });

  test("are signed with both secrets for a day after a new one", async () => {
    const { id, receiver, endpoint, secret } = await subscriber();
    const renewed = (await endpoint.renew(id, OPERATOR)) ?? "";
    expect(renewed).not.toBe(secret);
    await store.webhooks.sendTest(id);
    await node.sweep();
    const [message = never()] = receiver.messages;
    for (const one of [secret, renewed]) expect(verified(message, one)).toMatchObject({ type: "webhook.test" });
    clock.nowMs += DAY_MS;
    await store.webhooks.sendTest(id);
    await node.sweep();
    expect(receiver.messages.at(-1)?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    clock.nowMs = Date.now();
  });

  test("announce a dataset once from all nodes, but not the first of an edition, and not one that was served before", async () => {
    // The port of an earlier receiver may be that of this one.
    await store.database.deleteFrom("webhooks").execute();
    const { receiver } = await subscriber();
    const other = await openTestStore(url, { clock });
    for (const [path, version, year] of [
      ["", "v1", 2024],
      ["", "v2", 2025],
      ["/us", "v1", 2023],
      ["", "v1", 2024],
      ["/us", "v2", 2024],
      ["", "v2", 2025],
    ] as const) {
      await Promise.all([store, other].map(({ webhooks }) => webhooks.announceDataset(path, version, year)));
    }
    await node.sweep();
    expect(receiver.messages.map(({ type, data }) => [type, data])).toEqual([
      ["dataset.published", { version: "v2", data_year: 2025 }],
      ["dataset.published", { version: "v2", data_year: 2024, edition: "us" }],
    ]);
  });

  test("end with the webhook or the account, and old deliveries are deleted", async () => {
    const { id, deliveries } = await subscriber();
    await newKey(store, id);
    expect(await store.webhooks.delete(id, OPERATOR)).toBe(true);
    expect(await store.webhooks.delete(id, OPERATOR)).toBe(false);
    expect([await store.webhooks.find(id), await deliveries()]).toEqual([null, []]);
    const second = await subscriber();
    await newKey(store, second.id);
    await node.sweep();
    await store.webhooks.prune();
    expect(await second.deliveries()).toHaveLength(1);
    clock.nowMs += 41 * DAY_MS;
    await store.webhooks.prune();
    expect(await second.deliveries()).toEqual([]);
    clock.nowMs = Date.now();
    await newKey(store, second.id);
    await store.accounts.delete(second.id, OPERATOR);
    expect([await store.webhooks.find(second.id), await second.deliveries()]).toEqual([null, []]);
  });
});

function never(): never {
  throw new Error("there is no message");
}
