import { describe, expect, test } from "bun:test";
import { SECRET, safety } from "../../support/command.ts";
import { hiddenFields } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { until } from "../../support/until.ts";
import { startWebhookReceiver, verified } from "../../support/webhook-receiver.ts";

const PAGE = "/dashboard/webhook";
const SHOWN = /whsec_[A-Za-z0-9+/]+=/;

describe.each(PAGE_DIALECTS)("the page of the webhook over %s", async (dialect) => {
  const site = await serveSite(dialect, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" });
  const receiver = startWebhookReceiver();

  test("sets it, shows the secret once, and shows the last messages with their results", async () => {
    const alice = await newAccountHolder(site, "alice@example.com");
    const made = await alice.submit(PAGE, { url: receiver.url });
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const secret = SHOWN.exec(made.html)?.[0] ?? "";
    const again = await alice.submit(PAGE, { url: receiver.url });
    expect([again.status, again.location]).toEqual([303, `${PAGE}?after=saved`]);
    expect((await alice.get(PAGE)).html).not.toMatch(SHOWN);

    expect((await alice.submit(PAGE, {}, `${PAGE}/test`)).location).toBe(`${PAGE}?after=tested`);
    await alice.submit("/dashboard/keys/new", { name: "Shop", type: "test" });
    await until("both messages arrive", () => receiver.messages.length === 2);
    for (const message of receiver.messages) expect(verified(message, secret)).toMatchObject({ type: message.type });
    const html = async () => (await alice.get(PAGE)).html;
    await until("the results are shown", async () => (await html()).split("Delivered (204)").length === 3);
    receiver.answerWith(() => new Response(null, { status: 302 }));
    await alice.submit(PAGE, {}, `${PAGE}/test`);
    await until("the failure is shown", async () => (await html()).includes("A redirect, which is not followed (302)"));
    expect(await html()).toContain("No message accepted");

    const fields = hiddenFields(await html(), `${PAGE}/test`);
    const renewed = await alice.post(`${PAGE}/secret`, fields);
    expect((await alice.post(`${PAGE}/secret`, fields)).location).toBe(`${PAGE}?after=shown`);
    expect(renewed.html).toMatch(SHOWN);
    expect(SHOWN.exec(renewed.html)?.[0]).not.toBe(secret);
    expect((await alice.get("/dashboard/security")).html).toContain("Webhook secret renewed");
    expect((await alice.submit(`${PAGE}/delete`, {})).location).toBe(`${PAGE}?after=deleted`);
    expect(await html()).not.toContain(receiver.url);
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("is each account's own, and refuses private addresses and too many tests", async () => {
    const bob = await newAccountHolder(site, "bob@example.com");
    const charlie = await newAccountHolder(site, "charlie@example.com");
    await bob.submit(PAGE, { url: "https://bob.example/hook" });
    await charlie.submit(PAGE, { url: "https://charlie.example/hook" });
    await charlie.submit(`${PAGE}/delete`, {});
    expect((await charlie.get(PAGE)).html).not.toContain("bob.example");
    for (const url of ["https://169.254.169.254/latest", "http://[fd00::1]/", "nowhere", ""]) {
      const refused = await bob.submit(PAGE, { url });
      expect([url, refused.status]).toEqual([url, 400]);
      expect(refused.html).toContain("Enter ");
    }
    expect((await bob.get(PAGE)).html).toContain("https://bob.example/hook");
    const statuses: number[] = [];
    for (let test = 0; test < 11; test++) statuses.push((await bob.submit(PAGE, {}, `${PAGE}/test`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429]);
  });

  test("says of a message without an answer only that it failed, and the operator's command says why", async () => {
    const shown = new Set<string>();
    for (const [name, url, why] of [
      ["dan", "https://nobody.invalid/hook", "The name of the server cannot be resolved"],
      ["eve", "http://127.0.0.1:1/hook", "The server refuses connections"],
      ["fay", "https://127.0.0.1:1/hook", "The server refuses connections"],
    ] as const) {
      const email = `${name}@example.com`;
      const holder = await newAccountHolder(site, email);
      await holder.submit(PAGE, { url });
      await holder.submit(PAGE, {}, `${PAGE}/test`);
      const html = async () => (await holder.get(PAGE)).html;
      await until("the failure is shown", async () => /<td[^>]*><span>\s*Failed/.test(await html()));
      shown.add(/<td[^>]*><span>(\s*Failed)[^<]*/.exec(await html())?.[0].trim() ?? "");
      expect(await html()).not.toContain(why);
      const exported = (await holder.get("/dashboard/security/account.json")).html;
      expect(exported).toContain('"fault": "Failed"');
      expect(exported).not.toContain(why);
      expect((await safety({ DATABASE_URL: site.databaseUrl, SECRET }, "webhook", "show", email)).out).toContain(why);
    }
    expect(shown.size).toBe(1);
  });
});
