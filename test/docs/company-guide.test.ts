import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { createMailer } from "../../src/accounts/mail.ts";
import { sweepNotices } from "../../src/accounts/notice.ts";
import { planTable } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/main/system-clock.ts";
import { readPage } from "../support/docs-reader.ts";
import { FormClient, PASSWORD } from "../support/form-client.ts";
import { newAccountHolder } from "../support/new-account-holder.ts";
import { serveSite } from "../support/served-site.ts";
import { openTestStore } from "../support/stores.ts";
import { invitationOf, userId } from "../support/team.ts";
import { until } from "../support/until.ts";
import { startWebhookReceiver, verified } from "../support/webhook-receiver.ts";

const EMAIL = "api@shop.example";
const silent = { info() {}, warn() {}, error() {} };

test("the steps of the guide for companies work as written, one after the other", async () => {
  const site = await serveSite("sqlite", { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" });
  const guide = await readPage(`${site.url}/docs/company`);
  const holder = await newAccountHolder(site, EMAIL);
  const shown = async (path: string, ...words: string[]) => {
    expect(guide.links).toContain(path);
    const { html, status } = await holder.get(path);
    expect([path, status, words.filter((word) => !html.includes(word))]).toEqual([path, 200, []]);
  };
  const keyIn = (html: string) => /svc_(?:live|test)_\w{38}/.exec(html)?.[0] ?? "";
  const look = async (key: string) => {
    const answer = await fetch(`${site.url}/v1/stats`, { headers: { "X-API-Key": key } });
    return [answer.status, Object(await answer.json()).code];
  };

  await shown("/dashboard/security/two-factor", "authenticator app");
  await shown("/dashboard/people", "Invite a person", "Owner", "Developer", "Viewer");
  const colleague = new FormClient(site.url);
  const link = await invitationOf(site, holder, "dev@shop.example", "developer");
  expect((await colleague.submit(link, { password: PASSWORD }, "/join")).status).toBe(303);
  expect((await colleague.get("/dashboard/keys")).status).toBe(200);
  await shown("/dashboard/accounts", EMAIL);
  await shown("/dashboard/keys/new", "Live", "Test");
  const create = async (name: string, type: string) =>
    keyIn((await holder.submit("/dashboard/keys/new", { name, type, date: "" })).html);
  const [production, ci] = [await create("Production", "live"), await create("CI", "test")];
  const page = `/dashboard/keys/${(await site.sql("SELECT id FROM api_keys WHERE name = 'Production'"))[0]?.["id"]}`;
  expect((await holder.get(page)).html).toContain("Restrict to addresses");
  await holder.submit(page, { addresses: "203.0.113.0/24" }, `${page}/addresses`);
  expect([await look(production), await look(ci)]).toEqual([
    [403, "address_not_allowed"],
    [200, undefined],
  ]);
  await holder.submit(page, { addresses: "127.0.0.1\n::1" }, `${page}/addresses`);

  const receiver = startWebhookReceiver();
  await shown("/dashboard/webhook", "URL");
  const set = await holder.submit("/dashboard/webhook", { url: receiver.url });
  const secret = /whsec_[A-Za-z0-9+/]+=/.exec(set.html)?.[0] ?? "";
  await holder.submit("/dashboard/webhook", {}, "/dashboard/webhook/test");
  await shown("/docs/webhooks", 'id="verify-messages"');
  await shown("/dashboard/plan", "Pro");
  await site.sql(`UPDATE accounts SET overrides = '{"monthlyRequests":10}' WHERE email = '${EMAIL}'`);
  for (let request = 0; request < 8; request++) expect((await look(production))[0]).toBe(200);
  // What a node does each minute.
  const store = await openTestStore(site.databaseUrl, { clock: systemClock });
  const mailer = createMailer({ smtpUrl: site.mail.url, from: "safety@example.com" }, silent);
  const { notices } = store;
  const parts = { plans: planTable(), mailer, baseUrl: site.url, clock: systemClock, log: silent };
  await sweepNotices({ store: notices, ...parts });
  expect((await site.mail.next(EMAIL, "Your monthly quota")).text).toContain("8 of 10 requests");

  expect((await holder.get(`${page}/reissue`)).html).toContain("Keep working for 24 hours");
  const next = keyIn((await holder.submit(`${page}/reissue`, { grace: "day" })).html);
  expect([await look(next), await look(production)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  expect((await look(next))[0]).toBe(429);
  await until("the messages arrive", () => receiver.messages.length === 3);
  const types = receiver.messages.map((message) => verified(message, secret)).map((message) => Object(message).type);
  expect(types.toSorted()).toEqual(["key.reissued", "quota.threshold", "webhook.test"]);

  const month = new Date().toISOString().slice(0, 7);
  await shown("/dashboard/usage/months", `/dashboard/usage.csv?month=${month}`);
  const rows: Record<string, string>[] = parse((await holder.get(`/dashboard/usage.csv?month=${month}`)).html, {
    columns: true,
  });
  const paid = rows.filter((row) => row["key_type"] === "live").reduce((sum, row) => sum + Number(row["all"]), 0);
  expect([paid, rows.map((row) => row["key_name"])]).toEqual([10, expect.arrayContaining(["Production", "CI"])]);
  expect((await holder.get("/dashboard/usage/months")).html).toMatch(/>10</);
  await shown("/dashboard/security", "Key reissued", "account.json", "Audit log", "Person joined");

  // The person who signed up leaves the company.
  const developer = `/dashboard/people/${await userId(site, "dev@shop.example")}`;
  expect((await holder.submit(developer, { role: "owner" })).status).toBe(303);
  expect((await holder.submit(developer, {}, `${developer}/main-owner`)).status).toBe(303);
  const founder = `/dashboard/people/${await userId(site, EMAIL)}`;
  expect((await colleague.submit(`${founder}/remove`, {})).status).toBe(303);
  expect((await holder.get("/dashboard/people")).status).toBe(303);
  expect([await look(next), (await colleague.get("/dashboard/keys")).html.includes("Production")]).toEqual([
    [429, "month_quota_exceeded"],
    true,
  ]);
});
