import { describe, expect, test } from "bun:test";
import { safety } from "../../support/command.ts";
import { dashboardToken, FormClient, hiddenFields, PASSWORD, signIn } from "../../support/form-client.ts";
import { newAccountHolder } from "../../support/new-account-holder.ts";
import { serveSite } from "../../support/served-site.ts";
import { PAGE_DIALECTS } from "../../support/stores.ts";
import { timeCode, wrongCodes } from "../../support/time-code.ts";
import { until } from "../../support/until.ts";

const CHANGED = "Your account was changed";
const PAGE = "/dashboard/security/two-factor";
/** After signing in with a recovery code. */
const USED = `${PAGE}?after=recovery-code`;

describe.each(PAGE_DIALECTS)("two-factor sign-in over %s", async (dialect) => {
  const site = await serveSite(dialect);

  /** Turns it on. Returns the app's URL and the recovery codes. */
  async function turnOn(client: FormClient): Promise<{ readonly uri: string; readonly codes: readonly string[] }> {
    const setup = await client.submit(PAGE, { password: PASSWORD }, `${PAGE}/start`);
    const fields = hiddenFields(setup.html, PAGE);
    const uri = fields["uri"] ?? "";
    const answer = await client.post(PAGE, { ...fields, code: timeCode(uri) });
    expect(answer.location).toBe("/dashboard/security?after=two-factor-on");
    const file = /href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(setup.html)?.[1] ?? "";
    expect(decodeURIComponent(file).trim().split("\n")).toEqual((fields["codes"] ?? "").split(" "));
    return { uri, codes: (fields["codes"] ?? "").split(" ") };
  }

  /** The texts of the two emails about changes. They can arrive in any order. */
  async function changesMailed(email: string): Promise<string> {
    const [first, second] = [await site.mail.next(email, CHANGED), await site.mail.next(email, CHANGED)];
    return first.text + second.text;
  }

  async function passwordStep(email: string): Promise<FormClient> {
    const client = new FormClient(site.url);
    const answer = await client.submit("/sign-in", { email, password: PASSWORD });
    expect(answer.location).toBe("/sign-in/code");
    expect((await client.get("/dashboard")).location).toBe("/sign-in");
    return client;
  }

  test("with neither device nor recovery codes, an operator's command turns it off, and the password signs in", async () => {
    const email = "olive@example.com";
    const signedIn = await newAccountHolder(site, email);
    await turnOn(signedIn);
    const stuck = await (await passwordStep(email)).get("/sign-in/code");
    expect(stuck.html).toContain(", who can turn two-factor sign-in off");
    const command = ["account", "two-factor-off", email] as const;
    const settings = { DATABASE_URL: site.databaseUrl, SMTP_URL: site.mail.url, BASE_URL: site.url };
    const asked = await safety(settings, ...command);
    expect([asked.exitCode, asked.note]).toEqual([
      2,
      `safety: This turns two-factor sign-in of ${email} off and ends their sessions. To sign in, they have: their password. Make sure that they are who they say. Add --yes.\n`,
    ]);
    expect((await signedIn.get("/dashboard")).status).toBe(200);
    const done = await safety(settings, ...command, "--yes");
    expect([done.exitCode, done.note]).toEqual([
      0,
      `Two-factor sign-in of ${email} is off, and their sessions have ended. To sign in, they have: their password.\n`,
    ]);
    expect((await signedIn.get("/dashboard")).location).toBe("/sign-in");
    expect(await changesMailed(email)).toContain("Two-factor sign-in was turned off");
    const answer = await new FormClient(site.url).submit("/sign-in", { email, password: PASSWORD });
    expect(answer.location).toBe("/dashboard");
    const log = await safety(settings, "account", "log", email, "--json");
    const entries: readonly Record<string, unknown>[] = JSON.parse(log.out);
    expect(entries.find(({ event, by }) => event === "two_factor_off" && by === "command")).toBeDefined();
    const again = await safety(settings, ...command, "--yes");
    expect([again.exitCode, again.note]).toEqual([1, `safety: Two-factor sign-in of ${email} is not on.\n`]);
    const unknown = await safety(settings, "account", "two-factor-off", "nobody@example.com");
    expect([unknown.exitCode, unknown.note]).toEqual([1, "safety: Nobody signs in as nobody@example.com.\n"]);
    await turnOn(await signIn(site, email));
    await passwordStep(email);
  });

  test("the password alone no longer signs in; a code does, and only once", async () => {
    const email = "alice@example.com";
    const { uri } = await turnOn(await newAccountHolder(site, email));
    const code = timeCode(uri, 1);
    const client = await passwordStep(email);
    expect((await client.submit("/sign-in/code", { code })).location).toBe("/dashboard");
    expect((await client.get("/dashboard")).status).toBe(200);
    const replay = await passwordStep(email);
    const refused = await replay.submit("/sign-in/code", { code });
    expect(refused.status).toBe(400);
    expect((await replay.get("/dashboard")).location).toBe("/sign-in");
    const recorded = () =>
      site.sql(`SELECT 1 FROM audit_events JOIN accounts ON accounts.id = account_id
        WHERE email = '${email}' AND audit_events.name = 'code_refused'`);
    await until("the refused code is recorded", async () => (await recorded()).length > 0);
    expect(await recorded()).toHaveLength(1);
    await site.mail.next(email, "Your account was changed");
  });

  test("turning it on and off requires the password", async () => {
    const client = await newAccountHolder(site, "careful@example.com");
    const refused = await client.submit(PAGE, { password: "not the password" }, `${PAGE}/start`);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("The password is wrong");
    await turnOn(client);
    const page = await client.get(PAGE);
    const fields = hiddenFields(page.html, `${PAGE.replace("two-factor", "recovery-codes")}`);
    expect((await client.post(`${PAGE}/off`, { ...fields, password: "not the password" })).status).toBe(400);
    const off = await client.post(`${PAGE}/off`, { ...fields, password: PASSWORD });
    expect(off.location).toBe("/dashboard/security?after=two-factor-off");
    const mailed = await changesMailed("careful@example.com");
    for (const change of ["turned on", "turned off"]) expect(mailed).toContain(change);
    expect((await (await signIn(site, "careful@example.com")).get("/dashboard")).status).toBe(200);
  });

  test("a recovery code works once, and new ones replace the old", async () => {
    const email = "lost@example.com";
    const holder = await newAccountHolder(site, email);
    const { codes } = await turnOn(holder);
    const [first = "", second = ""] = codes;
    const client = await passwordStep(email);
    expect((await client.submit("/sign-in/code", { code: first })).location).toBe(USED);
    const used = (await client.get(USED)).html;
    expect(used).toContain("which no longer works");
    expect(used).toContain("9 recovery codes are left");
    const again = await (await passwordStep(email)).submit("/sign-in/code", { code: first });
    expect([again.status, again.html.includes("the app shows now, or a recovery code")]).toEqual([400, true]);
    const renewed = await holder.submit(PAGE, { password: PASSWORD }, "/dashboard/security/recovery-codes");
    const fresh = /<ul class="codes" id="recovery-codes"><li>([^<]+)</.exec(renewed.html)?.[1] ?? "";
    expect(await changesMailed(email)).toContain("New recovery codes");
    expect((await (await passwordStep(email)).submit("/sign-in/code", { code: second })).status).toBe(400);
    expect((await (await passwordStep(email)).submit("/sign-in/code", { code: fresh })).location).toBe(USED);
  });

  test("five wrong codes end the sign-in; ten lock the step, are in the audit log, and the holder gets one email", async () => {
    const email = "watchful@example.com";
    const holder = await newAccountHolder(site, email);
    const { uri } = await turnOn(holder);
    await site.mail.next(email, CHANGED);
    for (let round = 0; round < 2; round++) {
      const client = await passwordStep(email);
      for (const code of wrongCodes(uri, 5)) {
        expect((await client.submit("/sign-in/code", { code })).status).toBe(400);
      }
      expect((await client.submit("/sign-in/code", { code: "999999" })).html).toMatch(/Sign in again|Too many wrong/);
    }
    expect((await site.mail.next(email, CHANGED)).text).toContain("ten wrong two-factor codes");
    expect((await (await passwordStep(email)).submit("/sign-in/code", { code: "123123" })).status).toBe(429);
    const refused = () =>
      site.sql(`SELECT address FROM audit_events JOIN accounts ON accounts.id = account_id
        WHERE email = '${email}' AND name = 'code_refused'`);
    await until("all refused codes are recorded", async () => (await refused()).length >= 12);
    expect(await refused()).toHaveLength(12);
    expect((await refused())[0]?.["address"]).toBeString();
    expect(site.mail.emails(email).filter(({ text }) => text.includes("ten wrong two-factor codes"))).toHaveLength(1);
    expect((await holder.get("/dashboard/security")).html).toContain("Two-factor code refused");
  });

  // The rest sends PostgreSQL no statements of its own.
  if (dialect === "postgres") return;

  test("a recovery code is taken as people type it, and the app's name has no plus", async () => {
    const email = "typing@example.com";
    const { uri, codes } = await turnOn(await newAccountHolder(site, email));
    expect(uri).toContain("issuer=Safety%20Statistics");
    expect(uri).not.toContain("+");
    const typed: readonly ((code: string) => string)[] = [
      (code) => code.replace("-", ""),
      (code) => ` ${code.replace("-", " ")} `,
      (code) => code.replace("-", "–").toUpperCase(),
      (code) => code.toLowerCase().replace("-", "_"),
      (code) => `${code}.`,
      // A minus sign (U+2212), and the letters and digits of full width.
      (code) => code.replace("-", "\u2212"),
      (code) => code.replaceAll(/./g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    ];
    for (const [index, as] of typed.entries()) {
      const code = as(codes[index] ?? "");
      expect([code, (await (await passwordStep(email)).submit("/sign-in/code", { code })).location]).toEqual([
        code,
        USED,
      ]);
      const again = await (await passwordStep(email)).submit("/sign-in/code", { code: codes[index] ?? "" });
      expect(again.status).toBe(400);
    }
    const client = await passwordStep(email);
    const code = timeCode(uri, 1).replace(/^.../, "$&\u2212");
    expect((await client.submit("/sign-in/code", { code })).location).toBe("/dashboard");
  });

  test("turning it on ends the sessions that began without it, and keeps this one", async () => {
    const email = "elsewhere@example.com";
    const here = await newAccountHolder(site, email);
    const elsewhere = new FormClient(site.url);
    await elsewhere.submit("/sign-in", { email, password: PASSWORD });
    expect((await elsewhere.get("/dashboard")).status).toBe(200);
    await turnOn(here);
    expect((await here.get("/dashboard")).status).toBe(200);
    expect((await elsewhere.get("/dashboard")).location).toBe("/sign-in");
  });

  test("it is not on before a first correct code, and the page shows the same secret again", async () => {
    const email = "halfway@example.com";
    const client = await newAccountHolder(site, email);
    const setup = await client.submit(PAGE, { password: PASSWORD }, `${PAGE}/start`);
    const fields = hiddenFields(setup.html, PAGE);
    const [code = ""] = wrongCodes(fields["uri"] ?? "", 1);
    const wrong = await client.post(PAGE, { ...fields, code });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('id="code-error"');
    expect(hiddenFields(wrong.html, PAGE)["uri"]).toBe(fields["uri"] ?? "");
    expect((await (await signIn(site, email)).get("/dashboard")).status).toBe(200);
  });

  test("the code that turned it on cannot also be used to sign in", async () => {
    const email = "watched@example.com";
    const client = await newAccountHolder(site, email);
    const setup = await client.submit(PAGE, { password: PASSWORD }, `${PAGE}/start`);
    const fields = hiddenFields(setup.html, PAGE);
    const code = timeCode(fields["uri"] ?? "");
    expect((await client.post(PAGE, { ...fields, code })).location).toBe("/dashboard/security?after=two-factor-on");
    expect((await (await passwordStep(email)).submit("/sign-in/code", { code })).status).toBe(400);
    const csrf = await dashboardToken(client);
    const again = await client.post(PAGE, { ...fields, csrf, code: timeCode(fields["uri"] ?? "", 1) });
    expect(again.location).toBe(PAGE);
    const events = await site.sql(`SELECT 1 FROM audit_events JOIN accounts ON accounts.id = account_id
      WHERE email = '${email}' AND audit_events.name = 'two_factor_on'`);
    expect(events).toHaveLength(1);
  });

  test("a new password ends a sign-in that waits for its code", async () => {
    const email = "raced@example.com";
    const holder = await newAccountHolder(site, email);
    const { uri } = await turnOn(holder);
    const thief = await passwordStep(email);
    const fields = { password: PASSWORD, new_password: "quiet marble north canoe" };
    await holder.submit("/dashboard/security", fields, "/dashboard/security/password");
    expect((await thief.submit("/sign-in/code", { code: timeCode(uri, 1) })).status).toBe(400);
    expect((await thief.get("/dashboard")).location).toBe("/sign-in");
  });

  test.each(["", "https://example.com/", `otpauth://totp/${"x".repeat(8000)}`])(
    "a setup page with the forged app URL %p is not shown",
    async (uri) => {
      const client = await newAccountHolder(site, `junk-${uri.length}@example.com`);
      const csrf = await dashboardToken(client);
      expect((await client.post(PAGE, { csrf, uri, codes: "", code: "000000" })).location).toBe(PAGE);
    },
  );

  test("the store does not have the secret or the recovery codes in plain text", async () => {
    const { uri, codes } = await turnOn(await newAccountHolder(site, "sealed@example.com"));
    const rows = JSON.stringify(await site.sql("SELECT * FROM two_factors"));
    expect(rows).not.toContain(new URL(uri).searchParams.get("secret") ?? "missing");
    expect(rows).not.toContain(codes[0] ?? "missing");
  });
});
