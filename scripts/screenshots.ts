/**
 * Takes a screenshot of each page in both themes and two widths: `bun scripts/screenshots.ts [FOLDER] [PAGE …]`. The
 * service runs with its own store with made-up accounts and usage.
 */
import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser } from "../test/support/browser.ts";
import { type FormClient, signUp } from "../test/support/form-client.ts";
import { type ServedSite, serveSite } from "../test/support/served-site.ts";

const WIDTHS = { wide: 1280, phone: 390 } as const;
const THEMES = ["light", "dark"] as const;
/** Long pages are cut off, which keeps the folder small. */
const MAX_HEIGHT = 1100;
const QUALITY = 30;
const SCALE = 0.7;
const DAY_MS = 86_400_000;
const EMAIL = "alice@example.com";

const [folder = "docs/screenshots", ...chosen] = process.argv.slice(2);

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  readonly anonymous?: boolean;
}

const SHOTS: readonly Shot[] = [
  { name: "home", path: "/", anonymous: true },
  { name: "pricing", path: "/pricing", anonymous: true },
  { name: "explore", path: "/explore", anonymous: true },
  { name: "explore-city", path: "/explore/city/irvine", anonymous: true },
  { name: "explore-county", path: "/explore/county/fresno", anonymous: true },
  { name: "explore-place", path: "/explore/place/acton-los-angeles-county", anonymous: true },
  { name: "explore-zip", path: "/explore/zip/96161", anonymous: true },
  { name: "compare", path: "/explore/compare?place=irvine&place=fresno", anonymous: true },
  { name: "changes", path: "/explore/changes", anonymous: true },
  { name: "coverage", path: "/coverage", anonymous: true },
  { name: "methodology", path: "/methodology", anonymous: true },
  { name: "downloads", path: "/downloads", anonymous: true },
  { name: "docs", path: "/docs", anonymous: true },
  { name: "sign-up", path: "/sign-up", anonymous: true },
  { name: "sign-in-error", path: "/sign-in", anonymous: true, act: (page) => wrongSignIn(page) },
  { name: "forgot-password", path: "/forgot-password", anonymous: true },
  { name: "overview", path: "/dashboard" },
  { name: "keys", path: "/dashboard/keys" },
  { name: "create-key", path: "/dashboard/keys/new" },
  { name: "usage", path: "/dashboard/usage" },
  { name: "plan", path: "/dashboard/plan" },
  { name: "try-it", path: "/dashboard/try", act: (page) => page.click("main button.primary") },
  { name: "security", path: "/dashboard/security" },
  { name: "two-factor", path: "/dashboard/security/two-factor", act: (page) => startTwoFactor(page) },
  { name: "delete-account", path: "/dashboard/security/delete" },
  { name: "revoke-key", path: "/dashboard/keys/2/revoke" },
  { name: "reissue-key", path: "/dashboard/keys/2/reissue" },
  { name: "key-shown", path: "/dashboard/keys/new", act: (page) => createKey(page) },
];

async function wrongSignIn(page: Page): Promise<void> {
  await page.fill("#email", EMAIL);
  await page.fill("#password", "not the password");
  await page.click("main button.primary");
}

async function startTwoFactor(page: Page): Promise<void> {
  await page.fill("#password", "plum orbit lantern ferry");
  await page.click("main button.primary");
}

async function createKey(page: Page): Promise<void> {
  await page.fill("#name", `Shown ${Math.random().toString(36).slice(2, 6)}`);
  await page.check("[name=type][value=live]");
  await page.click("main button.primary");
}

async function seed(site: ServedSite): Promise<FormClient> {
  const alice = await signUp(site, EMAIL);
  const database = new Database(site.databaseUrl.replace("sqlite:", ""));
  database.run("UPDATE accounts SET plan = 'pro' WHERE email = ?", [EMAIL]);
  for (const [name, type] of [
    ["Website backend", "live"],
    ["Nightly report", "live"],
    ["Local development", "test"],
  ]) {
    await alice.submit("/dashboard/keys/new", { name: name ?? "", type: type ?? "", expiry: "none", date: "" });
  }
  const row = database.query<{ id: number }, [string]>("SELECT id FROM accounts WHERE email = ?").get(EMAIL);
  const keys = database
    .query<{ id: number }, [number]>("SELECT id FROM api_keys WHERE account_id = ?")
    .all(row?.id ?? 0);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  keys.forEach(({ id }, index) => {
    for (let back = 0; back < 40; back++) {
      const weekend = [0, 6].includes(new Date(today - back * DAY_MS).getUTCDay());
      const city = Math.round(((weekend ? 200 : 900) * (1 + Math.sin(back / 3) / 4)) / (index + 1) ** 2);
      database.run(
        `INSERT INTO daily_usage (key_id, day, city, county, batch, stats, other, locate, last_used_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          id,
          today - back * DAY_MS,
          city,
          Math.round(city / 7),
          Math.round(city / 20),
          back % 3,
          back % 5 === 0 ? 1 : 0,
          Math.round(city / 10),
          Date.now() - back * DAY_MS - 3_600_000,
        ],
      );
    }
  });
  const month = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth());
  database.run("INSERT OR REPLACE INTO counters VALUES ('month', ?, ?, 41200)", [row?.id ?? 0, month]);
  database.run(
    "INSERT INTO notices (account_id, kind, subject, text, at, mailed_at) VALUES (?, 'quota_80', strftime('%Y-%m-01', 'now') || '/50000', ?, ?, ?)",
    [row?.id ?? 0, "41,200 of 50,000 requests of this month are used (80% or more).", Date.now(), Date.now()],
  );
  database.close();
  return alice;
}

async function shoot(context: BrowserContext, shot: Shot, url: string, file: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(new URL(shot.path, url).href);
  if (shot.act) {
    await shot.act(page);
    await page.waitForLoadState();
  }
  // The protocol can create WebP, a quarter of the PNG's size; the library's own call cannot.
  const protocol = await context.newCDPSession(page);
  const height = Math.min(MAX_HEIGHT, Number(await page.evaluate("document.documentElement.scrollHeight")));
  const { data } = await protocol.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height, scale: SCALE },
  });
  await Bun.write(file, Buffer.from(data, "base64"));
  await page.close();
}

mkdirSync(folder, { recursive: true });
const site = await serveSite();
const alice = await seed(site);
const browser = await launchBrowser();
for (const [widthName, width] of Object.entries(WIDTHS)) {
  for (const colorScheme of THEMES) {
    for (const signedIn of [false, true]) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      if (signedIn) {
        const pairs = alice.cookieHeader.split("; ").map((pair) => pair.split("="));
        await context.addCookies(
          pairs.map(([name = "", ...value]) => ({ name, value: value.join("="), url: site.url })),
        );
      }
      for (const shot of SHOTS) {
        if (Boolean(shot.anonymous) === signedIn) continue;
        if (chosen.length > 0 && !chosen.includes(shot.name)) continue;
        await shoot(context, shot, site.url, join(folder, `${shot.name}.${widthName}.${colorScheme}.webp`));
      }
      await context.close();
    }
  }
}
await browser.close();
await site.stop();
