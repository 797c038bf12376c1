import { describe, expect, test } from "bun:test";
import { safety } from "../../support/command.ts";
import { FormClient, hiddenFields, PASSWORD, signUp } from "../../support/form-client.ts";
import { GITHUB, startGitHub } from "../../support/github.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { type ServedSite, serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { invitationEmail, invitationOf } from "../../support/team.ts";

const SETTINGS = { ...GITHUB, CONTACT_EMAIL: "operator@example.com" };
const signInWithGitHub = startGitHub();

/** The page on which a browser ends that signs in with a provider, which reports a verified address. */
async function signInWithProvider(
  site: ServedSite,
  email: string,
  client: FormClient = new FormClient(site.url),
): Promise<string> {
  const answer = await signInWithGitHub(client, email);
  return (await client.get(answer.location ?? "")).html;
}

async function accountsOf(site: ServedSite): Promise<readonly unknown[]> {
  return (await site.sql("SELECT email FROM accounts ORDER BY id")).map(({ email }) => email);
}

describe.each(PAGE_DIALECTS)("sign-up for domains on %s", async (dialect) => {
  const site = await serveSite(dialect, { ...SETTINGS, SIGN_UP: "domains", SIGN_UP_DOMAINS: "example.com,b.example" });

  test("is open to their addresses, in any case", async () => {
    expect((await new FormClient(site.url).get("/sign-up")).html).toContain("An address of example.com or b.example.");
    expect((await (await signUp(site, "Alice@B.Example".toLowerCase())).get("/dashboard")).status).toBe(200);
    expect(await signInWithProvider(site, "bob@example.com")).toContain("bob@example.com");
  });

  test.each([
    "charlie@example.org",
    "charlie@mail.example.com",
    "charlie@notexample.com",
    "charlie@example.com.evil.example",
  ])("refuses %s in the form and through a provider, and says what to do", async (email) => {
    const before = await accountsOf(site);
    const refused = await new FormClient(site.url).submit("/sign-up", { email, password: PASSWORD });
    expect([refused.status, refused.html.includes("Enter an address of example.com or b.example")]).toEqual([
      400,
      true,
    ]);
    expect(await signInWithProvider(site, email)).toContain("it may not create one on this server");
    expect(await accountsOf(site)).toEqual(before);
    expect(site.mail.emails(email)).toEqual([]);
  });

  test("keeps existing accounts and those that a command creates, whatever their address", async () => {
    const holder = await newAccountHolder(site, "early@example.org");
    expect((await holder.get("/dashboard")).status).toBe(200);
    expect(await signInWithProvider(site, "early@example.org")).toContain("early@example.org");
    await safety({ DATABASE_URL: site.databaseUrl }, "account", "create", "partner@example.org");
    expect(await signInWithProvider(site, "partner@example.org")).toContain("partner@example.org");
  });

  test("lets no account change to another address", async () => {
    const holder = await newAccountHolder(site, `dana-${dialect}@example.com`);
    const change = { email: "dana@example.org", proof: PASSWORD };
    const refused = await holder.submit("/dashboard/security/email", change);
    expect([refused.status, refused.html.includes("Enter an address of example.com or b.example")]).toEqual([
      400,
      true,
    ]);
    const changed = await holder.submit("/dashboard/security/email", { ...change, email: "dana@b.example" });
    expect(changed.status).toBe(303);
  });
});

describe.each(PAGE_DIALECTS)("a closed server on %s", async (dialect) => {
  const site = await serveSite(dialect, { ...SETTINGS, SIGN_UP: "closed" });
  const environment = { DATABASE_URL: site.databaseUrl, SMTP_URL: site.mail.url, BASE_URL: site.url };

  test("says who creates accounts, and refuses a forged form and a provider", async () => {
    const before = await accountsOf(site);
    const client = new FormClient(site.url);
    const page = await client.get("/sign-up");
    expect([page.status, page.html.includes("mailto:operator@example.com")]).toEqual([200, true]);
    expect(page.html).not.toContain('name="password"');
    const { html } = await client.get("/sign-in");
    expect(html).toContain("How to get an account");
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const forged = await client.post("/sign-up", { csrf, email: "charlie@example.com", password: PASSWORD });
    expect([forged.status, forged.html.includes("The operator of this server creates its accounts")]).toEqual([
      403,
      true,
    ]);
    expect(await signInWithProvider(site, "charlie@example.com")).toContain("Ask the operator for an account");
    expect(await accountsOf(site)).toEqual(before);
  });

  test("has accounts that a command creates, which its email opens", async () => {
    const created = await safety(environment, "account", "create", "Alice@Example.com", "--plan", "pro");
    expect([created.exitCode, created.note]).toEqual([
      0,
      "alice@example.com has an account on the pro plan, and gets an email that says how to use it.\n",
    ]);
    const welcome = await site.mail.next("alice@example.com", "Your account was created");
    const [path = ""] = /\/forgot-password$/m.exec(welcome.text.replaceAll("\r", "")) ?? [];
    const client = new FormClient(site.url);
    await client.submit(path, { email: "alice@example.com" });
    const link = linkOf(await site.mail.next("alice@example.com", "Set a new password"));
    await client.submit(link, { password: PASSWORD }, "/reset-password");
    await client.submit("/sign-in", { email: "alice@example.com", password: PASSWORD });
    expect((await client.get("/dashboard")).html).toContain("alice@example.com");
    const again = await safety(environment, "account", "create", "alice@example.com");
    expect([again.exitCode, again.note]).toEqual([1, "safety: alice@example.com already has an account.\n"]);
    const silent = await safety(environment, "account", "create", "bob@example.com", "--no-email");
    expect(silent.note).toContain(`sets a password at ${site.url}/forgot-password`);
    expect(await site.sql("SELECT kind FROM emails WHERE recipient = 'bob@example.com'")).toEqual([]);
  });

  test("does not send a link to an address without an account", async () => {
    await new FormClient(site.url).submit("/forgot-password", { email: "nobody@example.com" });
    await site.stop();
    expect(site.mail.emails("nobody@example.com")).toEqual([]);
  });
});

