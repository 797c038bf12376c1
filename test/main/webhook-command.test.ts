import { expect, test } from "bun:test";
import { SECRET, safety } from "../support/command.ts";
import { MovableClock, migratedStoreUrl, newAccount, openTestStore } from "../support/stores.ts";

const url = await migratedStoreUrl("sqlite");
const store = await openTestStore(url, { clock: new MovableClock("2026-11-20T12:00:00Z") });
const { id, email } = await newAccount(store);
const webhook = (...args: readonly string[]) => safety({ DATABASE_URL: url, SECRET }, "webhook", ...args);

test("an operator sets a webhook, gets its secret once, renews it, and deletes the webhook", async () => {
  const made = await webhook("set", email, "https://example.com/hooks?token=abc#x");
  expect(made.out).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
  const again = await webhook("set", email, "https://example.com/other");
  expect([again.exitCode, again.out]).toEqual([0, ""]);
  const renewed = await webhook("renew-secret", email);
  expect(renewed.out).toMatch(/^whsec_/);
  expect(renewed.out).not.toBe(made.out);
  expect((await webhook("test", email)).exitCode).toBe(0);
  const shown = await webhook("show", email);
  expect(shown.out).toStartWith("url: https://example.com/other\nfailing: -\ndisabled: -\n");
  expect(shown.out).toContain("webhook.test");
  expect((await webhook("delete", email)).exitCode).toBe(0);
  const log = await store.accounts.auditLog(id, { limit: 4 });
  expect(log.map(({ name, detail }) => [name, detail])).toEqual([
    ["webhook_deleted", ""],
    ["webhook_secret_renewed", ""],
    ["webhook_set", "example.com"],
    ["webhook_set", "example.com"],
  ]);
});

test("a URL that cannot be used, an unknown account, and a missing webhook are refused with what to do", async () => {
  const refused = await webhook("set", email, "https://10.0.0.1/");
  expect([refused.exitCode, refused.out]).toEqual([2, ""]);
  expect(refused.note).toContain("Enter the URL of a public server");
  expect(await store.webhooks.find(id)).toBeNull();
  for (const command of ["show", "test", "renew-secret", "delete"]) {
    expect([command, (await webhook(command, email)).note]).toEqual([command, expect.stringContaining("webhook set")]);
  }
  expect((await webhook("show", "nobody@example.com")).note).toContain("There is no account");
});
