import { describe, expect, setSystemTime, test } from "bun:test";
import { readOidcProviders } from "../../../src/accounts/read-oidc-providers.ts";
import { messageOf } from "../../../src/base/error-text.ts";
import { FormClient, hiddenFields, PASSWORD } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { CLIENT, type OidcPerson, startOidcProvider, type TestProvider } from "../../support/oidc-provider.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { invitationOf } from "../../support/team.ts";
import { timeCode } from "../../support/time-code.ts";

describe.each(PAGE_DIALECTS)("sign-in with OpenID Connect on %s", async (dialect) => {
  const acme = await startOidcProvider(() => `${site.url}/auth/callback/acme`);
  const staff = await startOidcProvider(() => `${site.url}/auth/callback/staff`);
  const providers = [
    { id: "acme", title: "Acme", issuer: acme.issuer, ...CLIENT },
    {
      ...{ id: "staff", title: "Staff <b>", issuer: `${staff.issuer}/`, ...CLIENT },
      ...{ groups: ["operators", "readers"], domains: ["example.com"], addressesAreVerified: true },
    },
  ];
  const site = await serveSite(dialect, { OIDC_PROVIDERS: JSON.stringify(providers) });

  /** Where the browser is sent to at the provider. */
  async function start(id: string, client = new FormClient(site.url)) {
    const { location, html } = await client.submit("/sign-in", {}, `/sign-in/with/${id}`);
    return { client, url: location ?? "", html };
  }

  async function signIn(id: string, by: TestProvider, person: OidcPerson) {
    by.person = person;
    const { client, url } = await start(id);
    const back = await by.signIn(url);
    const answer = await client.get(new URL(back).pathname + new URL(back).search);
    const { html } = await client.get(answer.location ?? "");
    return { client, back, location: answer.location ?? "", html };
  }
  const verified = (name: string) => ({ sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true });

  test("has a button for each provider, and asks it with a state, a nonce, and PKCE", async () => {
    const { html, headers } = await new FormClient(site.url).get("/sign-in");
    expect(html).toContain("Continue with Acme");
    expect(html).toContain("Continue with Staff &lt;b&gt;");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`form-action 'self' ${acme.issuer} ${staff.issuer};`);
    const url = new URL((await start("acme")).url);
    expect(url.origin).toBe(acme.issuer);
    const asked = Object.fromEntries(url.searchParams);
    expect(asked).toMatchObject({ client_id: CLIENT.clientId, response_type: "code", code_challenge_method: "S256" });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked[name]?.length).toBeGreaterThanOrEqual(32);
    expect(asked["scope"]?.split(" ")).toEqual(expect.arrayContaining(["openid", "email"]));
    expect((await new FormClient(site.url).get("/auth/callback/other?code=x&state=y")).status).toBe(404);
  });

  test("opens a new account, and later the same one by its subject, whatever address the provider then reports", async () => {
    const first = await signIn("acme", acme, verified("alice"));
    expect(first.html).toContain("alice@example.com");
    const again = await signIn("acme", acme, { ...verified("alice"), email: "renamed@example.com" });
    expect(again.html).toContain("alice@example.com");
    const rows = await site.sql("SELECT provider_id, account_id, access_token, id_token, scope FROM credentials");
    expect(rows).toEqual([
      { provider_id: "acme", account_id: "sub-alice", access_token: null, id_token: null, scope: null },
    ]);
  });

  test("is linked to an existing account only by a verified address that its holder confirmed", async () => {
    await newAccountHolder(site, "bob@example.com");
    const unverified = await signIn("acme", acme, { ...verified("bob"), email_verified: false });
    expect(unverified.html).toContain("An account with this address already exists");
    const stranger = await signIn("acme", acme, { ...verified("nobody"), email_verified: false });
    expect(stranger.html).toContain("does not say that your email address is verified");
    expect(await site.sql("SELECT id FROM accounts WHERE email = 'nobody@example.com'")).toEqual([]);
    expect((await signIn("acme", acme, verified("bob"))).html).toContain("bob@example.com");
    await new FormClient(site.url).submit("/sign-up", { email: "squatted@example.com", password: PASSWORD });
    await site.mail.next("squatted@example.com", "Confirm your email address");
    const squatted = await signIn("acme", acme, verified("squatted"));
    expect(squatted.html).toContain("An account with this address already exists");
    expect((await squatted.client.get("/dashboard")).location).toBe("/sign-in");
  });

  test("is refused for an account with a second factor", async () => {
    const page = "/dashboard/security/two-factor";
    const holder = await newAccountHolder(site, "careful@example.com");
    const fields = hiddenFields((await holder.submit(page, { password: PASSWORD }, `${page}/start`)).html, page);
    await holder.post(page, { ...fields, code: timeCode(fields["uri"] ?? "") });
    expect((await signIn("acme", acme, verified("careful"))).html).toContain("uses two-factor sign-in");
  });

  test("is limited to groups and domains, each time, and trusts the addresses of a provider that is vouched for", async () => {
    const person = { sub: "1", email: "erin@example.com", groups: ["readers", "others"] };
    expect((await signIn("staff", staff, person)).html).toContain("erin@example.com");
    for (const groups of [["others"], [], ["reader"], undefined]) {
      const { groups: _, ...rest } = person;
      const refused = await signIn("staff", staff, groups === undefined ? rest : { ...rest, groups });
      expect(refused.html).toContain("is in no group that may sign in");
      expect((await refused.client.get("/dashboard")).location).toBe("/sign-in");
    }
    const elsewhere = await signIn("staff", staff, { ...person, sub: "2", email: "erin@example.org" });
    expect(elsewhere.html).toContain("may not sign in to this server");
    expect(await site.sql("SELECT id FROM accounts WHERE email = 'erin@example.org'")).toEqual([]);
  });

  test("takes no answer that this browser did not ask for, that was used, or that is another provider's", async () => {
    acme.person = verified("frank");
    const { client, url } = await start("acme");
    const back = new URL(await acme.signIn(url));
    const path = back.pathname + back.search;
    const refuse = async (by: FormClient, asked: string) => {
      expect((await by.get(asked)).location).toContain("/sign-in?error=");
      expect((await by.get("/dashboard")).location).toBe("/sign-in");
    };
    await refuse(new FormClient(site.url), path);
    await refuse(client, path.replace(/state=[^&]+/, "state=made-up"));
    const mixed = await start("acme");
    const other = new URL(await acme.signIn(mixed.url));
    await refuse(mixed.client, `/auth/callback/staff${other.search}`);
    const wrongIssuer = await start("acme");
    const answer = new URL(await acme.signIn(wrongIssuer.url));
    answer.searchParams.set("iss", staff.issuer);
    await refuse(wrongIssuer.client, answer.pathname + answer.search);
    // A code of one sign-in with the state of another: PKCE and the nonce do not match.
    const [one, two] = [await start("acme"), await start("acme")];
    const [ofOne, ofTwo] = [new URL(await acme.signIn(one.url)), new URL(await acme.signIn(two.url))];
    ofTwo.searchParams.set("code", ofOne.searchParams.get("code") ?? "");
    await refuse(two.client, ofTwo.pathname + ofTwo.search);
    const done = await start("acme");
    const replayed = new URL(await acme.signIn(done.url));
    expect((await done.client.get(replayed.pathname + replayed.search)).location).toBe("/dashboard");
    await refuse(new FormClient(site.url), replayed.pathname + replayed.search);
  });

  test("accepts keys that the provider has rotated", async () => {
    expect((await signIn("acme", acme, verified("grace"))).html).toContain("grace@example.com");
    acme.rotateKeys();
    // The library asks for keys at most every 30 s.
    setSystemTime(Date.now() + 31_000);
    expect((await signIn("acme", acme, verified("grace"))).html).toContain("grace@example.com");
    setSystemTime();
  });

  test("says that a provider is down, and works as soon as it answers", async () => {
    await acme.stop();
    const { client, url } = await start("acme");
    const answer = await client.get(`/auth/callback/acme?code=x&state=${new URL(url).searchParams.get("state")}`);
    expect((await client.get(answer.location ?? "")).html).toContain("Signing in with the provider failed");
    await acme.start();
    expect((await signIn("acme", acme, verified("henry"))).html).toContain("henry@example.com");
  });
});

