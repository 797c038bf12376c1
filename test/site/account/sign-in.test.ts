import { describe, expect, spyOn, test } from "bun:test";
import { FormClient, hiddenFields, PASSWORD, signIn, signUp } from "../../support/form-client.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { until } from "../../support/until.ts";

const SESSION = "safety.session_token";
const DAY_MS = 86_400_000;

/** Makes sleeps of this length last until they are released. All others, such as those of an email, go on. */
function heldSleeps(lengthMs: number) {
  const { sleep } = Bun;
  const { promise: ended, resolve: release } = Promise.withResolvers<void>();
  const spy = spyOn(Bun, "sleep").mockImplementation((ms) => (ms === lengthMs ? ended : sleep(ms)));
  return {
    release() {
      spy.mockRestore();
      release();
    },
  };
}

describe.each(PAGE_DIALECTS)("signing in over %s", async (dialect) => {
  const site = await serveSite(dialect);
  await newAccountHolder(site, "alice@example.com");

  test("a refused sign-in writes nothing before its client's next request is answered, and equally much for either address later", async () => {
    const written = async () => {
      const refusals = await site.sql("SELECT id FROM audit_events WHERE name = 'sign_in_refused'");
      const tries = await site.sql("SELECT tries, window_ends_at FROM throttles WHERE bucket LIKE 'sign-ins refused%'");
      return { refusals: refusals.length, tries: JSON.stringify(tries) };
    };
    const refuse = (email: string) =>
      new FormClient(site.url).submit("/sign-in", { email, password: "not the password" });
    const writes = async (before: Awaited<ReturnType<typeof written>>, differs: keyof typeof before) =>
      until(`the ${differs} are written`, async () => (await written())[differs] !== before[differs]);
    // Refusals are written a second after their answers, so those that other tests left over come before this one.
    await newAccountHolder(site, "ordered@example.com");
    await refuse("ordered@example.com");
    const ordered = `SELECT 1 FROM audit_events JOIN accounts ON accounts.id = account_id
      WHERE email = 'ordered@example.com' AND name = 'sign_in_refused'`;
    await until("earlier refusals are written", async () => (await site.sql(ordered)).length > 0);
    const emails = ["alice@example.com", "nobody-at-all@example.com"] as const;
    for (const email of emails) {
      const before = await written();
      const held = heldSleeps(1_000);
      await refuse(email);
      await fetch(`${site.url}/healthz`);
      expect(await written()).toEqual(before);
      held.release();
      await writes(before, email === emails[0] ? "refusals" : "tries");
      expect((await written()).refusals).toBe(before.refusals + (email === emails[0] ? 1 : 0));
    }
  });

  test("behind a proxy the address is the last forwarded one, which the proxy wrote, otherwise the connection's", async () => {
    const addressOf = async (url: string) => {
      const client = new FormClient(url);
      const { csrf = "" } = hiddenFields((await client.get("/sign-in")).html, "/sign-in");
      const fields = { csrf, email: "alice@example.com", password: PASSWORD };
      await client.post("/sign-in", fields, { "X-Forwarded-For": "198.51.100.7, 192.0.2.1 , 203.0.113.9" });
      const [newest] = await site.sql("SELECT address FROM audit_events WHERE name = 'signed_in' ORDER BY id DESC");
      return newest?.["address"];
    };
    expect(await addressOf(site.url)).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    const behind = await serveSite(dialect, { DATABASE_URL: site.databaseUrl, TRUST_PROXY: "true" });
    expect(await addressOf(behind.url)).toBe("203.0.113.9");
  });

  test("signing out ends the session on the server, not only in the browser", async () => {
    const client = await signIn(site, "alice@example.com");
    const cookie = client.cookie(SESSION) ?? "";
    const answer = await client.submit("/dashboard", {}, "/sign-out");
    expect(answer.location).toBe("/sign-in?after=sign-out");
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
    expect(client.cookie(SESSION)).toBeUndefined();
    const thief = new FormClient(site.url);
    thief.setCookie(SESSION, cookie);
    expect((await thief.get("/dashboard")).location).toBe("/sign-in");
  });

  test("addresses and browsers of expired sessions are deleted, even if nobody returns with them", async () => {
    await newAccountHolder(site, "expired@example.com");
    const sessions = () =>
      site.sql("SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = 'expired@example.com'");
    const past = new Date(Date.now() - 1000).toISOString();
    // The sign-in before it may still delete what has expired.
    expect(await sessions()).toHaveLength(1);
    await site.sql(`UPDATE sessions SET expires_at = '${past}'`);
    await newAccountHolder(site, "after@example.com");
    await until("the expired sessions are deleted", async () => (await sessions()).length === 0);
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test.each([
    ["/sign-in", { password: "not the password" }, []],
    ["/sign-up", { password: PASSWORD }, ["You already have an account"]],
    ["/forgot-password", {}, ["Set a new password"]],
  ] as const)("the answer of %s is the same with and without an account", async (path, fields, subjects) => {
    const unknown = `nobody-at${path.replace("/", "-")}@example.com`;
    const pageFor = async (email: string) => {
      const { status, html } = await new FormClient(site.url).submit(path, { email, ...fields });
      return { status, html: html.replaceAll(email, "ADDRESS").replaceAll(/name="csrf" value="[^"]*"/g, "") };
    };
    expect(await pageFor(unknown)).toEqual(await pageFor("alice@example.com"));
    for (const subject of subjects) await site.mail.next("alice@example.com", subject);
    if (path !== "/sign-up") expect(site.mail.emails(unknown)).toEqual([]);
  });

  test("a session cookie planted in the browser is replaced when signing in", async () => {
    const attacker = await newAccountHolder(site, "mallory@example.com");
    const planted = attacker.cookie(SESSION) ?? "";
    const victim = new FormClient(site.url);
    await victim.get("/sign-in");
    victim.setCookie(SESSION, "made-up.c2lnbmF0dXJl");
    await victim.submit("/sign-in", { email: "alice@example.com", password: PASSWORD });
    const own = victim.cookie(SESSION);
    expect(own).toBeDefined();
    expect(own).not.toBe(planted);
    expect((await attacker.get("/dashboard")).html).not.toContain("alice@example.com");
  });

  test("signing in again ends the previous session", async () => {
    const client = await signIn(site, "alice@example.com");
    const before = client.cookie(SESSION) ?? "";
    const { csrf = "" } = hiddenFields((await client.get("/dashboard")).html, "/sign-out");
    const answer = await client.post("/sign-in", { csrf, email: "alice@example.com", password: PASSWORD });
    expect(answer.location).toBe("/dashboard");
    const old = new FormClient(site.url);
    old.setCookie(SESSION, before);
    expect((await old.get("/dashboard")).location).toBe("/sign-in");
  });

  test("a session ends after a week without use", async () => {
    const client = await signIn(site, "alice@example.com");
    const past = new Date(Date.now() - 1000).toISOString();
    await site.sql(`UPDATE sessions SET expires_at = '${past}'`);
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
  });

  test("a session ends after 30 days, however much it is used", async () => {
    const client = await signIn(site, "alice@example.com");
    expect((await client.get("/dashboard")).status).toBe(200);
    const past = new Date(Date.now() - 30 * DAY_MS - 1000).toISOString();
    await site.sql(`UPDATE sessions SET created_at = '${past}'`);
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
  });

  test("a cookie with a wrong signature has no session", async () => {
    const client = await signIn(site, "alice@example.com");
    const [token = ""] = (client.cookie(SESSION) ?? "").split(".");
    client.setCookie(SESSION, `${token}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D`);
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
  });

  test("after ten wrong passwords the right one is also refused, and unknown addresses behave the same", async () => {
    await newAccountHolder(site, "guessed@example.com");
    for (const email of ["guessed@example.com", "guessed-nobody@example.com"]) {
      const client = new FormClient(site.url);
      const statuses = [];
      for (let round = 0; round < 10; round++) {
        statuses.push((await client.submit("/sign-in", { email, password: `guess number ${round}` })).status);
      }
      expect(new Set(statuses)).toEqual(new Set([400]));
      const answer = await client.submit("/sign-in", { email, password: PASSWORD });
      expect(answer.status).toBe(429);
      expect(answer.html).toContain("Too many attempts");
    }
  });

  test("the limit survives a restart of the program", async () => {
    const again = await serveSite(dialect, { DATABASE_URL: site.databaseUrl });
    const client = new FormClient(again.url);
    const answer = await client.submit("/sign-in", { email: "guessed@example.com", password: PASSWORD });
    await again.stop();
    expect(answer.status).toBe(429);
  });

  test("the store has neither the address nor the password of an attempt in plain text", async () => {
    const rows = JSON.stringify(await site.sql("SELECT * FROM throttles"));
    expect(rows).not.toContain("example.com");
    expect(rows).not.toContain("127.0.0.1");
    await signUp(site, "stored@example.com");
    const [newest] = await site.sql("SELECT password FROM credentials ORDER BY created_at DESC");
    expect(newest?.["password"]).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  });
});

describe("the cookies of a service with https", async () => {
  const site = await serveSite("sqlite", { BASE_URL: "https://safety.example" });

  test("are bound to the host, secure, hidden from scripts, and not sent with posts from other sites", async () => {
    const client = new FormClient(site.url);
    const page = await client.get("/sign-up");
    const { csrf = "" } = hiddenFields(page.html, "/sign-up");
    const headers = { origin: "https://safety.example" };
    await client.post("/sign-up", { csrf, email: "alice@example.com", password: PASSWORD }, headers);
    const link = new URL(linkOf(await site.mail.next("alice@example.com", "Confirm your email address")));
    const fields = { csrf, token: link.searchParams.get("token") ?? "", password: PASSWORD };
    const confirmed = await client.post("/confirm-email", fields, headers);
    expect(confirmed.location).toBe("/dashboard?after=confirmed");
    const cookies = [...page.headers.getSetCookie(), ...confirmed.headers.getSetCookie()];
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toStartWith("__Host-");
      expect(cookie.split("; ")).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
      expect(cookie).not.toContain("Domain");
    }
  });
});
