import { describe, expect, test } from "bun:test";
import { SECRET, safety } from "../support/command.ts";
import { type ServedProgram, serveProgram } from "../support/served-program.ts";
import { DIALECTS, migratedStoreUrl, newAccount, newKey, openTestStore } from "../support/stores.ts";
import { until } from "../support/until.ts";
import { startWebhookReceiver, verified } from "../support/webhook-receiver.ts";

describe.each(DIALECTS)("a webhook over %s", (dialect) => {
  test("is sent again, as the same message, if its node is killed between the request and the record", async () => {
    const databaseUrl = await migratedStoreUrl(dialect);
    const store = await openTestStore(databaseUrl, { clock: { now: () => Date.now() } });
    const { id, email } = await newAccount(store);
    const receiver = startWebhookReceiver();
    const settings = {
      DATABASE_URL: databaseUrl,
      SECRET,
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      LOG_LEVEL: "silent",
    };
    const secret = (await safety(settings, "webhook", "set", email, receiver.url)).out.trim();
    const start = (): Promise<ServedProgram> => serveProgram(settings);
    // The receiver has the message, and its sender never learns that.
    receiver.answerWith(() => new Promise<Response>(() => {}));
    const first = await start();
    // With PostgreSQL, a second node is there the whole time.
    const second = dialect === "postgres" ? await start() : null;
    await newKey(store, id);
    await until("the message arrives", () => receiver.messages.length === 1);
    await Promise.all([first.kill(), second?.kill()]);
    const [lost] = await store.webhooks.deliveries(id, 9);
    expect(lost).toMatchObject({ type: "key.created", attempts: 1, deliveredAtMs: null });

    receiver.answerWith(() => new Response("ok"));
    const third = await start();
    // A message that is due shows that the nodes respect the claim, which would end by itself.
    await store.webhooks.sendTest(id);
    await until("another message arrives", () => receiver.messages.length === 2);
    expect(receiver.messages.map(({ type }) => type)).toEqual(["key.created", "webhook.test"]);
    await store.database
      .updateTable("webhook_events")
      .set({ next_attempt_at: 0 })
      .where("attempts", "=", 1)
      .where("delivered_at", "is", null)
      .execute();
    await until("the message is recorded", async () =>
      (await store.webhooks.deliveries(id, 9)).every(({ deliveredAtMs }) => deliveredAtMs !== null),
    );
    await third.stop();
    const [before, , after] = receiver.messages;
    expect(receiver.messages).toHaveLength(3);
    expect([after?.id, after?.body]).toEqual([before?.id, before?.body]);
    for (const message of receiver.messages) expect(verified(message, secret)).toMatchObject({ type: message.type });
    const shown = JSON.parse((await safety(settings, "webhook", "show", email, "--json")).out);
    expect(
      shown.messages.map(({ type, attempts, status }: Record<string, unknown>) => [type, attempts, status]),
    ).toEqual([
      ["webhook.test", 1, 200],
      ["key.created", 2, 200],
    ]);
  });
});
