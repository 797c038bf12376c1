import { describe, expect, test } from "bun:test";
import { FormClient, hiddenFields, PASSWORD, signIn } from "../../support/form-client.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";

const PAGE = "/dashboard/security/email";
const CONFIRM = `${PAGE}/confirm`;
const APPROVE_SUBJECT = "Approve your new email address";
const CONFIRM_SUBJECT = "Confirm your new email address";
const TAKEN_SUBJECT = "This address already has an account";

describe.each(PAGE_DIALECTS)("a change of email address over %s", async (dialect) => {
  const site = await serveSite(dialect, { CONTACT_EMAIL: "operator@example.com" });

  const request = (client: FormClient, email: string, proof = PASSWORD) => client.submit(PAGE, { email, proof });
  const approveLink = async (old: string) => linkOf(await site.mail.next(old, APPROVE_SUBJECT));
  const confirmLink = async (email: string) => linkOf(await site.mail.next(email, CONFIRM_SUBJECT));
  const follow = (client: FormClient, link: string) => client.submit(link, {}, CONFIRM);

  test("needs the password, then the link from the old address, then the link from the new one", async () => {
    const [from, to] = ["alice@example.com", "alice.new@example.com"];
    const here = await newAccountHolder(site, from);
    const elsewhere = await signIn(site, from);
    const wrong = await request(here, to, "not the password");
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('id="proof-error"');
    expect(wrong.html).toContain(to);
    expect((await request(here, "not an address")).html).toContain('id="email-error"');
    expect((await request(here, ` ${from.toUpperCase()}`)).html).toContain("already");

    expect((await request(here, to)).location).toBe(`${PAGE}?after=requested`);
    const approve = await approveLink(from);
    expect(site.mail.emails(to)).toEqual([]);
    const opened = await here.get(approve);
    expect(opened.html).toContain("Approve the change");
    expect((await follow(here, approve)).location).toBe(`${PAGE}?after=approved`);
    expect((await signIn(site, from)).cookie("safety.session_token")).toBeDefined();

    const confirm = await confirmLink(to);
    expect((await follow(here, confirm)).location).toBe("/dashboard/security?after=email");
    const security = await here.get("/dashboard/security");
    expect(security.html).toContain(to);
    for (const event of ["change requested", "change approved", "changed"]) {
      expect(security.html).toContain(`Email ${event}`);
    }
    expect((await elsewhere.get("/dashboard")).location).toBe("/sign-in");
    expect((await (await signIn(site, to)).get("/dashboard")).status).toBe(200);
    expect((await (await signIn(site, from)).get("/dashboard")).location).toBe("/sign-in");
    expect((await site.mail.next(from, "Your email address was changed")).text).toContain("operator@example.com");
    await site.mail.next(to, "Your email address was changed");
    expect(await site.sql(`SELECT detail FROM audit_events WHERE detail LIKE '%@%'`)).toEqual([]);
  });

  test.each(["a new password", "a later change", "an hour"])("%s invalidates earlier links", async (what) => {
    const name = what.replaceAll(" ", "-");
    const from = `ends-${name}@example.com`;
    const client = await newAccountHolder(site, from);
    await request(client, `new-${name}@example.com`);
    const approve = await approveLink(from);
    if (what === "a later change") await request(client, `later-${name}@example.com`);
    if (what === "an hour") {
      await site.sql(`UPDATE verifications SET expires_at = '${new Date(Date.now() - 1000).toISOString()}'`);
    }
    if (what === "a new password") {
      const next = { password: PASSWORD, new_password: "quiet marble north canoe" };
      await client.submit("/dashboard/security", next, "/dashboard/security/password");
    }
    expect((await client.get(approve)).status).toBe(400);
  });

  test("unlinks the providers, and both emails say so", async () => {
    const [from, to] = ["lee@example.com", "lee.new@example.com"];
    const lee = await newAccountHolder(site, from);
    await site.sql(`INSERT INTO credentials (id, account_id, provider_id, user_id, created_at, updated_at)
      SELECT 'linked', '4711', 'github', id, created_at, updated_at FROM users WHERE email = '${from}'`);
    await move(lee, from, to);
    expect(await site.sql("SELECT id FROM credentials WHERE provider_id = 'github'")).toEqual([]);
    for (const address of [from, to]) {
      const { text } = await site.mail.next(address, "Your email address was changed");
      expect(text).toContain("The account is no longer linked to GitHub.");
    }
    expect((await lee.get("/dashboard/security")).html).toContain("github unlinked");
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("each link works once, requires signing in to the account, and changes nothing when it is opened", async () => {
    const [from, to] = ["bob@example.com", "bob.new@example.com"];
    const bob = await newAccountHolder(site, from);
    await request(bob, to);
    const approve = await approveLink(from);
    const away = await new FormClient(site.url).get(approve);
    expect(away.status).toBe(303);
    expect(away.location).toMatch(/^\/sign-in\?next=%2Fdashboard%2Fsecurity%2Femail%2Fconfirm%3Ftoken%3D/);
    const charlie = await newAccountHolder(site, "charlie@example.com");
    expect((await charlie.get(approve)).status).toBe(400);
    const token = new URL(approve, site.url).searchParams.get("token") ?? "";
    const { csrf = "" } = hiddenFields((await charlie.get(PAGE)).html, PAGE);
    expect((await charlie.post(CONFIRM, { csrf, token })).status).toBe(400);
    for (let count = 0; count < 2; count++) expect((await bob.get(approve)).status).toBe(200);
    expect((await follow(bob, approve)).status).toBe(303);
    expect((await bob.get(approve)).status).toBe(400);
    const confirm = await confirmLink(to);
    await bob.get(confirm);
    expect((await bob.get("/dashboard/security")).html).toContain(from);
    await follow(bob, confirm);
    expect((await bob.get(confirm)).status).toBe(400);
  });

  test("an address that has an account gets the same answer as any other; its holder gets an email, and nothing changes", async () => {
    const [from, taken] = ["dora@example.com", "taken@example.com"];
    await newAccountHolder(site, taken);
    const dora = await newAccountHolder(site, from);
    const shown = async (email: string) => {
      const requested = await request(dora, email);
      const waiting = await dora.get(requested.location ?? "");
      const approved = await follow(dora, await approveLink(from));
      const after = await dora.get(approved.location ?? "");
      return [requested.status, requested.location, waiting.html, approved.status, approved.location, after.html]
        .join("\n")
        .replaceAll(email, "NEW")
        .replaceAll(/name="csrf" value="[^"]*"/g, "TOKEN")
        .replaceAll(/\w{3} \d+, \d{4}, \d\d:\d\d UTC|datetime="[^"]*"/g, "TIME");
    };
    expect(await shown(taken)).toBe(await shown("free@example.com"));
    expect((await site.mail.next(taken, TAKEN_SUBJECT)).text).not.toContain("token");
    expect(site.mail.emails(taken).some(({ subject }) => subject === CONFIRM_SUBJECT)).toBe(false);
  });

  test("a password link sent to the old address no longer works", async () => {
    const [from, to] = ["frank@example.com", "frank.new@example.com"];
    const frank = await newAccountHolder(site, from);
    await request(frank, to);
    await follow(frank, await approveLink(from));
    await new FormClient(site.url).submit("/forgot-password", { email: from });
    const reset = linkOf(await site.mail.next(from, "Set a new password"));
    await follow(frank, await confirmLink(to));
    const tried = await new FormClient(site.url).submit(
      reset,
      { password: "a third good password" },
      "/reset-password",
    );
    expect(tried.status).toBe(400);
    await new FormClient(site.url).submit("/forgot-password", { email: to });
    await site.mail.next(to, "Set a new password");
  });

  /** Signs up with `from` and follows both links to `to`. */
  async function move(client: FormClient, from: string, to: string): Promise<void> {
    await request(client, to);
    await follow(client, await approveLink(from));
    expect((await follow(client, await confirmLink(to))).location).toBe("/dashboard/security?after=email");
  }

  test("the session that confirms continues with a new cookie, and a copy of the old cookie no longer works", async () => {
    const from = "judy@example.com";
    const judy = await newAccountHolder(site, from);
    const thief = new FormClient(site.url);
    thief.setCookie("safety.session_token", judy.cookie("safety.session_token") ?? "");
    expect((await thief.get("/dashboard")).status).toBe(200);
    await move(judy, from, "judy.new@example.com");
    expect((await judy.get("/dashboard")).html).toContain("judy.new@example.com");
    expect((await thief.get("/dashboard")).location).toBe("/sign-in");
  });

  test("is throttled by account and by new address", async () => {
    const one = await newAccountHolder(site, "grace@example.com");
    for (let count = 0; count < 5; count++) await request(one, `grace${count}@example.com`);
    expect((await request(one, "grace9@example.com")).status).toBe(429);
    const other = await newAccountHolder(site, "heidi@example.com");
    for (let count = 0; count < 3; count++) await request(other, "wanted@example.com");
    expect((await request(other, "wanted@example.com")).status).toBe(429);
  });

  test("a suspended account keeps its address, even with an earlier link", async () => {
    const [from, to] = ["ivan@example.com", "ivan.new@example.com"];
    const ivan = await newAccountHolder(site, from);
    await request(ivan, to);
    await follow(ivan, await approveLink(from));
    const confirm = await confirmLink(to);
    await site.sql(`UPDATE accounts SET suspended_at = ${Date.now()} WHERE email = '${from}'`);
    expect((await follow(ivan, confirm)).status).toBe(403);
    expect((await request(ivan, to)).status).toBe(403);
    expect(await site.sql(`SELECT id FROM users WHERE email = '${to}'`)).toEqual([]);
  });
});
