import { describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { PASSWORD } from "../support/form-client.ts";
import { linkOf } from "../support/mail-sink.ts";
import { serveSite } from "../support/served-site.ts";

const [browser, site] = await Promise.all([launchBrowser(), serveSite()]);

async function submit(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
  await page.click("main button.primary, main button.danger");
  await page.waitForLoadState();
}

async function signUp(page: Page, email: string, then = "Confirm and sign in"): Promise<void> {
  await page.goto(`${site.url}/`);
  await page.click("main >> text=Create key");
  await submit(page, { email, password: PASSWORD });
  await page.waitForSelector("[role=status]");
  await page.goto(linkOf(await site.mail.next(email, "Confirm your email address")));
  await page.click(`main button >> text=${then}`);
  await page.waitForURL(`${site.url}/dashboard**`);
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.click(".rail >> text=API Keys");
  await page.click("text=Create Key");
  await page.check("[name=type][value=live]");
  await submit(page, { name });
  return keyOn(page);
}

async function keyOn(page: Page): Promise<string> {
  return (await page.textContent("#key"))?.trim() ?? "";
}

/** Sends the request that the printed curl line describes. */
async function curl(line: string): Promise<number> {
  const [, key = "", url = ""] = /^curl -H 'X-API-Key: (\S+)' (\S+)$/.exec(line) ?? [];
  const response = await fetch(url, { headers: { "X-API-Key": key } });
  await response.text();
  return response.status;
}

function curlLine(key: string): string {
  return `curl -H 'X-API-Key: ${key}' ${site.url}/v1/safety/Irvine`;
}

/** From an empty browser to a revoked key. */
async function signUpAndUseKeys(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await signUp(page, email);
  const key = await createKey(page, "Website");
  const line = (await page.textContent("#curl")) ?? "";
  expect(line).toBe(curlLine(key));
  expect(await curl(line)).toBe(200);

  await page.click(".rail >> text=Usage");
  expect(await page.textContent("figure h2")).toContain("1 request in the last 30 days");
  await page.click(".rail >> text=Overview");
  expect(await page.textContent("main")).toContain("999 left");

  await page.click(".rail >> text=API Keys");
  await page.click("table >> text=Website");
  await page.click("main >> text=Reissue");
  await page.check("[name=grace][value=hour]");
  await submit(page, {});
  const next = await keyOn(page);
  expect(next).not.toBe(key);
  expect([await curl(curlLine(key)), await curl(curlLine(next))]).toEqual([200, 200]);
  await site.sql(`UPDATE api_keys SET grace_ends_at = ${Date.now() - 1} WHERE grace_ends_at IS NOT NULL`);
  expect([await curl(curlLine(key)), await curl(curlLine(next))]).toEqual([403, 200]);

  await page.click("text=back to API Keys");
  await page.click("table >> text=Website");
  await page.click("main >> a >> text=Revoke");
  expect(await page.textContent("main")).toContain("This key was used in the last 7 days");
  await submit(page, {});
  expect(await page.textContent("[role=status]")).toContain("The key is revoked");
  expect(await curl(curlLine(next))).toBe(403);
  await page.close();
}

describe("an account holder in a browser", () => {
  test("sign up, create, copy, request, reissue with grace, revoke", async () => {
    const context = await browser.newContext();
    await signUpAndUseKeys(context, "alice@example.com");
    await context.close();
  });

  test("the same without JavaScript", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    await signUpAndUseKeys(context, "bob@example.com");
    await context.close();
  });

  test("the page that confirms the address creates the first key, and shows a request that is answered", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signUp(page, "dora@example.com", "Confirm and create my first key");
    expect(await keyOn(page)).not.toBe("");
    expect(await curl((await page.textContent("#curl")) ?? "")).toBe(200);
    await context.close();
  });

  test("the key can be copied with its button, and is not shown again on reload, back, or forward", async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    await signUp(page, "carla@example.com");
    const key = await createKey(page, "Once");
    await page.click("text=Copy key");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key);
    await page.waitForSelector("text=Copied");
    await context.setOffline(true);
    await page.click("text=Send it from this browser");
    await page.waitForSelector("text=No answer. Check your connection, then try again.");
    await context.setOffline(false);
    await page.click("text=Send it from this browser");
    await page.waitForSelector("text=Answered 200. 1 of 1,000 requests used this month.");
    const answers = page.locator("section > [role=status] + pre");
    expect(JSON.parse(await answers.first().innerText())).toMatchObject({ found: true, data: { city: "Irvine" } });
    await page.locator("text=Send it from this browser").last().click();
    await page.waitForSelector("text=Answered 200. 2 of 1,000 requests used this month.");
    expect(JSON.parse(await answers.last().innerText())).toMatchObject({ found: true, data: { city: "Austin" } });

    await page.reload();
    expect(await page.content()).not.toContain(key);
    const again = await createKey(page, "Twice");
    await page.click("text=back to API Keys");
    await page.waitForSelector("table >> text=Twice");
    await page.goBack();
    expect(await page.content()).not.toContain(again);
    await page.goForward();
    expect(await page.content()).not.toContain(again);
    const rows = await site.sql("SELECT count(*) AS n FROM api_keys WHERE name IN ('Once', 'Twice')");
    expect(rows).toEqual([{ n: 2 }]);
    await context.close();
  });

  test("signing in with only the keyboard, starting with the skip link", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.url}/sign-in`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("alice@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard");
    await context.close();
  });

  test("the theme follows the system, and the switch is remembered", async () => {
    const context = await browser.newContext({ colorScheme: "dark" });
    const page = await context.newPage();
    const background = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    await page.goto(`${site.url}/`);
    expect(await background()).toBe("rgb(14, 17, 22)");
    await page.click("[data-theme-switch]");
    expect(await background()).toBe("rgb(255, 255, 255)");
    await page.goto(`${site.url}/pricing`);
    expect(await background()).toBe("rgb(255, 255, 255)");
    expect(await page.getAttribute("[data-theme-switch]", "aria-label")).toBe("Dark theme");
    await context.close();
  });
});
