import { expect, test } from "bun:test";
import { join } from "node:path";
import { launchBrowser } from "../support/browser.ts";

const BUILD = join(import.meta.dir, "../../packages/client/dist");

test("the client in a page refuses a live key with the reason", async () => {
  await using host = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/")
        return new Response('<!doctype html><link rel="icon" href="data:,">', {
          headers: { "Content-Type": "text/html" },
        });
      return new Response(Bun.file(join(BUILD, pathname)));
    },
  });
  const page = await (await launchBrowser()).newPage();
  await page.goto(host.url.href);
  const said = (key: string) =>
    page.evaluate(`import("/index.js").then(({ SafetyClient }) => {
      try {
        new SafetyClient({ baseUrl: "https://safety.example", apiKey: "${key}" });
        return "made";
      } catch (error) {
        return error.name + ": " + error.message;
      }
    })`);
  expect(await said("svc_live_abc")).toStartWith("SetupError: This is a browser page: anyone who opens it could read");
  expect(await said("svc_test_abc")).toBe("made");
});
