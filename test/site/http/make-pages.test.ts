import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { z } from "zod";
import { type Page, page, typedText } from "../../../src/site/http/page.ts";
import { PAGES } from "../../../src/site/pages.ts";
import { sharedSite } from "../../support/served-site.ts";
import { contentOf, servePages } from "../../support/site-pages.ts";

/** A page that counts how often it is rendered. */
function countedPage(content = "page") {
  const rendered: string[] = [];
  const counted = page({
    path: "/counted",
    query: z.object({ q: typedText(5) }),
    load: (_, { q }) => ({ data: `${content} ${q}` }),
    render: (text) => {
      rendered.push(text);
      return text;
    },
  });
  return { rendered, counted };
}

describe("a page", () => {
  test("is rendered once for equal queries", async () => {
    const { rendered, counted } = countedPage();
    const app = servePages({}, [counted]);
    const ask = async (query: string) => await (await app.request(`/counted${query}`)).text();
    for (const query of ["?q=irvine", "?q=irvin", "?other=1&q=+irvin+", "?q=irvin&q=other"]) {
      expect(await ask(query)).toBe("page irvin");
    }
    expect(rendered).toHaveLength(1);
    expect(await ask("?q=fres")).toBe("page fres");
    expect(rendered).toHaveLength(2);
  });

  test("is sent in the coding that the client prefers, each with its tag", async () => {
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

describe("the pages of the site", async () => {
  const site = await sharedSite();

  /** A path of each page, with a parameter that exists. */
  const EXAMPLES: Readonly<Record<string, string>> = {
    ":state": "ca",
    ":city": "irvine",
    ":version": "latest",
    ":operation": "find-places",
    ":code": "key_missing",
    ":zip": "90210",
  };
  const pathOf = ({ path }: Page) =>
    path.replaceAll(
      /:\w+/g,
      (name) =>
        (path.includes("/area/") ? { ":state": "va", ":county": "fairfax-county" }[name] : EXAMPLES[name]) ??
        (path.includes("county")
          ? "orange"
          : path.includes("place/")
            ? "hollywood-los-angeles"
            : path.includes("/expected")
              ? "dunsmuir"
              : "irvine"),
    );

  // A download's headers depend on its type alone, and making it takes long.
  const isDownload = ({ path }: Page) => path.startsWith("/downloads/:version/");

  test("answer HEAD as GET, with the length of the body and each header once", async () => {
    const downloads = new Map(
      PAGES.filter(isDownload)
        .toReversed()
        .map((known) => [known.type, known]),
    );
    for (const known of [...PAGES.filter((one) => one.type !== "png" && !isDownload(one)), ...downloads.values()]) {
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

  const isFile = ({ type }: Page) => type !== "html" && type !== "js";

  test("let pages of any origin read files, with their ranges and tags, and no other page", async () => {
    const app = servePages();
    for (const known of PAGES) {
      const asked = await app.request(pathOf(known), { method: "OPTIONS" });
      expect([known.path, asked.status]).toEqual([known.path, isFile(known) ? 204 : 404]);
      if (!isFile(known)) continue;
      expect(asked.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(asked.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD");
      for (const name of ["Range", "If-Range", "If-None-Match"]) {
        expect(asked.headers.get("Access-Control-Allow-Headers")).toContain(name);
      }
      if (known.type === "png" || !known.path.endsWith("svg")) continue;
      const { status, headers } = await app.request(pathOf(known));
      if (status !== 200) continue;
      for (const name of ["Content-Range", "ETag", "Last-Modified", "Accept-Ranges"]) {
        expect(headers.get("Access-Control-Expose-Headers")).toContain(name);
      }
    }
  });

  test("are read as UTF-8 by spreadsheets if they are tables, because a mark says so", async () => {
    // test/site/downloads reads the downloads.
    for (const known of PAGES.filter((one) => one.type === "csv" && !isDownload(one))) {
      const answer = await fetch(site.url + pathOf(known));
      const [first] = new Uint8Array(await answer.arrayBuffer());
      if (answer.status === 200) expect([known.path, first]).toEqual([known.path, 0xef]);
    }
  });

  test("name the parameters that they read: any other changes nothing", () => {
    for (const known of PAGES) {
      const given = Object.fromEntries(known.parameters.map((name) => [name, ["oakland"]]));
      const others = { "": ["1"], x: ["1"], QUERY: ["oakland"], [`${known.parameters[0]}x`]: ["oakland"] };
      expect(known.ask({ ...others, ...given }).key).toBe(known.ask(given).key);
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
        // A comparison of no place has no chart, and a place with a record none of missing reports.
        const isAnswered =
          status < 400 ||
          (status === 404 && /^\/(?:explore|us)\/compare|\/expected(?:\.\w+|\/embed)$/.test(asked.path));
        expect([address, isAnswered]).toEqual([address, true]);
      }),
      { numRuns: 60 },
    );
  });
});

test("the sitemap lists every page of the table without parameters except the search, and examples of all others, but no part of a page", async () => {
  const sitemap = await contentOf("/sitemap.xml");
  const listed = Array.from(sitemap.matchAll(/<loc>http:\/\/[^/]+([^<]+)/g), ([, path = ""]) => path);
  const html = PAGES.filter(({ type, path }) => type === "html" && !path.endsWith("/embed"));
  const unlisted = html.filter(({ path }) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    return !listed.some((one) => pattern.test(one));
  });
  expect(unlisted.map(({ path }) => path)).toEqual([
    ...["/explore/search", "/us/search"],
    ...["/explore/cities", "/explore/counties", "/explore/changes", "/explore/changes.csv"],
    ...["/search", "/docs/reference", "/errors"],
  ]);
});
