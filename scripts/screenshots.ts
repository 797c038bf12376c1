/**
 * Takes pictures of public pages. `bun scripts/screenshots.ts` takes those that the documents show; with a folder and
 * paths, `bun scripts/screenshots.ts FOLDER PATH …` takes other pages, in both themes and two widths.
 */
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { launchBrowser } from "../test/support/browser.ts";
import { serveSite } from "../test/support/served-site.ts";

const WIDTHS = { wide: 1280, phone: 390 } as const;
/** Long pages are cut off. */
const MAX_HEIGHT = 1100;

interface Shot {
  readonly path: string;
  readonly width: keyof typeof WIDTHS;
  readonly colorScheme: NonNullable<BrowserContextOptions["colorScheme"]>;
  readonly file: string;
}

const IN_DOCUMENTS: readonly Shot[] = [
  { path: "/explore", width: "wide", colorScheme: "light", file: "docs/screenshots/explore.wide.light.webp" },
];

function shotsOf(folder: string, path: string): readonly Shot[] {
  const name = path.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "") || "home";
  return (["wide", "phone"] as const).flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      path,
      width,
      colorScheme,
      file: join(folder, `${name}.${width}.${colorScheme}.webp`),
    })),
  );
}

const [folder, ...paths] = process.argv.slice(2);
const shots = folder === undefined ? IN_DOCUMENTS : paths.flatMap((path) => shotsOf(folder, path));
const site = await serveSite();
const browser = await launchBrowser();
for (const { path, width, colorScheme, file } of shots) {
  const viewport = { width: WIDTHS[width], height: 800 };
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(new URL(path, site.url).href);
  const height = Math.min(MAX_HEIGHT, Number(await page.evaluate("document.documentElement.scrollHeight")));
  // The protocol can create WebP, a quarter of the PNG's size; the library's own call cannot.
  const protocol = await page.context().newCDPSession(page);
  const { data } = await protocol.send("Page.captureScreenshot", {
    format: "webp",
    quality: 50,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: viewport.width, height, scale: 1 },
  });
  await Bun.write(file, Buffer.from(data, "base64"));
  await page.context().close();
}
await browser.close();
await site.stop();
