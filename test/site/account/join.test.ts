import { describe, expect, test } from "bun:test";
import { FormClient, PASSWORD, signIn } from "../../support/form-client.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { accountId, invitationOf, memberOf } from "../../support/team.ts";

const GONE = "The invitation no longer works";

describe.each(PAGE_DIALECTS)("an invitation on %s", async (dialect) => {
  const site = await serveSite(dialect);
  const alice = await newAccountHolder(site, "alice@example.com");
  const isMember = async (email: string) => {
    const rows = await site.sql(`SELECT 1 AS one FROM memberships JOIN users ON users.id = user_id
      WHERE email = '${email}' AND memberships.account_id = ${await accountId(site, "alice@example.com")}`);
    return rows.length > 0;
  };

  test("is in the store only as a digest, whose link is made when it is mailed", async () => {
    const link = await invitationOf(site, alice, "digest@example.com", "viewer");
    const token = new URL(link, site.url).searchParams.get("token") ?? "";
    const rows = await site.sql("SELECT * FROM invitations WHERE email = 'digest@example.com'");
    expect([token.length, JSON.stringify(rows).includes(token)]).toEqual([32, false]);
    expect(Number(rows[0]?.["expires_at"]) - Date.now()).toBeGreaterThan(6.99 * 86_400_000);
  });

  test("works once, also for many at the same moment", async () => {
    const bob = await newAccountHolder(site, "bob@example.com");
    const link = await invitationOf(site, alice, "bob@example.com", "developer");
    const { html } = await bob.get(link);
    const fields = {
      csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "",
      token: new URL(link, site.url).searchParams.get("token") ?? "",
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => bob.post("/join", fields)));
    expect(answers.filter(({ location }) => location === "/dashboard/people?after=joined")).toHaveLength(1);
    expect((await bob.get(link)).html).toContain(GONE);
    expect((await new FormClient(site.url).get(link)).html).toContain(GONE);
  });

  test("that was forwarded does not let another person in, neither with a forged form nor by a new password", async () => {
    const eve = await newAccountHolder(site, "eve@example.com");
    await newAccountHolder(site, "dora@example.com");
    const link = await invitationOf(site, alice, "dora@example.com", "owner");
    const token = new URL(link, site.url).searchParams.get("token") ?? "";
    const page = await eve.get(link);
    expect([page.status, page.html.includes("This invitation is for another address")]).toEqual([403, true]);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
    const forged = await eve.post("/join", { csrf, token });
    expect([forged.status, forged.location]).toEqual([403, null]);
    const visitor = new FormClient(site.url);
    expect((await visitor.get(link)).html).toContain("Sign in to join");
    const { html } = await visitor.get("/sign-in");
    const anonymous = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
    await visitor.post("/join", { csrf: anonymous, token, password: "a password of somebody else" });
    expect((await visitor.get("/dashboard")).status).toBe(303);
    expect([await isMember("eve@example.com"), await isMember("dora@example.com")]).toEqual([false, false]);
    // It is still there for the person that it is for, who signs in and comes back to it.
    const dora = new FormClient(site.url);
    const next = /href="(\/sign-in\?next=[^"]+)"/.exec((await dora.get(link)).html)?.[1] ?? "";
    const signedIn = await dora.submit(next, { email: "dora@example.com", password: PASSWORD }, "/sign-in");
    expect(signedIn.location).toBe(link);
    expect((await dora.submit(link, {}, "/join")).status).toBe(303);
    expect(await isMember("dora@example.com")).toBe(true);
  });

  test("ends with its time, with a newer one, and when an owner withdraws it", async () => {
    const first = await invitationOf(site, alice, "frank@example.com", "viewer");
    const second = await invitationOf(site, alice, "frank@example.com", "developer");
    const visitor = new FormClient(site.url);
    expect((await visitor.get(first)).html).toContain(GONE);
    expect((await visitor.get(second)).html).toContain("as a developer");
    await site.sql("UPDATE invitations SET expires_at = 1 WHERE email = 'frank@example.com'");
    expect((await visitor.get(second)).html).toContain(GONE);
    expect((await alice.get("/dashboard/people")).html).not.toContain("frank@example.com");
    const third = await invitationOf(site, alice, "frank@example.com", "viewer");
    const [row] = await site.sql("SELECT id FROM invitations WHERE email = 'frank@example.com'");
    const withdrawal = `/dashboard/people/invitations/${row?.["id"]}/withdraw`;
    expect((await alice.submit("/dashboard/people", {}, withdrawal)).status).toBe(303);
    expect((await visitor.get(third)).html).toContain(GONE);
  });

  test("replaces a sign-up that somebody else made with the address and nobody confirmed", async () => {
    const attacker = new FormClient(site.url);
    const guessed = "a password of the attacker";
    await attacker.submit("/sign-up", { email: "grace@example.com", password: guessed });
    const confirmation = linkOf(await site.mail.next("grace@example.com", "Confirm your email address"));
    const link = await invitationOf(site, alice, "grace@example.com", "viewer");
    const grace = new FormClient(site.url);
    expect((await grace.submit(link, { password: PASSWORD }, "/join")).location).toBe("/dashboard/people?after=joined");
    expect((await (await signIn(site, "grace@example.com", guessed)).get("/dashboard")).status).toBe(303);
    expect((await attacker.get(confirmation)).html).not.toContain("in this browser");
    expect((await (await signIn(site, "grace@example.com")).get("/dashboard")).status).toBe(200);
  });

  test("refuses a bad password, and works afterward", async () => {
    const link = await invitationOf(site, alice, "henry@example.com", "viewer");
    const henry = new FormClient(site.url);
    const refused = await henry.submit(link, { password: "password1" }, "/join");
    expect([refused.status, refused.html.includes("There is a problem")]).toEqual([400, true]);
    expect((await henry.submit(link, { password: PASSWORD }, "/join")).status).toBe(303);
  });

  test("is refused for people who are in the account, and tells nobody who has a sign-in", async () => {
    await memberOf(site, "alice@example.com", "ivan@example.com", "viewer");
    const invite = (email: string) =>
      alice.submit("/dashboard/people", { email, role: "viewer" }, "/dashboard/people/invite");
    expect((await invite("ivan@example.com")).html).toContain("This person is already in the account");
    expect((await invite("Alice@Example.com")).html).toContain("This person is already in the account");
    expect((await invite("not an address")).html).toContain("Enter an email address");
    const [known, unknown] = [await invite("eve@example.com"), await invite("nobody@example.com")];
    expect([known.status, known.location]).toEqual([unknown.status, unknown.location]);
  });

  test("can be sent to five times a day to one address, and thirty times by one account", async () => {
    const owner = await newAccountHolder(site, "owner@throttle.example");
    const invite = (email: string) =>
      owner.submit("/dashboard/people", { email, role: "viewer" }, "/dashboard/people/invite");
    const statuses = [];
    for (let at = 0; at < 6; at++) statuses.push((await invite("same@throttle.example")).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    let sent = 6;
    while (sent < 40 && (await invite(`p${sent}@throttle.example`)).status === 303) sent += 1;
    expect(sent).toBe(30);
  });
});