describe.each(PAGE_DIALECTS)("sign-in with OpenID Connect to a server with invited people on %s", async (dialect) => {
  const acme = await startOidcProvider(() => `${site.url}/auth/callback/acme`);
  const site = await serveSite(dialect, {
    ...{ SIGN_UP: "invited", CONTACT_EMAIL: "operator@example.com" },
    OIDC_PROVIDERS: JSON.stringify([{ id: "acme", title: "Acme", issuer: acme.issuer, ...CLIENT }]),
  });
  const alice = await newAccountHolder(site, "alice@example.com");

  /** From the form of a page. Returns where the browser comes back to, and what it then shows. */
  async function signIn(name: string, client = new FormClient(site.url), page = "/sign-in", isVerified = true) {
    acme.person = { sub: `sub-${name}`, email: `${name}@example.com`, email_verified: isVerified };
    const { location } = await client.submit(page, {}, "/sign-in/with/acme");
    const back = new URL(await acme.signIn(location ?? ""));
    const answer = await client.get(back.pathname + back.search);
    return { client, location: answer.location, html: (await client.get(answer.location ?? "")).html };
  }

  test("takes an invited address, which comes back to its invitation and joins", async () => {
    const link = await invitationOf(site, alice, "bob@example.com", "developer");
    const { client, location } = await signIn("bob", new FormClient(site.url), link);
    expect(location).toBe(link);
    expect((await client.submit(link, {}, "/join")).location).toBe("/dashboard/people?after=joined");
    expect((await client.get("/dashboard/keys")).html).toContain("Account of <b>alice@example.com</b>");
  });

  test("refuses any other, one that the provider did not verify, and one whose invitation was withdrawn", async () => {
    await invitationOf(site, alice, "carol@example.com", "viewer");
    const before = await site.sql("SELECT email FROM accounts ORDER BY id");
    const notInvited = /an owner of your team/;
    const refuse = async (name: string, isVerified: boolean, says: RegExp) => {
      const { client, html } = await signIn(name, new FormClient(site.url), "/sign-in", isVerified);
      expect(html).toMatch(says);
      expect((await client.get("/dashboard")).location).toBe("/sign-in");
    };
    await refuse("mallory", true, notInvited);
    await refuse("carol", false, /does not say that your email address is verified/);
    const [row] = await site.sql("SELECT id FROM invitations WHERE email = 'carol@example.com'");
    await alice.submit("/dashboard/people", {}, `/dashboard/people/invitations/${row?.["id"]}/withdraw`);
    await refuse("carol", true, notInvited);
    expect(await site.sql("SELECT email FROM accounts ORDER BY id")).toEqual(before);
  });

  test.each([
    [
      "withdrawn",
      (id: string) => alice.submit("/dashboard/people", {}, `/dashboard/people/invitations/${id}/withdraw`),
    ],
    ["over", (id: string) => site.sql(`UPDATE invitations SET expires_at = 1 WHERE id = ${id}`)],
  ])("refuses an invitation that is %s while its person is at the provider", async (what, end) => {
    const email = `dan-${what}@example.com`;
    const link = await invitationOf(site, alice, email, "viewer");
    acme.person = { sub: email, email, email_verified: true };
    const dan = new FormClient(site.url);
    const { location } = await dan.submit(link, {}, "/sign-in/with/acme");
    const back = new URL(await acme.signIn(location ?? ""));
    const [row] = await site.sql(`SELECT id FROM invitations WHERE email = '${email}'`);
    await end(String(row?.["id"]));
    const answer = await dan.get(back.pathname + back.search);
    expect((await dan.get(answer.location ?? "")).html).toContain("an owner of your team");
    expect((await dan.get("/dashboard")).location).toBe("/sign-in");
    expect(await site.sql(`SELECT id FROM accounts WHERE email = '${email}'`)).toEqual([]);
  });
});

