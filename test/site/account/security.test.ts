import { describe, expect, test } from "bun:test";
import { dashboardToken, FormClient, PASSWORD, signIn, signUp } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { until } from "../../support/until.ts";

const PAGE = "/dashboard/security";
const NEW_PASSWORD = "quiet marble north canoe";

describe.each(PAGE_DIALECTS)("security over %s", async (dialect) => {
  const site = await serveSite(dialect);

  function sessionIds(html: string): readonly string[] {
    return [...html.matchAll(/sessions\/([^/"]+)\/end"/g)].map((match) => match[1] ?? "");
  }

  test("a new password needs the old one, ends the other sessions, and keeps this one", async () => {
    const here = await newAccountHolder(site, "alice@example.com");
    const elsewhere = await signIn(site, "alice@example.com");
    const wrong = await here.submit(
      PAGE,
      { password: "not the password", new_password: NEW_PASSWORD },
      `${PAGE}/password`,
    );
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("The current password is wrong");
    const common = await here.submit(PAGE, { password: PASSWORD, new_password: "password1234" }, `${PAGE}/password`);
    expect(common.html).toContain('id="new_password-error"');
    const done = await here.submit(PAGE, { password: PASSWORD, new_password: NEW_PASSWORD }, `${PAGE}/password`);
    expect(done.location).toBe(`${PAGE}?after=password`);
    expect((await here.get("/dashboard")).status).toBe(200);
    expect((await elsewhere.get("/dashboard")).location).toBe("/sign-in");
    expect((await (await signIn(site, "alice@example.com", NEW_PASSWORD)).get("/dashboard")).status).toBe(200);
    await site.mail.next("alice@example.com", "Your account was changed");
  });

  test("sessions are listed, and one or all others can be ended", async () => {
    const here = await newAccountHolder(site, "bob@example.com");
    const [second, third] = [await signIn(site, "bob@example.com"), await signIn(site, "bob@example.com")];
    const listed = await here.get(PAGE);
    const [newest = ""] = sessionIds(listed.html);
    expect(sessionIds(listed.html)).toHaveLength(2);
    expect(listed.html).toContain("This session");
    await here.submit(PAGE, {}, `${PAGE}/sessions/${newest}/end`);
    const gone = await Promise.all([second, third].map(async (client) => (await client.get("/dashboard")).status));
    expect(gone.toSorted()).toEqual([200, 303]);
    await here.submit(PAGE, {}, `${PAGE}/sessions/end-others`);
    for (const client of [second, third]) expect((await client.get("/dashboard")).location).toBe("/sign-in");
    expect((await here.get("/dashboard")).status).toBe(200);
  });

  test("the holder downloads what is kept about the account, without secrets, and nothing of others", async () => {
    const file = `${PAGE}/account.json`;
    expect((await new FormClient(site.url).get(file)).location).toBe("/sign-in");
    const alice = await newAccountHolder(site, "export@example.com");
    const made = await alice.submit("/dashboard/keys/new", { name: "Shop", type: "live", date: "" });
    const secret = /svc_live_\w{38}/.exec(made.html)?.[0] ?? "";
    await fetch(`${site.url}/v1/stats`, { headers: { "X-API-Key": secret } });
    await newAccountHolder(site, "export-other@example.com");
    expect((await alice.get(PAGE)).html).toContain(`href="${file}"`);
    const answer = await alice.get(file);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="safety-account-.+\.json"$/);
    const kept = JSON.parse(answer.html);
    expect(kept.users).toMatchObject([{ email: "export@example.com", email_verified: true }]);
    expect(kept.daily_usage).toMatchObject([
      { stats: 1, day: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z` },
    ]);
    const stored = await site.sql("SELECT token AS secret FROM sessions UNION SELECT password FROM credentials");
    for (const { secret } of stored) expect(answer.html).not.toContain(String(secret));
    expect(answer.html).not.toContain(secret);
    expect(answer.html).not.toContain("export-other@example.com");
    for (let more = 0; more < 9; more++) expect((await alice.get(file)).status).toBe(200);
    expect((await alice.get(file)).status).toBe(429);
  });

  test("deleting an account revokes its keys, keeps the data needed for billing, and frees its address", async () => {
    const email = "leaving@example.com";
    const client = await newAccountHolder(site, email);
    const made = await client.submit("/dashboard/keys/new", { name: "k", type: "live", date: "" });
    const secret = /svc_live_\w{38}/.exec(made.html)?.[0] ?? "";
    const requestStatus = async () =>
      (await fetch(`${site.url}/v1/stats`, { headers: { "X-API-Key": secret } })).status;
    expect(await requestStatus()).toBe(200);
    expect((await client.submit(`${PAGE}/delete`, { proof: "not the password" })).status).toBe(400);
    expect(await requestStatus()).toBe(200);
    const accounts = await site.sql(`SELECT id, plan FROM accounts WHERE email = '${email}'`);
    const id = Number(accounts[0]?.["id"]);
    expect((await client.submit(`${PAGE}/delete`, { proof: PASSWORD })).location).toBe("/sign-in?after=deleted");
    expect(await requestStatus()).toBe(403);
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
    expect(await site.sql(`SELECT id FROM users WHERE email = '${email}'`)).toEqual([]);
    const [kept] = await site.sql(`SELECT email, plan FROM accounts WHERE id = ${id}`);
    expect(kept?.["plan"]).toBe("free");
    expect(kept?.["email"]).not.toBe(email);
    const usage = await site.sql(
      `SELECT stats FROM daily_usage JOIN api_keys ON api_keys.id = key_id WHERE account_id = ${id}`,
    );
    expect(usage).toHaveLength(1);
    const again = await signUp(site, email);
    expect((await again.get("/dashboard/keys")).html).toContain("No keys yet");
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("a signed-in user has ten attempts at the password, over all forms that ask for it", async () => {
    const client = await newAccountHolder(site, "guessed@example.com");
    const csrf = await dashboardToken(client);
    const forms = ["password", "two-factor/start", "two-factor/off", "recovery-codes", "email", "delete"];
    const post = async (form: string, password: string) => {
      const fields = { password, proof: password, new_password: NEW_PASSWORD, email: "elsewhere@example.com" };
      return (await client.post(`${PAGE}/${form}`, { csrf, ...fields })).status;
    };
    for (const form of [...forms, ...forms].slice(0, 10))
      expect([form, await post(form, "wrong")]).toEqual([form, 400]);
    for (const form of forms) expect([form, await post(form, PASSWORD)]).toEqual([form, 429]);
    expect((await client.get("/dashboard")).status).toBe(200);
  });

  test("Charlie cannot end Alice's session by its id", async () => {
    const alice = await newAccountHolder(site, "anna@example.com");
    await signIn(site, "anna@example.com");
    const [id = ""] = sessionIds((await alice.get(PAGE)).html);
    const charlie = await newAccountHolder(site, "charlie@example.com");
    const csrf = await dashboardToken(charlie);
    expect((await charlie.post(`${PAGE}/sessions/${id}/end`, { csrf })).status).toBe(404);
    expect(sessionIds((await alice.get(PAGE)).html)).toEqual([id]);
  });

  test("the audit log shows key and account events with time and origin, including refused sign-ins", async () => {
    const client = await signUp(site, "dora@example.com");
    await client.submit("/dashboard/keys/new", { name: "k", type: "test", date: "" });
    await new FormClient(site.url).submit("/sign-in", { email: "dora@example.com", password: "not the password" });
    const answeredMs = Date.now();
    // The refused sign-in is written after its answer, whose timing must not reveal whether there is an account.
    let html = "";
    await until("the refused sign-in is in the audit log", async () => {
      ({ html } = await client.get(PAGE));
      return html.includes("Sign-in refused");
    });
    const [event] = await site.sql("SELECT at FROM audit_events WHERE name = 'sign_in_refused'");
    expect(Number(event?.["at"])).toBeLessThanOrEqual(answeredMs);
    for (const event of ["Account created", "Email address confirmed", "Signed in", "Key created", "Sign-in refused"]) {
      expect(html).toContain(event);
    }
    expect(html).toMatch(/dora@example\.com, (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/);
    expect(html).toContain("Not signed in, ");
    expect(html).toMatch(/Key created <a href="\/dashboard\/keys\/\d+">k<\/a>/);
  });

  test("a suspended account cannot be deleted by its holder", async () => {
    const client = await newAccountHolder(site, "suspended@example.com");
    await site.sql(`UPDATE accounts SET suspended_at = ${Date.now()} WHERE email = 'suspended@example.com'`);
    const refused = await client.submit(`${PAGE}/delete`, { proof: PASSWORD });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain("This account is suspended");
    expect((await client.get("/dashboard")).status).toBe(200);
    expect(await site.sql("SELECT deleted_at FROM accounts WHERE email = 'suspended@example.com'")).toEqual([
      { deleted_at: null },
    ]);
  });
});
