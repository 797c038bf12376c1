import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { launchBrowser, signedInContext } from "../support/browser.ts";
import { PASSWORD } from "../support/form-client.ts";
import { newAccountHolder } from "../support/new-account-holder.ts";
import { serveSite } from "../support/served-site.ts";

const [browser, site] = await Promise.all([launchBrowser(), serveSite("sqlite")]);

test("the recovery codes can be copied and downloaded, one on each line", async () => {
  const alice = await newAccountHolder(site, "alice@example.com");
  const context = await signedInContext(browser, alice, { permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.goto(`${site.url}/dashboard/security/two-factor`);
  await page.fill("#password", PASSWORD);
  await page.click("main button.primary");
  const codes = await page.locator("#recovery-codes li").allInnerTexts();
  expect(codes.length).toBeGreaterThanOrEqual(10);

  await page.click("text=Copy codes");
  await page.waitForSelector("button >> text=Copied");
  const copied = String(await page.evaluate("navigator.clipboard.readText()"));
  expect(copied.split(/\s*\n\s*/)).toEqual([...codes]);

  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download codes")]);
  expect(download.suggestedFilename()).toBe("safety-statistics-recovery-codes.txt");
  expect(await readFile(await download.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await context.close();
});
