import { afterEach, describe, expect, jest, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { QueueFull } from "../../../src/base/fair-queue.ts";
import { recordFrom } from "../../../src/base/named-table.ts";
import { ThreadUnavailable } from "../../../src/base/task-thread.ts";
import { EDITION_NAMES } from "../../../src/editions/table.ts";
import { PublicPages } from "../../../src/site/site.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { SETTINGS } from "../../support/site-pages.ts";

let version = "";
let started = 0;
let folder = "";
let pages: PublicPages;
afterEach(() => {
  jest.useRealTimers();
  pages.close();
});

/** Pages of the thread `echo-thread.ts`. */
function start(): void {
  version = "first";
  started = 0;
  pages = new PublicPages({
    settings: SETTINGS,
    providerOrigins: [],
    datasets() {
      const file = { bytes: new TextEncoder().encode(version), starts: null };
      return { version, files: recordFrom(EDITION_NAMES.map((name) => [name, file])) };
    },
    folders: {
      next: () => {
        folder = scratchFolder("downloads");
        return folder;
      },
      close() {},
    },
    start() {
      started++;
      return new Worker(new URL("./echo-thread.ts", import.meta.url), { ref: false });
    },
  });
}

interface Asked extends RequestInit {
  readonly address?: string;
  readonly failures?: unknown[];
}

function ask(path: string, { address = "192.0.2.1", failures = [], ...init }: Asked = {}): Promise<Response> {
  const visitor = { address: () => address, requestId: "an id", failed: (error: unknown) => void failures.push(error) };
  return pages.answer(new Request(`http://localhost${path}`, init), visitor);
}

const textOf = async (path: string, asked: Asked = {}) => (await ask(path, asked)).text();

test("no thread starts before the first page; it gets only the headers that pages depend on", async () => {
  start();
  expect(started).toBe(0);
  const failures: unknown[] = [];
  const headers = { Accept: "text/html", Cookie: "session=secret", "If-None-Match": '"tag"', Authorization: "key" };
  const answer = await ask("/failed?q=1", { headers, failures });
  expect([answer.status, started, failures]).toEqual([203, 1, ["it failed"]]);
  expect(JSON.parse(answer.headers.get("X-Asked") ?? "")).toEqual({ accept: "text/html" });
});

test("a replaced dataset is answered from the next page on, by the same thread", async () => {
  start();
  const held = textOf("/held");
  expect(await textOf("/a.png")).toBe("first /a.png 1");
  version = "second";
  expect(await textOf("/release.png")).toBe("second /release.png 2");
  await held;
  expect(await textOf("/b")).toBe("second /b 4");
  expect(started).toBe(1);
});

test("a page that was made before needs no thread, whatever waits for one, until the dataset is replaced", async () => {
  start();
  const page = await ask("/kept?q=1");
  expect([page.status, await page.text()]).toEqual([200, "first /kept 1"]);
  const held = textOf("/held");
  expect(await textOf("/kept?q=1")).toBe("first /kept 1");
  const unchanged = await ask("/kept?q=1", { headers: { "If-None-Match": '"first /kept"' } });
  expect([unchanged.status, unchanged.headers.get("etag"), await unchanged.text()]).toEqual([304, '"first /kept"', ""]);
  version = "second";
  expect(await textOf("/kept?q=1")).toBe("second /kept 2");
  await textOf("/release.png");
  await held;
});

test("a thread that made many pages is replaced when nothing waits, and its downloads stay", async () => {
  start();
  const download = await textOf("/downloads/kept");
  const first = folder;
  await Promise.all(Array.from({ length: 400 }, (_, number) => textOf(`/page-${number}`)));
  jest.useFakeTimers();
  await textOf("/page");
  jest.advanceTimersByTime(60_000);
  expect(started).toBe(1);
  await Promise.all(Array.from({ length: 400 }, (_, number) => textOf(`/later-${number}`)));
  await Promise.all(Array.from({ length: 198 }, (_, number) => textOf(`/last-${number}`)));
  jest.advanceTimersByTime(60_000);
  expect(started).toBe(2);
  expect(await textOf("/new")).toMatch(/^first \/new [12]$/);
  // It has made one page again, so that the next ones do not wait for its modules.
  expect(await textOf("/next")).toBe("first /next 3");
  expect([await textOf("/downloads/kept"), folder]).toEqual([download, first]);
});

test("a crawl without a pause replaces its thread between two pages, and never while one is made", async () => {
  start();
  const held = textOf("/held.png");
  for (let turn = 0; turn < 5; turn++)
    await Promise.all(Array.from({ length: 400 }, (_, number) => textOf(`/page-${turn}-${number}`)));
  expect([await textOf("/beside"), started]).toEqual(["first /beside 2001", 1]);
  await textOf("/release");
  expect(await held).toBe("first /held.png 2003");
  jest.useFakeTimers();
  expect([await textOf("/next"), started]).toEqual(["first /next 1", 2]);
  // In the pause afterward again, although the new one has made one page.
  jest.advanceTimersByTime(60_000);
  expect(started).toBe(3);
});

test("a page that shows what a visitor typed is not kept", async () => {
  start();
  expect([await textOf("/typed"), await textOf("/typed")]).toEqual(["first /typed 1", "first /typed 2"]);
});

test("a fixed page does not wait for pages with a query", async () => {
  start();
  const searches = Array.from({ length: 20 }, (_, number) => textOf(`/held?q=${number}`));
  expect(await textOf("/page")).toBe("first /page 1");
  await textOf("/release.png");
  await Promise.all(searches);
});

test("a flood of one client does not delay another's page, and a client that disconnects costs no page", async () => {
  start();
  const flood = Array.from({ length: 400 }, (_, number) => textOf(`/held-${number}`));
  const gone = new AbortController();
  const left = textOf("/left", { address: "192.0.2.2", signal: gone.signal }).catch((error: unknown) => error);
  const visitor = textOf("/visitor", { address: "192.0.2.3" });
  gone.abort();
  expect(await textOf("/release.png")).toBe("first /release.png 1");
  expect(await visitor).toMatch(/^first \/visitor [34]$/);
  expect(await left).toBe(gone.signal.reason);
  expect((await Promise.all(flood)).at(-1)).toBe("first /held-399 402");
});

test.each([
  { kind: "pictures", held: "/held.png", most: 25, other: "/page", release: "/release" },
  { kind: "pages", held: "/held", most: 500, other: "/picture.png", release: "/release.png" },
  { kind: "pages", held: "/held", most: 500, other: "/assets/site.css", release: "/release.png" },
])("too many $kind are refused, and the others do not wait for them", async ({ held, most, other, release }) => {
  start();
  const flood = Promise.allSettled(Array.from({ length: most + 3 }, () => ask(held)));
  expect(await textOf(other)).toBe(`first ${other} 1`);
  await ask(release);
  const refused = (await flood).flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused.map((error) => error instanceof QueueFull)).toEqual([true, true]);
});

