import { describe, expect, test } from "bun:test";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { launchBrowser, signedInContext } from "../support/browser.ts";
import { FormClient, hiddenFields, PASSWORD } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { newAccountHolder } from "../support/new-account-holder.ts";
import { serveSite } from "../support/served-site.ts";
import { DIALECTS } from "../support/stores.ts";
import { timeCode } from "../support/time-code.ts";

const browser = await launchBrowser();
const PASSKEYS = "/dashboard/security/passkeys";

/** A device of the holder in a browser. */
async function addDevice(page: Page, isUserVerified = true): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified, automaticPresenceSimulation: true },
    },
  });
  return { cdp, id };
}

/** Sends a form for which the browser is asked for a passkey, once its script has run. */
async function send(page: Page, button: string): Promise<void> {
  await page.waitForSelector("form[data-passkey]");
  await page.waitForLoadState();
  await page.click(button);
}

describe.each(DIALECTS)("passkeys on %s", async (dialect) => {
  const port = await freePort();
  // Browsers know passkeys of names only.
  const BASE_URL = `http://localhost:${port}`;
  const served = await serveSite(dialect, { PORT: String(port), BASE_URL });
  const site = { ...served, url: BASE_URL };

  async function holderIn(email: string): Promise<{ context: BrowserContext; page: Page; holder: FormClient }> {
    const holder = await newAccountHolder(site, email);
    const context = await signedInContext(browser, holder, {});
    return { context, page: await context.newPage(), holder };
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto(`${BASE_URL}${PASSKEYS}`);
    await page.fill("#proof", PASSWORD);
    await page.click("text=Continue");
    await page.fill("#name", name);
    await send(page, "text=Create passkey");
    await page.waitForSelector("text=Passkey added");
  }

  async function signInWithPasskey(page: Page): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`${BASE_URL}/sign-in`);
    await page.click("text=Sign in with a passkey");
    await send(page, "text=Use a passkey");
  }

  test("are added with a name, reported by email, and sign in alone, also with two-factor sign-in on", async () => {
    const { page, holder, context } = await holderIn("alice@example.com");
    await addDevice(page);
    await addPasskey(page, "Work <laptop>");
    expect(await page.textContent("main table")).toContain("Work <laptop>");
    const email = await site.mail.next("alice@example.com", "Your account was changed");
    expect(email.text).toContain("A passkey was added");
    await signInWithPasskey(page);
    await page.waitForURL(`${BASE_URL}/dashboard`);

    const twoFactor = "/dashboard/security/two-factor";
    const started = await holder.submit(twoFactor, { password: PASSWORD }, `${twoFactor}/start`);
    const fields = hiddenFields(started.html, twoFactor);
    await holder.post(twoFactor, { ...fields, code: timeCode(fields["uri"] ?? "") });
    await signInWithPasskey(page);
    await page.waitForURL(`${BASE_URL}/dashboard`);
    const events = await site.sql(`SELECT name, detail FROM audit_events JOIN accounts ON accounts.id = account_id
      WHERE email = 'alice@example.com' AND (name = 'passkey_added' OR detail = 'with a passkey')`);
    expect(events.map(({ name }) => name)).toEqual(["passkey_added", "signed_in", "signed_in"]);
    await context.close();
  });

  test("instead of a code, after the password", async () => {
    const { page, holder, context } = await holderIn("bob@example.com");
    await addDevice(page);
    await addPasskey(page, "Phone");
    const twoFactor = "/dashboard/security/two-factor";
    const started = await holder.submit(twoFactor, { password: PASSWORD }, `${twoFactor}/start`);
    const fields = hiddenFields(started.html, twoFactor);
    await holder.post(twoFactor, { ...fields, code: timeCode(fields["uri"] ?? "") });
    await context.clearCookies();
    await page.goto(`${BASE_URL}/sign-in`);
    await page.fill("#email", "bob@example.com");
    await page.fill("#password", PASSWORD);
    await page.click("main button.primary");
    await page.waitForURL(/\/sign-in\/code/);
    await page.click("text=Sign in with a passkey");
    await send(page, "text=Use a passkey");
    await page.waitForURL(`${BASE_URL}/dashboard`);
    await context.close();
  });

  test("no longer sign in once they are removed, and a lost device is no dead end", async () => {
    const { page, context } = await holderIn("charlie@example.com");
    await addDevice(page);
    await addPasskey(page, "Old phone");
    await page.click("main table >> text=Remove");
    await page.fill("#proof", "not the password");
    await page.click("main button.danger");
    expect(await page.textContent("main")).toContain("That is not right");
    await page.fill("#proof", PASSWORD);
    await page.click("main button.danger");
    await page.waitForSelector("text=Passkey removed");
    await signInWithPasskey(page);
    await page.waitForSelector("text=This server does not know the passkey");
    await page.click("text=Sign in with your password");
    await page.fill("#email", "charlie@example.com");
    await page.fill("#password", PASSWORD);
    await page.click("main button.primary");
    await page.waitForURL(`${BASE_URL}/dashboard`);
    await context.close();
  });

  test("are not sent without JavaScript: the page says that they need it, and how to sign in without one", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${BASE_URL}/sign-in`);
    await page.click("text=Sign in with a passkey");
    await page.waitForSelector("text=A passkey needs JavaScript");
    expect(await page.isDisabled("form[data-passkey] button")).toBe(true);
    await page.click("text=Sign in with your password");
    expect(await page.isVisible("#password")).toBe(true);
    await context.close();

    const client = new FormClient(BASE_URL);
    const asked = await client.submit("/sign-in", {}, "/sign-in/passkey/start");
    const sent = await client.post("/sign-in/passkey", hiddenFields(asked.html, "/sign-in/passkey"));
    expect([sent.status, sent.html.includes("No passkey was sent")]).toEqual([400, true]);
  });

  test("of a device that does not verify its holder are refused by the server, whatever the page asks for", async () => {
    const { page, context } = await holderIn("dana@example.com");
    const { cdp, id } = await addDevice(page);
    await addPasskey(page, "Key");
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await context.clearCookies();
    await page.goto(`${BASE_URL}/sign-in`);
    await page.click("text=Sign in with a passkey");
    await page.waitForSelector("form[data-passkey]");
    await page.evaluate(`(() => {
      const form = document.querySelector("form[data-passkey]");
      const asked = JSON.parse(form.dataset.options);
      form.dataset.options = JSON.stringify({ ...asked, userVerification: "discouraged" });
    })()`);
    await send(page, "text=Use a passkey");
    await page.waitForSelector("text=This server does not know the passkey");
    expect((await page.goto(`${BASE_URL}/dashboard`))?.url()).toContain("/sign-in");
    await context.close();
  });

  test("of one account cannot be seen, removed, or added by another, and an answer works once and in its browser", async () => {
    const { page, context } = await holderIn("erin@example.com");
    await addDevice(page);
    await addPasskey(page, "Erin's");
    const [row] = await site.sql(`SELECT passkeys.id, user_id FROM passkeys JOIN users ON users.id = user_id
      WHERE email = 'erin@example.com'`);
    const frank = await newAccountHolder(site, "frank@example.com");
    const path = `${PASSKEYS}/${row?.["id"]}/remove`;
    expect((await frank.get(path)).status).toBe(404);
    const { csrf = "" } = hiddenFields((await frank.get(PASSKEYS)).html, `${PASSKEYS}/start`);
    expect((await frank.post(path, { csrf, proof: PASSWORD })).status).toBe(404);
    expect(await site.sql(`SELECT id FROM passkeys WHERE id = '${row?.["id"]}'`)).toHaveLength(1);

    // Erin's answer, sent a second time, by another browser, and as an addition to another account.
    await page.context().clearCookies();
    await page.goto(`${BASE_URL}/sign-in`);
    await page.click("text=Sign in with a passkey");
    await page.waitForSelector("form[data-passkey]");
    let sent = "";
    await page.route(`${BASE_URL}/sign-in/passkey`, async (route) => {
      sent = route.request().postData() ?? "";
      await route.continue();
    });
    await send(page, "text=Use a passkey");
    await page.waitForURL(`${BASE_URL}/dashboard`);
    const credential = new URLSearchParams(sent).get("credential") ?? "";
    expect(credential).toContain("authenticatorData");
    const other = new FormClient(BASE_URL);
    const asked = await other.submit("/sign-in", {}, "/sign-in/passkey/start");
    const refused = await other.post("/sign-in/passkey", {
      ...hiddenFields(asked.html, "/sign-in/passkey"),
      credential,
    });
    expect(refused.html).toContain("This server does not know the passkey");
    expect((await other.get("/dashboard")).location).toBe("/sign-in");
    const added = await frank.post(PASSKEYS, { csrf, name: "x", credential });
    expect(added.html).toContain("The passkey was not accepted");
    for (const answer of ["", "null", "{}", "[1]", "x".repeat(9_000)]) {
      const fields = hiddenFields(
        (await other.submit("/sign-in", {}, "/sign-in/passkey/start")).html,
        "/sign-in/passkey",
      );
      expect((await other.post("/sign-in/passkey", { ...fields, credential: answer })).status).toBe(400);
    }
    await context.close();
  });
});

test("passkeys are not offered where browsers do not accept them", async () => {
  const site = await serveSite();
  const holder = await newAccountHolder(site, "grace@example.com");
  expect((await new FormClient(site.url).get("/sign-in")).html).not.toContain("passkey");
  expect((await holder.get("/dashboard/security")).html).toContain("Passkeys need a domain name and HTTPS");
  const page = await holder.get(PASSKEYS);
  expect([page.status, page.html.includes("which this server does not have")]).toEqual([200, true]);
  expect((await new FormClient(site.url).post("/sign-in/passkey/start", {})).status).toBe(403);
});
