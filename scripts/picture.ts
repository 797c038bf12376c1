// Writes docs/explore.webp, the picture of the README. Usage: bun scripts/picture.ts
import { launchBrowser } from "../test/support/browser.ts";
import { serveSite } from "../test/support/served-site.ts";

const site = await serveSite();
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
await page.goto(`${site.url}/explore`);
// The protocol can create WebP, a quarter of the PNG's size; the library's own call cannot.
const protocol = await page.context().newCDPSession(page);
const { data } = await protocol.send("Page.captureScreenshot", { format: "webp", quality: 70 });
await Bun.write("docs/explore.webp", Buffer.from(data, "base64"));
await browser.close();
await site.stop();
