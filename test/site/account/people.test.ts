import { describe, expect, test } from "bun:test";
import { FormClient, PASSWORD, signIn } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { accountId, invitationOf, memberOf, switchTo, userId } from "../../support/team.ts";

describe.each(PAGE_DIALECTS)("people of an account on %s", async (dialect) => {
  const site = await serveSite(dialect);

  test("join by an invitation, with a sign-in of their own or a new one, and work in the account by their role", async () => {
    const alice = await newAccountHolder(site, "alice@one.example");
    const bob = await newAccountHolder(site, "bob@one.example");
    const forBob = await invitationOf(site, alice, "bob@one.example", "developer");
    expect((await bob.get(forBob)).html).toContain("as a developer");
    expect((await bob.submit(forBob, {}, "/join")).location).toBe("/dashboard/people?after=joined");
    const created = await bob.submit("/dashboard/keys/new", { name: "Bob's key", type: "test", date: "" });
    expect(created.status).toBe(201);
    const [key] = await site.sql("SELECT account_id FROM api_keys WHERE name = 'Bob''s key'");
    expect(Number(key?.["account_id"])).toBe(await accountId(site, "alice@one.example"));
    expect((await alice.get("/dashboard/keys")).html).toContain("Bob&#39;s key");

    const carol = new FormClient(site.url);
    const forCarol = await invitationOf(site, alice, "carol@one.example", "viewer");
    expect((await carol.submit(forCarol, { password: PASSWORD }, "/join")).location).toBe(
      "/dashboard/people?after=joined",
    );
    const page = await carol.get("/dashboard/people");
    expect([page.html.includes("carol@one.example (you)"), page.html.includes("Invite a person")]).toEqual([
      true,
      false,
    ]);
    expect((await (await signIn(site, "carol@one.example")).get("/dashboard")).html).toContain(
      "Account of <b>alice@one.example</b>, where you are a viewer",
    );
  });

  test("are named by the audit log with what they did, and nobody sees what concerns another person alone", async () => {
    const alice = await newAccountHolder(site, "alice@two.example");
    const bob = await memberOf(site, "alice@two.example", "bob@two.example", "developer");
    await bob.submit("/dashboard/webhook", { url: "https://hooks.invalid/two" });
    const rowsOf = async (client: FormClient) =>
      [...(await client.get("/dashboard/security")).html.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row);
    const seenByAlice = await rowsOf(alice);
    expect(seenByAlice.filter((row) => row.includes("Webhook set")).join()).toContain("bob@two.example, 127.0.0.1");
    expect(seenByAlice.filter((row) => row.includes("Signed in") && row.includes("bob@"))).toEqual([]);
    const seenByBob = await rowsOf(bob);
    expect(seenByBob.some((row) => row.includes("Webhook set"))).toBe(true);
    const signIns = seenByBob.filter((row) => row.includes("Signed in"));
    expect([signIns.length > 0, signIns.join().includes("alice@")]).toEqual([true, false]);
    const file = JSON.parse((await bob.get("/dashboard/security/account.json")).html);
    expect([file.accounts, file.webhooks, file.users.map((user: { email: string }) => user.email)]).toEqual([
      [],
      [],
      ["bob@two.example"],
    ]);
    const whole = JSON.parse((await alice.get("/dashboard/security/account.json")).html);
    expect([whole.memberships.length, JSON.stringify(whole).includes("bob@two.example")]).toEqual([1, false]);
  });

  test("are removed at once: their sessions in the account end, and the invitations to and by them", async () => {
    const alice = await newAccountHolder(site, "alice@three.example");
    const bob = await memberOf(site, "alice@three.example", "bob@three.example", "owner");
    const elsewhere = await signIn(site, "bob@three.example");
    await switchTo(site, elsewhere, "bob@three.example");
    const byBob = await invitationOf(site, bob, "eve@three.example", "owner");
    const path = `/dashboard/people/${await userId(site, "bob@three.example")}/remove`;
    expect((await alice.submit(path, {})).location).toBe("/dashboard/people?after=removed");
    expect((await bob.get("/dashboard/keys")).location).toBe("/sign-in?next=%2Fdashboard%2Fkeys");
    expect((await elsewhere.get("/dashboard/keys")).status).toBe(200);
    expect((await new FormClient(site.url).get(byBob)).html).toContain("The invitation no longer works");
    expect((await (await signIn(site, "bob@three.example")).get("/dashboard")).html).not.toContain(
      "alice@three.example",
    );
  });

  test("leave by themselves, except the last owner and the main owner, whose page says what to do", async () => {
    const alice = await newAccountHolder(site, "alice@four.example");
    const alone = await alice.submit("/dashboard/people/leave", {});
    expect(alone.html).toContain("You are the only owner. Make another person an owner and the main owner first");
    const bob = await memberOf(site, "alice@four.example", "bob@four.example", "owner");
    expect((await alice.submit("/dashboard/people/leave", {})).html).toContain(
      "Make another owner the main owner first",
    );
    expect((await bob.submit("/dashboard/people/leave", {})).location).toBe("/dashboard/accounts?after=left");
    const { html } = await bob.get("/dashboard/people");
    expect([/bob@four\.example<\/a> \(you\)/.test(html), html.includes("alice@")]).toEqual([true, false]);
  });

  test("hand the account over: it goes by the new main owner's address, and the former one can be removed", async () => {
    const alice = await newAccountHolder(site, "alice@five.example");
    await alice.submit("/dashboard/keys/new", { name: "old key", type: "live", date: "" });
    const bob = await memberOf(site, "alice@five.example", "bob@five.example", "owner");
    const id = await accountId(site, "alice@five.example");
    const [bobId, aliceId] = [await userId(site, "bob@five.example"), await userId(site, "alice@five.example")];
    const person = `/dashboard/people/${bobId}`;
    expect((await alice.submit(person, {}, `${person}/main-owner`)).location).toBe(
      "/dashboard/people?after=main-owner",
    );
    expect(await accountId(site, "bob@five.example")).toBe(id);
    expect((await alice.get("/dashboard/keys")).html).toContain("old key");
    expect((await bob.submit(`/dashboard/people/${aliceId}/remove`, {})).status).toBe(303);
    const again = await signIn(site, "alice@five.example");
    expect((await again.get("/dashboard/keys")).html).toContain("No keys yet.");
    expect((await bob.get("/dashboard/security")).html).toContain("alice@five.example");
  });

  test("keep their accounts when another owner deletes one that all share", async () => {
    const alice = await newAccountHolder(site, "alice@six.example");
    const bob = await memberOf(site, "alice@six.example", "bob@six.example", "owner");
    await memberOf(site, "alice@six.example", "dev@six.example", "developer");
    const deleted = await bob.submit("/dashboard/security/delete", { proof: PASSWORD });
    expect(deleted.location).toBe("/dashboard/accounts");
    expect((await alice.get("/dashboard/keys")).html).toContain("No keys yet.");
    expect((await bob.get("/dashboard/accounts")).html).not.toContain("alice@six.example");
    const told = ["alice@six.example", "bob@six.example"].map((to) => site.mail.next(to, "Your account was changed"));
    expect((await Promise.all(told)).map(({ text }) => text.includes("was deleted"))).toEqual([true, true]);
    const { text } = await site.mail.next("dev@six.example", "The account of alice@six.example was deleted");
    expect(text).toContain("where you were a developer. Its API keys no longer work. Your own account stays:");
  });
});
