import { expect, test } from "bun:test";
import { TestServer } from "../support/server.ts";

test("decisions 5: if the store cannot be reached: 503 with Retry-After, nothing admitted", async () => {
  const server = await TestServer.start();
  const { secret: key } = await server.newKey();
  await server.store.close();
  for (const path of ["/v1/safety/Irvine", "/v1/safety/county/Orange", "/v1/stats", "/v1/unknown"]) {
    const { status, json, headers } = await server.request(path, { key });
    expect([path, status, json]).toEqual([path, 503, expect.objectContaining({ code: "store_unavailable" })]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
  expect((await server.batch(key, { cities: [] })).status).toBe(503);
});
