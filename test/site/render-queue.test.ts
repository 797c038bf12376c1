import { afterAll, beforeAll, expect, test } from "bun:test";
import { QueueFull } from "../../src/domain/one-per-tick.ts";
import { createRenderQueue } from "../../src/site/render-queue.ts";
import { explorer } from "../support/explorer-pages.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
import { HANG_MS } from "../support/until.ts";

let site: ServedSite;
beforeAll(async () => {
  // On a slow, busy machine the last pages of a flood take longer than the default.
  site = await serveSite("sqlite", { IDLE_TIMEOUT_S: "255" });
}, HANG_MS);
afterAll(() => site.stop());

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("one page is rendered in a turn of the event loop, and more than 64 do not wait", async () => {
  const renderQueue = createRenderQueue();
  let rendered = 0;
  const begun = Array.from({ length: 65 }, () => renderQueue.run(() => ++rendered));
  await expect(renderQueue.run(() => ++rendered)).rejects.toBeInstanceOf(QueueFull);
  for (let turn = 0, before = rendered; turn < 70; turn++, before = rendered) {
    await nextTurn();
    expect(rendered - before).toBeLessThanOrEqual(1);
  }
  expect(await Promise.all(begun)).toHaveLength(65);
});

const FLOODED = [
  "/explore/cities?q=",
  "/explore/changes?cities-q=",
  "/coverage?absent-q=",
  "/explore/search?q=",
  "/explore/compare?add=",
  "/docs/reference/find-places?q=",
  "/?q=",
];

test.each(FLOODED)("a flood of distinct texts at %s is answered 200, or 503 with Retry-After", async (address) => {
  await (await fetch(`${site.url}${address}`)).text();
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, number) => {
      const response = await fetch(`${site.url}${address}text${number}`);
      await response.arrayBuffer();
      return response;
    }),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(64);
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  }
  expect((await fetch(`${site.url}${address}afterwards`)).status).toBe(200);
});

test("pages that depend on a text wait for their turn, and others are cached", () => {
  const isRendering = (path: string, query: string) => {
    const found = explorer.find(path, new URLSearchParams(query));
    if (found === undefined) throw new Error(`there is nothing at ${path}`);
    return "render" in found;
  };
  const texts = [
    ["/explore/cities", "q=irv"],
    ["/explore/counties", "q=or"],
    ["/explore/cities.csv", "q=irv"],
    ["/explore/changes", "cities-q=irv"],
    ["/explore/changes/cities.json", "cities-q=irv"],
    ["/coverage", "absent-q=irv&counties-q=or"],
  ] as const;
  for (const [path, query] of texts) expect([path, isRendering(path, query)]).toEqual([path, true]);
  for (const path of ["/explore/cities", "/explore/changes", "/coverage", "/explore/city/irvine"]) {
    expect([path, isRendering(path, "unknown=1")]).toEqual([path, false]);
  }
  const found = explorer.find("/explore/cities", new URLSearchParams("q=irv"));
  if (found && "render" in found) found.render();
  expect(isRendering("/explore/cities", "q=irv")).toBe(false);
});
