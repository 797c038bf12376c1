import { expect, test } from "bun:test";
import { TestServer } from "../support/server.ts";

test("/healthz returns 200 while the process runs, /readyz only while the store responds; neither needs a key", async () => {
  const server = await TestServer.start();
  const status = async (path: string) => (await fetch(server.url + path)).status;
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);

  await server.store.close();
  expect(await status("/healthz")).toBe(200);
  const notReady = await fetch(`${server.url}/readyz`);
  expect([notReady.status, notReady.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await notReady.json()).toMatchObject({ code: "store_unavailable", status: 503 });
});
