import { describe, expect, test } from "bun:test";
import { FormClient, PASSWORD, signIn } from "../../support/form-client.ts";
import { linkOf } from "../../support/mail-sink.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";

const NEW_PASSWORD = "quiet marble north canoe";
const SUBJECT = "Set a new password";

describe.each(PAGE_DIALECTS)("a new password by email over %s", async (dialect) => {
  const site = await serveSite(dialect);

  async function resetLink(email: string): Promise<string> {
    await new FormClient(site.url).submit("/forgot-password", { email });
    return linkOf(await site.mail.next(email, SUBJECT));
  }

  function setPassword(link: string, password: string) {
    return new FormClient(site.url).submit(link, { password }, "/reset-password");
  }

  test("the link sets it once, ends every session, and notifies the holder", async () => {
    const email = "alice@example.com";
    const alice = await newAccountHolder(site, email);
    const link = await resetLink(email);
    expect((await setPassword(link, NEW_PASSWORD)).location).toBe("/sign-in?after=reset");
    expect((await alice.get("/dashboard")).location).toBe("/sign-in");
    const old = await new FormClient(site.url).submit("/sign-in", { email, password: PASSWORD });
    expect(old.status).toBe(400);
    const again = await signIn(site, email, NEW_PASSWORD);
    expect((await again.get("/dashboard")).status).toBe(200);
    await site.mail.next(email, "Your account was changed");
    const used = await setPassword(link, "a third good password");
    expect(used.status).toBe(400);
    expect(used.html).toContain("was already used");
  });

  test("an account that a command created is claimed with the link, and keeps its keys and its plan", async () => {
    const email = "made@example.com";
    const now = Date.now();
    await site.sql(`INSERT INTO accounts (email, plan, created_at) VALUES ('${email}', 'pro', ${now})`);
    expect((await new FormClient(site.url).submit("/sign-in", { email, password: NEW_PASSWORD })).status).toBe(400);
    expect((await setPassword(await resetLink(email), NEW_PASSWORD)).status).toBe(303);
    const holder = await signIn(site, email, NEW_PASSWORD);
    expect((await holder.get("/dashboard/plan")).html).toContain("<strong>Pro</strong>");
    expect(await site.sql(`SELECT id FROM accounts WHERE email = '${email}'`)).toHaveLength(1);
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("another person's sign-ups and wrong passwords do not invalidate the holder's reset link, and send another one", async () => {
    const email = "harassed@example.com";
    await newAccountHolder(site, email);
    for (let count = 0; count < 6; count++) {
      await new FormClient(site.url).submit("/sign-up", { email, password: PASSWORD });
      await new FormClient(site.url).submit("/sign-in", { email, password: `guess number ${count}` });
      await new FormClient(site.url).submit("/sign-in", { email, password: `another guess ${count}` });
    }
    expect((await new FormClient(site.url).submit("/sign-in", { email, password: PASSWORD })).status).toBe(429);
    const asked = await new FormClient(site.url).submit("/forgot-password", { email });
    expect(asked.status).toBe(200);
    await site.mail.next(email, SUBJECT);
    const link = linkOf(await site.mail.next(email, "You already have an account"));
    expect((await setPassword(link, NEW_PASSWORD)).location).toBe("/sign-in?after=reset");
    const again = await signIn(site, email, NEW_PASSWORD);
    expect((await again.get("/dashboard")).status).toBe(200);
  });

  test("somebody who signed up first with an address keeps nothing once its owner sets a password", async () => {
    const email = "squatted@example.com";
    await new FormClient(site.url).submit("/sign-up", { email, password: PASSWORD });
    await site.mail.next(email, "Confirm your email address");
    await setPassword(await resetLink(email), NEW_PASSWORD);
    expect((await new FormClient(site.url).submit("/sign-in", { email, password: PASSWORD })).status).toBe(400);
    expect((await (await signIn(site, email, NEW_PASSWORD)).get("/dashboard")).status).toBe(200);
  });

  test("the link ends after an hour", async () => {
    const email = "late@example.com";
    await newAccountHolder(site, email);
    const link = await resetLink(email);
    await site.sql(`UPDATE verifications SET expires_at = '${new Date(Date.now() - 1000).toISOString()}'`);
    expect((await setPassword(link, NEW_PASSWORD)).status).toBe(400);
    expect((await (await signIn(site, email)).get("/dashboard")).status).toBe(200);
  });

  test("a new password invalidates earlier links, however it was set", async () => {
    const email = "twice@example.com";
    const alice = await newAccountHolder(site, email);
    const [older, newer] = [await resetLink(email), await resetLink(email)];
    expect((await setPassword(newer, NEW_PASSWORD)).status).toBe(303);
    expect((await setPassword(older, "a third good password")).status).toBe(400);
    const again = await signIn(site, email, NEW_PASSWORD);
    const outstanding = await resetLink(email);
    const fields = { password: NEW_PASSWORD, new_password: PASSWORD };
    await again.submit("/dashboard/security", fields, "/dashboard/security/password");
    expect((await setPassword(outstanding, "a third good password")).status).toBe(400);
    expect((await alice.get("/dashboard")).location).toBe("/sign-in");
    expect((await (await signIn(site, email)).get("/dashboard")).status).toBe(200);
  });

  test("a common password is refused and the link stays valid", async () => {
    const email = "careless@example.com";
    await newAccountHolder(site, email);
    const link = await resetLink(email);
    const refused = await setPassword(link, "password1234");
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="password-error"');
    expect((await setPassword(link, NEW_PASSWORD)).status).toBe(303);
  });

  test("passwords tried with one link are limited; another link of the same account works", async () => {
    const email = "tried@example.com";
    await newAccountHolder(site, email);
    const link = await resetLink(email);
    const statuses: number[] = [];
    for (let round = 0; round < 10; round++) statuses.push((await setPassword(link, "password1234")).status);
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 400));
    const refused = await setPassword(link, NEW_PASSWORD);
    expect([refused.status, refused.html]).toEqual([429, expect.stringContaining("Too many attempts")]);
    expect((await setPassword(await resetLink(email), NEW_PASSWORD)).status).toBe(303);
  });

  // Last: it uses up what this address may try.
  test("passwords tried from one IP address are limited, whatever the links, before any work on the password", async () => {
    const email = "last@example.com";
    await newAccountHolder(site, email);
    const link = await resetLink(email);
    const statuses: number[] = [];
    while (statuses.length < 31 && statuses.at(-1) !== 429) {
      const madeUp = link.replace(/token=.*/, `token=made-up-${statuses.length}`);
      statuses.push((await setPassword(madeUp, NEW_PASSWORD)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await setPassword(link, NEW_PASSWORD)).status).toBe(429);
  });
});

describe("without a mail server", () => {
  test("the pages say that the email is in the log", async () => {
    const site = await serveSite("sqlite", { SMTP_URL: "", LOG_LEVEL: "silent" });
    const answer = await new FormClient(site.url).submit("/forgot-password", { email: "alice@example.com" });
    await site.stop();
    expect(answer.html).toContain("in the server&#39;s log");
  });
});