test("a provider that is down or answers wrongly holds up no page, and is asked again at the next sign-in", async () => {
  let answer = (): Response | Promise<Response> => new Promise(() => {});
  const broken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answer() });
  const issuer = `http://127.0.0.1:${broken.port}`;
  const providers = [{ id: "acme", title: "Acme", issuer, ...CLIENT }];
  const site = await serveSite("sqlite", { OIDC_PROVIDERS: JSON.stringify(providers) });
  const client = new FormClient(site.url);
  expect((await client.get("/sign-in")).html).toContain("Continue with Acme");
  const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
  const jwks_uri = `${issuer}/jwks`;
  for (const wrong of [
    () => new Response("down", { status: 503 }),
    () => Response.json({}),
    () => Response.json({ issuer, ...endpoints }),
    () => Response.json({ issuer: "no address", jwks_uri, ...endpoints }),
    () => Response.json([]),
    () => new Response("<html>"),
  ]) {
    answer = wrong;
    const { location } = await client.submit("/sign-in", {}, "/sign-in/with/acme");
    expect(location).toBe("/sign-in?error=provider_down");
  }
  expect((await client.get("/sign-in?error=provider_down")).html).toContain("The provider does not answer");
  const origin = "http://elsewhere.example";
  answer = () => Response.json({ issuer, jwks_uri, ...endpoints, authorization_endpoint: `${origin}/auth` });
  const page = await client.submit("/sign-in", {}, "/sign-in/with/acme");
  expect([page.status, page.html.includes(`href="${origin}/auth?`)]).toEqual([200, true]);
  await site.stop();
  await broken.stop(true);
});

