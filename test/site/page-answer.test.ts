import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { z } from "zod";
import { QueueFull } from "../../src/domain/one-per-tick.ts";
import { createPlaces } from "../../src/places/places.ts";
import { type Page, page, typedText } from "../../src/site/page.ts";
import { PAGES } from "../../src/site/pages.ts";
import { sampleCity, sampleDataset } from "../support/sample-dataset.ts";
import { type ServedSite, serveSite } from "../support/served-site.ts";
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
    places = createPlaces(sampleDataset([sampleCity("Oldtown")]));
    expect(await ask("?q=irvin")).toBe(`page irvin ${places.version}`);
    expect(rendered).toHaveLength(3);
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
  /** Counts the steps in each turn of the event loop. */
  async function mostPerTurn(steps: () => number, work: Promise<unknown>): Promise<number> {
    let most = 0;
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    for (let before = steps(); !isDone; before = steps()) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      most = Math.max(most, steps() - before);
    }
    return most;
  }

  test("is loaded and rendered one step in a turn, even if all wait for the same part", async () => {
    let steps = 0;
    const part = Promise.withResolvers<void>();
    const slow = page({
      path: "/slow/:number",
      query: z.object({}),
      async load() {
        steps += 1;
        await part.promise;
        return { data: "" };
      },
      render: () => {
        steps += 1;
        return "page";
      },
    });
    const app = servePages({}, [slow]);
    const flood = Promise.all(Array.from({ length: 50 }, (_, number) => app.request(`/slow/${number}`)));
    setTimeout(part.resolve, 10);
    expect(await mostPerTurn(() => steps, flood)).toBe(1);
    expect(steps).toBe(100);
  });

  test("over 1,000 that wait is refused", async () => {
    const { counted } = countedPage();
    const app = servePages({}, [counted]);
    const errors: unknown[] = [];
    app.onError((error, context) => {
      errors.push(error);
      return context.text("", 503);
    });
    const statuses = await Promise.all(
      Array.from({ length: 1_100 }, async (_, number) => (await app.request(`/counted?q=${number}`)).status),
    );
    const refused = statuses.filter((status) => status === 503).length;
    expect([refused > 0, refused <= 100, errors.every((error) => error instanceof QueueFull)]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("the pages of the site", () => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite();
  });
  afterAll(() => site.stop());

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
        expect([address, (await app.request(address)).status < 400]).toEqual([address, true]);
      }),
      { numRuns: 300 },
    );
  });
});

test("the sitemap lists every page of the table without parameters except the search, and examples of all others", async () => {
  const places = READING.places();
  const listed = new Set(
    (await Promise.all(PAGES.map((known) => known.sitemap(places)))).flatMap((paths) => [...paths]),
  );
  const html = PAGES.filter(({ type }) => type === "html");
  const unlisted = html.filter(({ path }) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    return ![...listed].some((one) => pattern.test(one));
  });
  expect(unlisted.map(({ path }) => path)).toEqual(["/explore/search", "/docs/reference", "/errors"]);
});