describe.each(PAGE_DIALECTS)("a server with invited people on %s", async (dialect) => {
  const site = await serveSite(dialect, { ...SETTINGS, SIGN_UP: "invited" });
  const alice = await newAccountHolder(site, "alice@example.com");

  test("says who invites, and refuses a forged form and a provider without an invitation", async () => {
    const before = await accountsOf(site);
    const client = new FormClient(site.url);
    const page = await client.get("/sign-up");
    expect([page.status, page.html.includes("open the link in the email with which an owner")]).toEqual([200, true]);
    const { csrf = "" } = hiddenFields((await client.get("/sign-in")).html, "/sign-in");
    expect((await client.post("/sign-up", { csrf, email: "eve@example.com", password: PASSWORD })).status).toBe(403);
    expect(await signInWithProvider(site, "eve@example.com")).toContain("an owner of your team");
    expect(await accountsOf(site)).toEqual(before);
  });

  test("lets invited people in, with a password or through a provider, and nobody whose invitation ended", async () => {
    const bob = new FormClient(site.url);
    const forBob = await invitationOf(site, alice, "bob@example.com", "developer");
    expect((await bob.submit(forBob, { password: PASSWORD }, "/join")).location).toBe("/dashboard/people?after=joined");
    const carol = new FormClient(site.url);
    const forCarol = await invitationOf(site, alice, "carol@example.com", "viewer");
    expect(await signInWithProvider(site, "carol@example.com", carol)).toContain("carol@example.com");
    expect((await carol.submit(forCarol, {}, "/join")).location).toBe("/dashboard/people?after=joined");
    await invitationOf(site, alice, "dan@example.com", "viewer");
    await site.sql("UPDATE invitations SET expires_at = 1 WHERE email = 'dan@example.com'");
    expect(await signInWithProvider(site, "dan@example.com")).toContain("it may not create one on this server");
  });
});

describe.each([
  ["closed", { SIGN_UP: "closed" }],
  ["for domains", { SIGN_UP: "domains", SIGN_UP_DOMAINS: "example.com" }],
])("an invitation on a server that is %s", async (_, environment) => {
  const site = await serveSite("sqlite", { ...SETTINGS, ...environment });
  const alice = await newAccountHolder(site, "alice@example.com");

  test("by a team is for people who have a sign-in, and the page says what others do", async () => {
    await newAccountHolder(site, "known@example.org");
    const known = await invitationOf(site, alice, "known@example.org", "viewer");
    expect((await new FormClient(site.url).get(known)).html).toContain("Sign in to join");
    const link = await invitationOf(site, alice, "new@example.org", "viewer");
    const visitor = new FormClient(site.url);
    const page = await visitor.get(link);
    expect([page.status, page.html.includes("mailto:operator@example.com")]).toEqual([403, true]);
    const { csrf = "" } = hiddenFields((await visitor.get("/sign-in")).html, "/sign-in");
    const token = new URL(link, site.url).searchParams.get("token") ?? "";
    expect((await visitor.post("/join", { csrf, token, password: PASSWORD })).status).toBe(403);
    expect(await signInWithProvider(site, "new@example.org")).toContain("it may not create one on this server");
  });

  test("by the operator's command is for anyone", async () => {
    const settings = { DATABASE_URL: site.databaseUrl, SMTP_URL: site.mail.url, BASE_URL: site.url };
    const invited = await safety(
      settings,
      "account",
      "invite",
      "alice@example.com",
      "far@example.net",
      "--role",
      "owner",
    );
    expect([invited.exitCode, invited.note]).toEqual([
      0,
      "far@example.net is invited to the account of alice@example.com as owner. A running node emails the link within seconds; it works for 7 days.\n",
    ]);
    const email = await invitationEmail(site, "far@example.net");
    expect(email.text).toContain("The operator invites far@example.net");
    const client = new FormClient(site.url);
    expect((await client.submit(linkOf(email), { password: PASSWORD }, "/join")).status).toBe(303);
    expect((await client.get("/dashboard/plan")).html).toContain("Account of <b>alice@example.com</b>");
  });
});