describe("the setting of providers", () => {
  const good = {
    id: "okta",
    title: "Okta",
    issuer: "https://example.okta.com",
    clientId: "id",
    clientSecret: "secret",
  };

  test("has defaults for all but the client", () => {
    expect(readOidcProviders([good])).toEqual([
      {
        ...good,
        origin: "https://example.okta.com",
        scopes: ["openid", "email", "profile"],
        ...{ domains: [], groups: [], groupsClaim: "groups", addressesAreVerified: false },
      },
    ]);
  });

  test.each([
    ["not a list", good, "expected array"],
    ["a missing member", [{ ...good, clientSecret: undefined }], "0: clientSecret: "],
    ["a misspelled member", [{ ...good, group: ["a"] }], "group"],
    ["an id of another setting", [{ ...good, id: "github" }], "0: id: is taken by a setting of its own"],
    ["an id that is no word", [{ ...good, id: "a/b" }], "0: id: must be lower-case letters"],
    ["the same id twice", [good, good], "the ids must differ"],
    ["an issuer without TLS", [{ ...good, issuer: "http://example.com" }], "0: issuer: must be an https:// address"],
    ["no domain", [{ ...good, domains: ["@example.com"] }], "0: domains: must be domains such as example.com"],
    [
      "addresses that nobody limits",
      [{ ...good, addressesAreVerified: true }],
      "0: addressesAreVerified: needs domains",
    ],
  ])("is refused with %s, without repeating a secret", (_, value, fault) => {
    let said = "";
    try {
      readOidcProviders(value);
    } catch (error) {
      said = messageOf(error);
    }
    expect(said).toContain(fault);
    expect(said).not.toMatch(/"secret"|example\.okta/);
  });
});
