import { expect, test } from "bun:test";
import { FairQueue } from "../../../src/base/fair-queue.ts";
import { createSite } from "../../../src/site/site.ts";
import { SETTINGS } from "../../support/site-pages.ts";

test("of many slow requests for the status at once, one starts in each turn of the event loop", async () => {
  let started = 0;
  // Each request takes a millisecond.
  let elapsedMs = 0;
  const unused = () => {
    throw new Error("unused");
  };
  const site = createSite({
    settings: SETTINGS,
    auth: { baseUrl: SETTINGS.baseUrl, secret: "", signUpPolicy: SETTINGS.signUpPolicy, known: {}, oidc: [] },
    clock: { now: () => 0 },
    thread: { start: unused, datasets: unused, folders: { next: unused, close() {} } },
    turns: new FairQueue({ monotonicMs: () => elapsedMs++ }),
    account: unused,
    storeFaultBehind: () => undefined,
    async status() {
      started++;
      return { fault: null, sinceMs: 0, startedAtMs: 0, version: "1", datasets: [] };
    },
  });
  const ask = () =>
    site.fetch(new Request(`${SETTINGS.baseUrl}/status`), {
      address: () => undefined,
      requestId: "an id",
      failed: unused,
    });
  expect((await ask()).status).toBe(200);
  const others = Array.from({ length: 20 }, ask);
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toBeLessThan(10);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});
