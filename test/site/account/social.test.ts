import { describe, expect, test } from "bun:test";
import { FormClient, hiddenFields, PASSWORD } from "../../support/form-client.ts";
import { GITHUB, startGitHub } from "../../support/github.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { timeCode } from "../../support/time-code.ts";

describe("sign-in with a provider", async () => {
  const site = await serveSite("sqlite", GITHUB);

  test("appears only for the configured provider and redirects to it with a state, as the page's policy allows", async () => {
    const client = new FormClient(site.url);
    const { html, headers } = await client.get("/sign-in");
    expect(html).toContain("Continue with GitHub");
    expect(html).not.toContain("Google");
    expect(headers.get("content-security-policy")).toContain("form-action 'self' https://github.com;");
    const { location } = await client.submit("/sign-in", {}, "/sign-in/with/github");
    const target = new URL(location ?? "");
    expect(target.origin).toBe("https://github.com");
    expect(target.searchParams.get("client_id")).toBe("an-id");
    expect(target.searchParams.get("redirect_uri")).toBe(`${site.url}/auth/callback/github`);
    expect(target.searchParams.get("state")?.length).toBeGreaterThanOrEqual(32);
  });

  test("a response that this browser did not request is refused", async () => {
    const client = new FormClient(site.url);
    const { location } = await client.submit("/sign-in", {}, "/sign-in/with/github");
    const state = new URL(location ?? "").searchParams.get("state") ?? "";
    const other = new FormClient(site.url);
    for (const path of [`/auth/callback/github?code=x&state=${state}`, "/auth/callback/github?code=x&state=made-up"]) {
      const answer = await other.get(path);
      expect(answer.status).toBe(302);
      expect(answer.location).toContain("/sign-in?");
      expect((await other.get("/dashboard")).location).toBe("/sign-in");
    }
    expect((await other.get("/sign-in?error=state_mismatch")).html).toContain("Signing in with the provider failed");
  });

  test("no other URL of the library is exposed", async () => {
    const client = new FormClient(site.url);
    for (const path of [
      "/auth/get-session",
      "/auth/ok",
      "/auth/callback/google?code=x&state=y",
      "/auth/list-sessions",
    ]) {
      expect((await client.get(path)).status).toBe(404);
    }
    for (const path of ["/auth/sign-in/email", "/auth/sign-up/email", "/auth/reset-password"]) {
      expect((await client.post(path, { email: "a@example.com", password: "plum orbit lantern" })).status).toBe(404);
    }
  });
});

describe("an account with a provider sign-in", async () => {
  const site = await serveSite("sqlite", GITHUB);
  const signInWithGitHub = startGitHub();

  /** Signs in with a provider that reports this address. */
  async function signInWithProvider(email: string, verified = true) {
    const client = new FormClient(site.url);
    return { client, answer: await signInWithGitHub(client, email, verified) };
  }

  test("accepts a verified address and no other", async () => {
    const unverified = await signInWithProvider("unverified@example.com", false);
    expect((await unverified.client.get("/dashboard")).location).toBe("/sign-in");
    expect(await site.sql("SELECT id FROM users WHERE email = 'unverified@example.com'")).toEqual([]);
    const known = await signInWithProvider("known@example.com");
    expect((await known.client.get("/dashboard")).html).toContain("known@example.com");
    const log = await site.sql(`SELECT name, via, detail FROM audit_events JOIN accounts ON accounts.id = account_id
      WHERE email = 'known@example.com' ORDER BY audit_events.id`);
    expect(log.map(({ name }) => name)).toEqual(["account_created", "signed_in"]);
    expect(log[1]).toMatchObject({ via: "dashboard", detail: "by a provider" });
  });

  test("that someone else signed up for and never confirmed is not opened", async () => {
    await new FormClient(site.url).submit("/sign-up", { email: "taken@example.com", password: PASSWORD });
    await site.mail.next("taken@example.com", "Confirm your email address");
    const { client, answer } = await signInWithProvider("taken@example.com");
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
    expect((await client.get(answer.location ?? "")).html).toContain("set a new one by email");
    // The person who reads the address's mail takes over the account, and the provider opens it from then on.
    await new FormClient(site.url).submit("/forgot-password", { email: "taken@example.com" });
    const link = linkOf(await site.mail.next("taken@example.com", "Set a new password"));
    await new FormClient(site.url).submit(link, { password: "quiet marble north canoe" }, "/reset-password");
    const again = await signInWithProvider("taken@example.com");
    expect((await again.client.get("/dashboard")).html).toContain("taken@example.com");
  });

  test("with two-factor sign-in is not opened without the code", async () => {
    const email = "careful@example.com";
    const page = "/dashboard/security/two-factor";
    const holder = await newAccountHolder(site, email);
    expect((await (await signInWithProvider(email)).client.get("/dashboard")).status).toBe(200);
    const fields = hiddenFields((await holder.submit(page, { password: PASSWORD }, `${page}/start`)).html, page);
    await holder.post(page, { ...fields, code: timeCode(fields["uri"] ?? "") });
    const { client, answer } = await signInWithProvider(email);
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
    expect((await client.get(answer.location ?? "")).html).toContain("uses two-factor sign-in");
  });

  test("no longer opens once its address was changed; a provider with the new address is linked again", async () => {
    const [from, to] = ["moving@example.com", "moved@example.com"];
    const holder = await newAccountHolder(site, from);
    expect((await (await signInWithProvider(from)).client.get("/dashboard")).html).toContain(from);
    const page = "/dashboard/security/email";
    await holder.submit(page, { email: to, proof: PASSWORD });
    for (const [address, subject] of [
      [from, "Approve your new email address"],
      [to, "Confirm your new email address"],
    ] as const) {
      await holder.submit(linkOf(await site.mail.next(address, subject)), {}, `${page}/confirm`);
    }
    const elsewhere = await signInWithProvider(from);
    expect((await elsewhere.client.get("/dashboard")).html).not.toContain(to);
    const again = await signInWithProvider(to);
    expect((await again.client.get("/dashboard")).html).toContain(to);
    const rows = await site.sql(`SELECT users.email FROM credentials JOIN users ON users.id = user_id
      WHERE provider_id = 'github' AND users.email IN ('${from}', '${to}') ORDER BY users.email`);
    expect(rows.map(({ email }) => email)).toEqual([to, from]);
  });
});
