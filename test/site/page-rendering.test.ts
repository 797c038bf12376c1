import { expect, test } from "bun:test";
import { Hono } from "hono";
import { documentFor } from "../../src/api/openapi/serve.ts";
import { OnePerTick } from "../../src/domain/one-per-tick.ts";
import { planTable } from "../../src/domain/plan.ts";
import { docsRoutes } from "../../src/site/docs/routes.ts";
import { exploreRoutes } from "../../src/site/explore/routes.ts";
import type { SiteEnv } from "../../src/site/request-context.ts";
import { currentGeography } from "../support/current-geography.ts";
import { releasedPlaces } from "../support/server.ts";

class CountedQueue extends OnePerTick {
  count = 0;

  override run<Page>(render: () => Page | Promise<Page>): Promise<Page> {
    this.count++;
    return super.run(render);
  }
}

const baseUrl = "http://localhost:8080";
const CLIENT_NAMES = { typescript: "client.tgz", python: "client.py" };
const parts = {
  places: () => releasedPlaces,
  geography: async () => currentGeography,
  baseUrl,
  plans: planTable({}),
  openApi: () => documentFor(baseUrl),
};

test.each([
  "/explore/search?q=irv",
  "/explore/cities?q=irv",
  "/explore/compare?add=irvin",
  "/explore/compare?place=city-irvine&place=city-fresno",
  "/docs/reference/find-places?q=irv",
])("%s is rendered in a turn of its own", async (address) => {
  const renderQueue = new CountedQueue();
  const app = new Hono<SiteEnv>();
  exploreRoutes(app, { ...parts, renderQueue, search: async () => ({ places: [], total: 0 }) });
  docsRoutes(app, { ...parts, renderQueue, clientNames: async () => CLIENT_NAMES });
  expect((await app.request(address)).status).toBe(200);
  expect(renderQueue.count).toBe(1);
});

test("the documentation is available again after its files could not be read", async () => {
  let reads = 0;
  const app = new Hono<SiteEnv>();
  app.onError((_error, context) => context.text("", 500));
  docsRoutes(app, {
    ...parts,
    renderQueue: new OnePerTick(),
    clientNames: async () => {
      if (++reads === 1) throw new Error("too many open files");
      return CLIENT_NAMES;
    },
  });
  expect((await app.request("/docs")).status).toBe(500);
  expect((await app.request("/docs")).status).toBe(200);
  expect((await app.request("/docs")).status).toBe(200);
  expect(reads).toBe(2);
});
