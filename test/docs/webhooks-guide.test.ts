import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WEBHOOK_EVENTS } from "../../src/accounts/webhook.ts";
import { safety } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { issueKey } from "../support/issue-key.ts";
import { SECRET, serveSite } from "../support/served-site.ts";
import { stopAtEnd } from "../support/stop-at-end.ts";
import { until } from "../support/until.ts";

const guide = readFileSync(join(import.meta.dir, "../../docs/guides/webhooks.md"), "utf8");

test("the guide has every type of message, and no other", () => {
  expect([...guide.matchAll(/^\| `([a-z.]+)` \|/gm)].map(([, type]) => type)).toEqual([...WEBHOOK_EVENTS]);
});

test("the server of the guide accepts the service's messages and refuses others", async () => {
  const [, program = ""] = /```typescript\n([\s\S]+?)```/.exec(guide) ?? [];
  const site = await serveSite("sqlite", { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
  await issueKey(site.databaseUrl, { email: "shop@example.com" });
  const settings = { DATABASE_URL: site.databaseUrl, SECRET, WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" };
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const secret = (await safety(settings, "webhook", "set", "shop@example.com", url)).out.trim();
  // In a folder where the package is installed.
  const env = { PATH: process.env["PATH"] ?? "", PORT: String(port), WEBHOOK_SECRET: secret };
  const child = Bun.spawn([process.execPath, "-e", program], { env, stdio: ["ignore", "pipe", "inherit"] });
  stopAtEnd(async () => child.kill());
  const statusOf = (headers: Record<string, string>) =>
    fetch(url, { method: "POST", body: "{}", headers }).then(
      ({ status }) => status,
      () => null,
    );
  await until("the server of the guide answers", async () => (await statusOf({})) !== null);
  const forged = { "webhook-id": "a", "webhook-timestamp": String(Math.floor(Date.now() / 1_000)) };
  expect(await statusOf({ ...forged, "webhook-signature": `v1,${btoa("x".repeat(32))}` })).toBe(400);
  await safety(settings, "webhook", "test", "shop@example.com");
  let printed = "";
  const reading = (async () => {
    for await (const chunk of child.stdout) printed += new TextDecoder().decode(chunk);
  })();
  await until("the message arrives", () => printed !== "");
  child.kill();
  await reading;
  expect(printed).toBe("webhook.test\n");
  expect((await safety(settings, "webhook", "show", "shop@example.com")).out).toContain("204");
});
