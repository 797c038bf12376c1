import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { dashboardToken, type FormClient, hiddenFields, PASSWORD } from "../../support/form-client.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { accountId, invitationOf, memberOf, switchTo, userId } from "../../support/team.ts";

const NEW_KEY = "/dashboard/keys/new";
const REFUSED = "The form could not be accepted";

describe.each(PAGE_DIALECTS)("an account whose people change on %s", async (dialect) => {
  const site = await serveSite(dialect);
  let teams = 0;
  async function team(role: "owner" | "developer") {
    const domain = `team${++teams}.example`;
    const alice = await newAccountHolder(site, `alice@${domain}`);
    const bob = await memberOf(site, `alice@${domain}`, `bob@${domain}`, role);
    const bobPath = `/dashboard/people/${await userId(site, `bob@${domain}`)}`;
    const keys = async () => (await site.sql(`SELECT id FROM api_keys WHERE account_id = ${id}`)).length;
    const id = await accountId(site, `alice@${domain}`);
    return { alice, bob, bobPath, domain, id, keys };
  }
  const newKey = async (client: FormClient) => ({
    ...hiddenFields((await client.get(NEW_KEY)).html, NEW_KEY),
    name: "x",
    type: "test",
    date: "",
  });

  test("takes no form that was made for another account of the person, and signs out from any", async () => {
    const { alice, bob, domain, keys } = await team("developer");
    const [old, page] = [await newKey(bob), await bob.get("/dashboard")];
    await switchTo(site, bob, `bob@${domain}`);
    const refused = await bob.post(NEW_KEY, old);
    expect([refused.status, refused.html.includes(REFUSED)]).toEqual([403, true]);
    const own = await newKey(bob);
    await switchTo(site, bob, `alice@${domain}`);
    expect((await bob.post(NEW_KEY, own)).status).toBe(403);
    expect(await keys()).toBe(0);
    expect((await alice.post(NEW_KEY, old)).status).toBe(403);
    expect((await bob.post("/sign-out", hiddenFields(page.html, "/sign-out"))).location).toBe(
      "/sign-in?after=sign-out",
    );
  });

  test("takes no form that a person opened before they were removed, or before they got another role", async () => {
    const { alice, bob, bobPath, keys } = await team("developer");
    const waiting = await newKey(bob);
    await alice.submit(bobPath, { role: "viewer" });
    const refused = await bob.post(NEW_KEY, waiting);
    expect([refused.status, refused.html.includes("Your role does not allow this")]).toEqual([403, true]);
    await alice.submit(bobPath, { role: "developer" });
    const again = await newKey(bob);
    await alice.submit(`${bobPath}/remove`, {});
    expect((await bob.post(NEW_KEY, again)).status).toBe(403);
    expect(await keys()).toBe(0);
  });

  // The first of them changes the account's log, so its transaction checks the role again; the second does not.
  test.each([
    [NEW_KEY, "SELECT id FROM api_keys WHERE account_id ="],
    ["/dashboard/webhook/test", "SELECT id FROM webhook_events WHERE account_id ="],
  ])("judges a form for %s by the role at its end, however long it is on its way", async (path, query) => {
    const { alice, bob, bobPath, id } = await team("developer");
    await alice.submit("/dashboard/webhook", { url: "https://hooks.invalid/x" });
    const fields = { ...hiddenFields((await bob.get(NEW_KEY)).html, NEW_KEY), name: "x", type: "test", date: "" };
    const body = String(new URLSearchParams(fields));
    const { port, host } = new URL(site.url);
    const socket = connect(Number(port), "127.0.0.1");
    const answer = text(socket);
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      "Connection: close",
      `Origin: ${site.url}`,
      `Cookie: ${bob.cookieHeader}`,
      "Accept: text/html",
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`);
    // The server has read the session by now, if it reads it before the form.
    expect((await bob.get("/dashboard")).status).toBe(200);
    expect((await alice.submit(`${bobPath}/remove`, {})).status).toBe(303);
    socket.write(body.slice(-1));
    expect((await answer).split("\r\n")[0]).toContain("403");
    expect(await site.sql(`${query} ${id}`)).toEqual([]);
  });

  test("is out of reach of another account's owner: its people, its invitations, and the switch to it", async () => {
    const { alice, bob, domain } = await team("developer");
    const mallory = await newAccountHolder(site, `mallory@${domain}`);
    const id = await accountId(site, `alice@${domain}`);
    await invitationOf(site, alice, `new@${domain}`, "viewer");
    const [invitation] = await site.sql(`SELECT id FROM invitations WHERE account_id = ${id}`);
    const { html } = await mallory.get("/dashboard/people");
    const csrf = hiddenFields(html, "/dashboard/people/invite")["csrf"] ?? "";
    const bobPath = `/dashboard/people/${await userId(site, `bob@${domain}`)}`;
    for (const path of [bobPath, `${bobPath}/remove`, `${bobPath}/main-owner`]) {
      expect([path, (await mallory.post(path, { csrf, role: "owner" })).status]).toEqual([path, 404]);
    }
    expect((await mallory.get(bobPath)).status).toBe(404);
    await mallory.post(`/dashboard/people/invitations/${invitation?.["id"]}/withdraw`, { csrf });
    expect(await site.sql(`SELECT id FROM invitations WHERE account_id = ${id}`)).toHaveLength(1);
    const switched = await mallory.post("/dashboard/accounts", { csrf, account: String(id) });
    expect(switched.location).toBe("/dashboard/accounts?after=unknown");
    expect((await mallory.get("/dashboard/people")).html).not.toContain(`bob@${domain}`);
    expect((await bob.get("/dashboard/people")).html).toContain(`alice@${domain}`);
  });

  test("is closed to a session that switches to it while its person is removed", async () => {
    const { alice, bob, bobPath, domain, id } = await team("owner");
    await switchTo(site, bob, `bob@${domain}`);
    const csrf = await dashboardToken(bob);
    const [switched, removed] = await Promise.all([
      bob.post("/dashboard/accounts", { csrf, account: String(id) }),
      alice.submit(`${bobPath}/remove`, {}),
    ]);
    expect([switched.status, removed.status]).toEqual([303, 303]);
    // The switch may have come first: then its session has ended.
    for (const path of ["/dashboard/people", "/dashboard/keys", "/dashboard/security/export"]) {
      expect((await bob.get(path)).html).not.toContain(`alice@${domain}`);
    }
    const fields = { ...hiddenFields((await alice.get(NEW_KEY)).html, NEW_KEY), name: "x", type: "test", date: "" };
    expect((await bob.post(NEW_KEY, fields)).status).toBe(403);
  });

  test("is joined by nobody whose form was opened by another person in the same browser", async () => {
    const { alice, bob, domain } = await team("developer");
    const link = await invitationOf(site, alice, `carol@${domain}`, "viewer");
    const carol = await newAccountHolder(site, `carol@${domain}`);
    const waiting = hiddenFields((await carol.get(link)).html, "/join");
    await carol.submit("/dashboard", {}, "/sign-out");
    await carol.submit("/sign-in", { email: `bob@${domain}`, password: PASSWORD });
    const refused = await carol.post("/join", waiting);
    expect([refused.status, refused.html.includes(REFUSED)]).toEqual([403, true]);
    expect((await bob.post("/join", waiting)).status).toBe(403);
    expect((await alice.get("/dashboard/people")).html).toContain("Withdraw");
  });

  test("keeps its address when a person of it changes theirs or deletes their own account", async () => {
    const { alice, bob, domain, id } = await team("owner");
    await bob.submit("/dashboard/security/email", { email: `robert@${domain}`, proof: PASSWORD });
    const approve = linkOf(await site.mail.next(`bob@${domain}`, "Approve your new email address"));
    await bob.submit(approve, {}, "/dashboard/security/email/confirm");
    const confirm = linkOf(await site.mail.next(`robert@${domain}`, "Confirm your new email address"));
    const confirmed = await bob.submit(confirm, {}, "/dashboard/security/email/confirm");
    expect(confirmed.location).toBe("/dashboard/security?after=email");
    expect(await accountId(site, `alice@${domain}`)).toBe(id);
    expect((await alice.get("/dashboard/people")).html).toContain(`robert@${domain}`);
    await switchTo(site, bob, `robert@${domain}`);
    const deleted = await bob.submit("/dashboard/security/delete", { proof: PASSWORD });
    expect(deleted.location).toBe("/sign-in?after=deleted");
    const { html } = await alice.get("/dashboard/people");
    expect([html.includes(`robert@${domain}`), html.includes(`alice@${domain}`)]).toEqual([false, true]);
  });
});
