// Writes docs/explore.webp, the picture of the README: a page of each edition, side by side.
// Usage: bun scripts/picture.ts
import { launchBrowser } from "../test/support/browser.ts";
import { serveSite } from "../test/support/served-site.ts";

const PATHS = ["/us/tx/austin", "/explore/city/irvine"];

const site = await serveSite();
const browser = await launchBrowser();
const width = 800;
const page = await browser.newPage({ viewport: { width, height: 1000 } });
const shots: string[] = [];
for (const path of PATHS) {
  await page.goto(site.url + path);
  shots.push((await page.screenshot()).toString("base64"));
}
// A blank page, because the policy of the site's own pages allows no images from elsewhere.
await page.goto("about:blank");
await page.setViewportSize({ width: width * PATHS.length, height: 1000 });
await page.setContent(
  `<body style="margin:0;display:flex">${shots.map((shot) => `<img src="data:image/png;base64,${shot}" alt="">`).join("")}`,
  { waitUntil: "load" },
);
// The protocol can create WebP, a quarter of the PNG's size; the library's own call cannot.
const protocol = await page.context().newCDPSession(page);
const { data } = await protocol.send("Page.captureScreenshot", { format: "webp", quality: 70 });
await Bun.write("docs/explore.webp", Buffer.from(data, "base64"));
await browser.close();
await site.stop();
