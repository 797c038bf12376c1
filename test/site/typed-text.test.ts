import { expect, test } from "bun:test";
import { Hono } from "hono";
import { documentFor } from "../../src/api/openapi/serve.ts";
import { planTable } from "../../src/domain/plan.ts";
import { TurnQueue } from "../../src/domain/turn-queue.ts";
import { docsRoutes } from "../../src/site/docs/routes.ts";
import { exploreRoutes } from "../../src/site/explore/routes.ts";
import type { SiteEnv } from "../../src/site/request-context.ts";
import { currentGeography } from "../support/current-geography.ts";
import { releasedAtlas } from "../support/server.ts";

class CountedQueue extends TurnQueue {
  count = 0;

  override run<Page>(render: () => Page | Promise<Page>): Promise<Page> {
    this.count++;
    return super.run(render);
  }
}

test.each([
  "/explore/search?q=irv",
  "/explore/cities?q=irv",
  "/explore/compare?add=irvin",
  "/explore/compare?place=city-irvine&place=city-fresno",
  "/docs/reference/find-places?q=irv",
])("%s is rendered in a turn of its own", async (address) => {
  const renderQueue = new CountedQueue();
  const app = new Hono<SiteEnv>();
  const parts = {
    atlas: () => releasedAtlas,
    geography: async () => currentGeography,
    baseUrl: "http://localhost:8080",
    renderQueue,
  };
  exploreRoutes(app, { ...parts, search: async () => ({ places: [], total: 0 }) });
  docsRoutes(app, {
    ...parts,
    plans: planTable({}),
    openApi: () => documentFor(parts.baseUrl),
    clientNames: async () => ({ typescript: "client.tgz", python: "client.py" }),
  });
  expect((await app.request(address)).status).toBe(200);
  expect(renderQueue.count).toBe(1);
});
