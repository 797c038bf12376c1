import { describe, expect, spyOn, test } from "bun:test";
import Negotiator from "negotiator";
import { preferredCoding } from "../../src/api/compression.ts";
import { Lazy } from "../../src/domain/lazy.ts";
import { readConfig } from "../../src/main/config.ts";
import { pageHandler } from "../../src/main/site-parts.ts";
import type { Site } from "../../src/site/site.ts";
import { serveSite } from "../support/served-site.ts";

const site = await serveSite();

const PAGES = ["/", "/explore", "/explore/cities", "/explore/city/irvine", "/coverage", "/docs"];

test.each(PAGES)("the cached page %s is answered with one response, which is not copied", async (path) => {
  const ask = async () => await (await fetch(site.url + path)).arrayBuffer();
  await ask();
  const original = globalThis.Response;
  let made = 0;
  globalThis.Response = new Proxy(original, {
    construct(target, parameters, newTarget) {
      made++;
      return Reflect.construct(target, parameters, newTarget);
    },
  });
  try {
    await ask();
  } finally {
    globalThis.Response = original;
  }
  expect(made).toBe(1);
});

test("a value of Accept-Encoding is negotiated once, and differing values each get their own coding", () => {
  const encoding = spyOn(Negotiator.prototype, "encoding");
  try {
    for (let count = 0; count < 3; count++) {
      expect(preferredCoding("gzip;q=0.51")).toBe("gzip");
      expect(preferredCoding("br;q=0.52, gzip;q=0.51")).toBe("br");
    }
    expect(encoding).toHaveBeenCalledTimes(2);
  } finally {
    encoding.mockRestore();
  }
});

describe("the handler of all pages", () => {
  const result = readConfig({});
  if (!result.ok) throw new Error(result.faults.join());
  const { config } = result;

  /** A server whose pages are answered by `fetch`. */
  function serve(fetch: Site["fetch"]) {
    const handler = pageHandler(new Lazy(async () => ({ fetch, async close() {} })), config);
    return Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request, running) => handler(request, running, { requestId: "r-1", failed() {} }),
    });
  }

  test("finds the client's address only for a page that needs it", async () => {
    const addresses: (string | undefined)[] = [];
    await using server = serve((request, visitor) => {
      if (request.url.endsWith("/sign-in")) addresses.push(visitor.address());
      return new Response();
    });
    const requestIp = spyOn(server, "requestIP");
    for (const path of ["/", "/sign-in"]) await fetch(new URL(path, server.url));
    expect(addresses).toEqual(["127.0.0.1"]);
    expect(requestIp).toHaveBeenCalledTimes(1);
  });

  test("starts one page per turn of the event loop", async () => {
    let turn = 0;
    const turns: number[] = [];
    await using server = serve(() => {
      turns.push(turn);
      return new Response();
    });
    let isDone = false;
    const count = () => {
      turn++;
      if (!isDone) setImmediate(count);
    };
    count();
    await Promise.all(Array.from({ length: 40 }, () => fetch(server.url)));
    isDone = true;
    expect(turns).toHaveLength(40);
    expect(new Set(turns).size).toBe(40);
  });
});
