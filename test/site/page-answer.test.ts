import { describe, expect, spyOn, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { z } from "zod";
import { QueueFull } from "../../src/domain/one-at-a-time.ts";
import { createPlaces } from "../../src/places/places.ts";
import { type Page, page, typedText } from "../../src/site/page.ts";
import { PAGE_PAUSE_MS } from "../../src/site/page-answer.ts";
import { PAGES } from "../../src/site/pages.ts";
import { sampleCity, sampleDataset } from "../support/sample-dataset.ts";
import { serveSite } from "../support/served-site.ts";
import { READING, servePages } from "../support/site-pages.ts";

/** A page that counts how often it is rendered. */
function countedPage(content = "page") {
  const rendered: string[] = [];
  const counted = page({
    path: "/counted",
    query: z.object({ q: typedText(5) }),
    load: ({ places }, { q }) => ({ data: `${content} ${q} ${places.version}` }),
    render: (text) => {
      rendered.push(text);
      return text;
    },
  });
  return { rendered, counted };
}

describe("a page", () => {
  test("is rendered once for equal queries, and again for another dataset", async () => {
    const { rendered, counted } = countedPage();
    let places = READING.places();
    const app = servePages({ places: () => places }, [counted]);
    const ask = async (query: string) => await (await app.request(`/counted${query}`)).text();
    for (const query of ["?q=irvine", "?q=irvin", "?other=1&q=+irvin+", "?q=irvin&q=other"]) {
      expect(await ask(query)).toBe(`page irvin ${places.version}`);
    }
    expect(rendered).toHaveLength(1);
    await ask("?q=fres");
    expect(rendered).toHaveLength(2);
    await Promise.all([ask("?q=davis"), ask("?q=davis")]);
    expect(rendered).toHaveLength(3);
    places = createPlaces(sampleDataset([sampleCity("Oldtown")]));
    expect(await ask("?q=irvin")).toBe(`page irvin ${places.version}`);
    expect(rendered).toHaveLength(4);
  });

  test("is sent in the coding that the client prefers, and as 304 to a client that has it in any coding", async () => {
    const { counted } = countedPage("a long page ".repeat(200));
    const app = servePages({}, [counted]);
    const ask = (headers: Record<string, string>) => app.request("/counted", { headers });
    const text = await (await ask({})).text();
    const readers = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
    const tags = new Set<string>();
    for (const [coding, read] of Object.entries(readers)) {
      for (const _ of ["made", "kept"]) {
        const coded = await ask({ "Accept-Encoding": coding });
        expect(coded.headers.get("Content-Encoding")).toBe(coding);
        expect(read(await coded.arrayBuffer()).toString()).toBe(text);
        tags.add(coded.headers.get("ETag") ?? "");
      }
    }
    expect(tags.size).toBe(3);
    for (const tag of tags) expect((await ask({ "If-None-Match": tag })).status).toBe(304);
  });

  test("that does not exist or has moved is not kept, and one that fails is tried again", async () => {
    let loads = 0;
    const changing = page({
      path: "/changing",
      query: z.object({}),
      load: () => {
        loads += 1;
        if (loads === 1) throw new Error("too many open files");
        return loads === 2 ? null : loads === 3 ? { moved: "/other", status: 301 } : { data: "found" };
      },
      render: String,
    });
    const app = servePages({}, [changing]);
    const statuses: number[] = [];
    for (let asked = 0; asked < 5; asked++) statuses.push((await app.request("/changing")).status);
    expect([statuses, loads]).toEqual([[500, 404, 301, 200, 200], 4]);
  });
});

describe("a flood of pages", () => {
  test("is made one page at a time, even if all wait for the same part, with pauses and without those that are kept", async () => {
    let inWork = 0;
    let most = 0;
    const part = Promise.withResolvers<void>();
    const slow = page({
      path: "/slow/:number",
      query: z.object({}),
      async load() {
        most = Math.max(most, ++inWork);
        await part.promise;
        return { data: "" };
      },
      render: () => {
        inWork--;
        return "page";
      },
    });
    const { rendered, counted } = countedPage();
    const app = servePages({}, [slow, counted]);
    await app.request("/counted");
    const timers = spyOn(globalThis, "setTimeout");
    const flood = Promise.all(Array.from({ length: 20 }, (_, number) => app.request(`/slow/${number}`)));
    expect((await app.request("/counted")).status).toBe(200);
    part.resolve();
    await flood;
    const pauses = timers.mock.calls.filter(([, ms]) => ms === PAGE_PAUSE_MS);
    timers.mockRestore();
    expect([most, inWork, pauses.length >= 19, rendered.length]).toEqual([1, 0, true, 1]);
  });

  test("is refused when too many wait", async () => {
    const never = page({
      path: "/never",
      query: z.object({ q: typedText(5) }),
      load: () => new Promise<null>(() => {}),
      render: String,
    });
    const app = servePages({}, [never]);
    const refused: unknown[] = [];
    app.onError((error, context) => {
      refused.push(error);
      return context.text("", 503);
    });
    for (let number = 0; number < 610; number++) void app.request(`/never?q=${number}`);
    while (refused.length < 9) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(refused.every((error) => error instanceof QueueFull)).toBe(true);
    expect(refused).toHaveLength(9);
  });

  test("does not delay the page of another client, and a client that disconnects does not wait", async () => {
    const part = Promise.withResolvers<void>();
    const made: string[] = [];
    const slow = page({
      path: "/slow",
      query: z.object({ q: typedText(5) }),
      async load(_, { q }) {
        await part.promise;
        made.push(q);
        return { data: q };
      },
      render: String,
    });
    const app = servePages({}, [slow]);
    app.onError((_, context) => context.text("", 503));
    const gone = new AbortController();
    const flood = ["1", "2", "3"].map((q) => app.request(`/slow?q=${q}`, { headers: { Client: "192.0.2.1" } }));
    const left = app.request("/slow?q=left", { headers: { Client: "192.0.2.2" }, signal: gone.signal });
    gone.abort();
    const visitor = app.request("/slow?q=other", { headers: { Client: "192.0.2.3" } });
    expect((await left).status).toBe(503);
    part.resolve();
    await Promise.all([...flood, visitor]);
    expect(made).toEqual(["1", "2", "other", "3"]);
  });
});

describe("the pages of the site", async () => {
  const site = await serveSite();

  /** A path of each page, with a parameter that exists. */
  const EXAMPLES: Readonly<Record<string, string>> = {
    ":version": "latest",
    ":operation": "find-places",
    ":code": "key_missing",
    ":zip": "90210",
  };
  const pathOf = ({ path }: Page) =>
    path.replaceAll(
      /:\w+/g,
      (name) =>
        EXAMPLES[name] ??
        (path.includes("county") ? "orange" : path.includes("place/") ? "hollywood-los-angeles" : "irvine"),
    );

  test("answer HEAD as GET, with the length of the body and each header once", async () => {
    for (const known of PAGES.filter(({ type }) => type !== "png")) {
      for (const coding of ["identity", "br"]) {
        const ask = (method: string) =>
          fetch(site.url + pathOf(known), { method, redirect: "manual", headers: { "Accept-Encoding": coding } });
        const [get, head] = [await ask("GET"), await ask("HEAD")];
        const lines = ({ status, headers }: Response) => [
          known.path,
          status,
          ...["Content-Type", "Content-Length", "ETag", "Vary", "Location"].map((name) => headers.get(name)),
        ];
        expect(lines(head)).toEqual(lines(get));
        expect(await head.text()).toBe("");
        if (get.status === 200) expect([known.path, get.headers.get("Vary")]).toEqual([known.path, "Accept-Encoding"]);
      }
    }
  });

  test("answer any query without an error", async () => {
    const app = servePages();
    const names = fc.oneof(
      fc.constantFrom("q", "sort", "order", "county", "size", "place", "add", "name", "zip", "cities-sort", "absent-q"),
      fc.constantFrom("__proto__", "constructor", "toString", "length"),
      fc.string(),
    );
    const values = fc.oneof(
      fc.constantFrom("irvine", "90210", "score", "ascending"),
      fc.string({ unit: "binary", maxLength: 300 }),
    );
    const query = fc.array(fc.tuple(names, values), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PAGES), query, async (asked, parameters) => {
        if (asked.type === "png") return;
        const address = `${pathOf(asked)}?${new URLSearchParams(parameters)}`;
        const { status } = await app.request(address);
        // A comparison of no place has no chart.
        const isAnswered = status < 400 || (status === 404 && asked.path.startsWith("/explore/compare"));
        expect([address, isAnswered]).toEqual([address, true]);
      }),
      { numRuns: 300 },
    );
  });
});

test("the sitemap lists every page of the table without parameters except the search, and examples of all others, but no part of a page", async () => {
  const places = READING.places();
  const listed = new Set(
    (await Promise.all(PAGES.map((known) => known.sitemap(places)))).flatMap((paths) => [...paths]),
  );
  const html = PAGES.filter(({ type, path }) => type === "html" && !path.endsWith("/embed"));
  const unlisted = html.filter(({ path }) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    return ![...listed].some((one) => pattern.test(one));
  });
  expect(unlisted.map(({ path }) => path)).toEqual(["/explore/search", "/docs/reference", "/errors"]);
});