test("two requests for the same long answer share the bytes of the first, so slow readers hold them once", async () => {
  start();
  const asked = async (path: string) => (await textOf(path)).trimEnd();
  expect(await Promise.all([asked("/kept-long"), asked("/kept-long")])).toEqual([
    "first /kept-long 1",
    "first /kept-long 1",
  ]);
});

test("what a page does not read, and the order of parameters, make no other page", async () => {
  start();
  expect(await textOf("/kept/known?b=2&a=1&x=1")).toBe("first /kept/known 1");
  for (const query of ["a=1&b=2", "x=2&a=1&b=2", `b=2&a=1&${"&y".repeat(2_000)}`]) {
    expect([query, await textOf(`/kept/known?${query}`)]).toEqual([query, "first /kept/known 1"]);
  }
  expect(await textOf("/kept/known?a=2&b=1")).toBe("first /kept/known 2");
  expect(await textOf("/kept/known?a=1&a=3&b=2")).toBe("first /kept/known 3");
});

test.each(["/kept.png", "/kept/known", "/downloads/kept.csv"])(
  "of many requests for %s at once, whatever their unknown parameters, one is made",
  async (path) => {
    start();
    const held = ask(
      path.endsWith(".png") ? "/held.png" : path.startsWith("/downloads") ? "/downloads/held" : "/held?q=1",
    );
    const asked = Array.from({ length: 20 }, (_, number) => textOf(`${path}?x=${number}`));
    await ask("/assets/release");
    await held;
    expect(new Set(await Promise.all(asked)).size).toBe(1);
  },
);

describe("a download", () => {
  test("is read from its file by everyone, in whole and in parts, also after its dataset was replaced", async () => {
    start();
    const [first, second] = await Promise.all([ask("/downloads/kept.csv"), ask("/downloads/kept.csv?x=1")]);
    const part = await ask("/downloads/kept.csv", { headers: { Range: "bytes=-3" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 24-26/27", "v 1"]);
    expect([await first.text(), await second.text()]).toEqual(Array(2).fill("first /downloads/kept.csv 1"));
    version = "second";
    expect(await textOf("/downloads/kept.csv")).toBe("second /downloads/kept.csv 2");
  });

  test("is made again once its file was deleted", async () => {
    start();
    await textOf("/downloads/kept.csv");
    rmSync(join(folder, "1"));
    expect(await textOf("/downloads/kept.csv")).toBe("first /downloads/kept.csv 2");
  });

  test("takes no memory, so that no page is dropped for it", async () => {
    start();
    await textOf("/kept");
    for (let number = 0; number < 450; number++) await ask(`/downloads/kept-long-${number}`);
    expect(await textOf("/kept")).toBe("first /kept 1");
  });

  test("is begun in a turn of the event loop of its own, so that other requests come between", async () => {
    start();
    await ask("/downloads/kept.csv");
    let begun = 0;
    const all = Array.from({ length: 20 }, async () => {
      await ask("/downloads/kept.csv");
      begun++;
    });
    for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(begun).toBeLessThanOrEqual(6);
    await Promise.all(all);
    expect(begun).toBe(20);
  });

  test("does not delay a page", async () => {
    start();
    const held = ask("/downloads/held");
    expect(await textOf("/page")).toBe("first /page 1");
    await ask("/release");
    await held;
  });
});

test("if the thread ends, the page in it is refused, and the next one starts another thread", async () => {
  start();
  const crash = ask("/crash");
  const next = textOf("/next");
  await expect(crash).rejects.toBeInstanceOf(ThreadUnavailable);
  expect([await next, started]).toEqual(["first /next 1", 2]);
});

test("a dataset that the thread cannot read fails the page, and the next page tries again", async () => {
  start();
  version = "unreadable";
  await expect(ask("/a")).rejects.toThrow("this dataset cannot be read");
  version = "second";
  expect([await textOf("/b"), started]).toEqual(["second /b 1", 2]);
});
