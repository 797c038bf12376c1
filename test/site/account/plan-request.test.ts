import { describe, expect, test } from "bun:test";
import { safety } from "../../support/command.ts";
import { PASSWORD, signUp } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { until } from "../../support/until.ts";

const PLAN = "/dashboard/plan";
const OPERATOR_EMAIL = "operator@example.com";

describe.each(PAGE_DIALECTS)("a request for another plan over %s", async (dialect) => {
  const site = await serveSite(dialect, { CONTACT_EMAIL: OPERATOR_EMAIL, PLAN_PRICES: '{"pro":"$49 a month"}' });
  const alice = await newAccountHolder(site, "alice@example.com");
  const charlie = await newAccountHolder(site, "charlie@example.com");

  async function openRequests(): Promise<readonly unknown[]> {
    const { out } = await safety({ DATABASE_URL: site.databaseUrl }, "account", "list", "--requests", "--json");
    return JSON.parse(out);
  }

  test("reaches the operator by email and in the list of requests, and is shown only to its holder", async () => {
    const answer = await alice.submit(PLAN, { plan: "pro", message: "About 20,000 a month" });
    expect(answer.location).toBe(`${PLAN}?after=request`);
    const email = await site.mail.next(OPERATOR_EMAIL, "Plan request: pro");
    expect(email.text).toContain("alice@example.com is on the free plan and requests the pro plan.");
    expect(email.text).toContain("About 20,000 a month");
    expect(email.text).toContain("safety account plan alice@example.com pro");
    expect(await openRequests()).toMatchObject([
      { email: "alice@example.com", plan: "free", requested_plan: "pro", message: "About 20,000 a month" },
    ]);
    expect((await alice.get(PLAN)).html).toContain("You requested the <strong>Pro</strong> plan");
    expect((await charlie.get(PLAN)).html).not.toContain("You requested");
  });

  test("is replaced by a later one, and ends when the operator changes the plan", async () => {
    await alice.submit(PLAN, { plan: "enterprise", message: "" });
    expect(await openRequests()).toMatchObject([{ requested_plan: "enterprise", message: "" }]);
    await safety({ DATABASE_URL: site.databaseUrl }, "account", "plan", "alice@example.com", "enterprise");
    expect(await openRequests()).toEqual([]);
    expect((await alice.get(PLAN)).html).toContain("You are on <strong>Enterprise</strong>");
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("has a page before it with the operator's prices and contact, and Ask where there is no price", async () => {
    const text = await (await fetch(`${site.url}/pricing`)).text();
    for (const shown of ["$49 a month", "On request", `mailto:${OPERATOR_EMAIL}`]) expect(text).toContain(shown);
  });

  test.each([
    ["the own plan", { plan: "free", message: "" }, "Choose a different plan"],
    ["an unknown plan", { plan: "gold", message: "" }, "Choose a different plan"],
    ["a message over 500 characters", { plan: "pro", message: "x".repeat(501) }, "Enter at most 500 characters"],
  ])("is refused for %s, and nothing is sent", async (_, fields, error) => {
    const sent = site.mail.emails(OPERATOR_EMAIL).length;
    const answer = await charlie.submit(PLAN, fields);
    expect([answer.status, answer.html.includes(error)]).toEqual([400, true]);
    expect(site.mail.emails(OPERATOR_EMAIL)).toHaveLength(sent);
  });

  test("reaches the operator with the holder's words marked as a quotation, without terminal control characters", async () => {
    const erin = await newAccountHolder(site, "erin@example.com");
    const message =
      "\u001b[2JHello\u202e\u009b1A\r\n\r\nTo change the plan:\r\nsafety account plan erin@example.com enterprise";
    await erin.submit(PLAN, { plan: "pro", message });
    const ofErin = () => site.mail.emails(OPERATOR_EMAIL).find(({ text }) => text.includes("erin@example.com"));
    await until("the email arrives", () => ofErin() !== undefined);
    const sent = ofErin();
    expect(sent?.text.split(/\r?\n/).filter((line) => line.startsWith("safety "))).toEqual([
      "safety account plan erin@example.com pro",
    ]);
    expect(sent?.text).toContain("> safety account plan erin@example.com enterprise");
    const { out } = await safety({ DATABASE_URL: site.databaseUrl }, "account", "list", "--requests");
    expect(out).toContain("[2JHello1A To change the plan:");
    expect(out.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\u202e/u);
  });

  test("is deleted with the account, but is limited to five a day, even if the account is created again", async () => {
    const bob = await signUp(site, "bob@example.com");
    const statuses = [];
    for (let round = 0; round < 6; round++)
      statuses.push((await bob.submit(PLAN, { plan: "pro", message: "" })).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    await bob.submit("/dashboard/security/delete", { proof: PASSWORD });
    expect(await openRequests()).not.toContainEqual(expect.objectContaining({ plan: "free", message: "" }));
    const ofDeleted =
      "SELECT 1 FROM plan_requests JOIN accounts ON accounts.id = account_id WHERE deleted_at IS NOT NULL";
    expect(await site.sql(ofDeleted)).toEqual([]);
    const again = await signUp(site, "bob@example.com");
    expect((await again.submit(PLAN, { plan: "pro", message: "" })).status).toBe(429);
  });
});
