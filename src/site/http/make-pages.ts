import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { Lru } from "../../base/lru.ts";
import { type Typed, typed } from "../../base/text.ts";
import { type Coding, codedTag, codingHeaders, encode, preferredCoding } from "../../http/compression.ts";
import { searchOf } from "../../http/path.ts";
import type { MadeFiles } from "./made-files.ts";
import {
  CACHE_CONTROL,
  CONTENT_TYPES,
  type Content,
  type Download,
  type Page,
  type PageSource,
  type RawQuery,
} from "./page.ts";
import type { SiteContext, SiteEnv } from "./session.ts";

/** Text is kept in zstd, to a fifth of its size: most browsers accept it, and it takes half the time of Brotli. */
interface KeptPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Entity tag of the content, with quotes. */
  readonly etag: string;
}

/** A generation of the cache, for other codings and conditions: the other thread keeps what it sends. */
const KEPT = { entries: 1_000, size: 4_000_000 } as const;

interface Source extends PageSource {
  /** Keeps the downloads. */
  readonly files: MadeFiles;
}

/** Adds a route for each page. Pages of one dataset are kept, most recently used first. */
export function answerPages(app: Hono<SiteEnv>, pages: readonly Page[], source: Source): void {
  const kept = new Lru<KeptPage>({ ...KEPT, sizeOf: (key, { body }) => key.length + body.length });
  for (const page of pages) {
    app.get(page.path, (context) => answer(page, context));
    if (isFile(page)) app.options(page.path, () => new Response(null, { status: 204, headers: PREFLIGHT }));
  }

  async function answer(page: Page, context: SiteContext): Promise<Response> {
    const params = typedParams(context.req.param());
    if (params === null) return context.notFound();
    const { parameters } = page;
    context.env?.made?.({ parameters });
    const asked = page.ask(queryOf(context.req.url));
    const key = `${page.path} ${JSON.stringify(params)} ${asked.key}`;
    const known = kept.get(key);
    if (known !== undefined) return responseOf(context.req.raw, page, known);
    const made = await asked.make({ ...source, params });
    if (made === null) return context.notFound();
    if ("moved" in made) {
      const headers = { Location: made.moved, ...(isFile(page) ? OPEN_TO_ALL : {}) };
      return new Response(null, { status: made.status, headers });
    }
    const { content } = made;
    if (isDownload(content)) {
      const coding = codingOf(context.req.raw, page);
      const { path, etag } = await source.files.get(content.name, coding, content.pieces);
      context.env?.made?.({ parameters, file: path });
      return new Response(Bun.file(path), { headers: headersOf(page, etag, coding) });
    }
    const fresh = keptPage(content, page);
    kept.set(key, fresh);
    return responseOf(context.req.raw, page, fresh);
  }
}

/** The parameters of a path; null if one is longer than any name. */
function typedParams(given: Readonly<Record<string, string>>): Readonly<Record<string, Typed>> | null {
  const params: Record<string, Typed> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = typed(value);
    if (typeof text !== "string") return null;
    params[name] = text;
  }
  return params;
}

function queryOf(url: string): RawQuery {
  const parameters = [...new URLSearchParams(searchOf(url))];
  const byName = Map.groupBy(parameters, ([name]) => name);
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.map(([, value]) => value)]));
}

function isDownload(content: Content): content is Download {
  return typeof content === "object" && "pieces" in content;
}

/** Text is compressed. Parquet and pictures are compressed by themselves. */
function isText({ type }: Page): boolean {
  return type !== "parquet" && type !== "png";
}

function keptPage(content: string | Uint8Array<ArrayBuffer>, page: Page): KeptPage {
  const body = typeof content === "string" ? Buffer.from(encode(content, "zstd", speedOf(page))) : content;
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

function speedOf({ type }: Page): "fast" | "best" {
  return type === "html" ? "fast" : "best";
}

/** What programs read, not people: also scripts on pages of any origin. */
function isFile({ type }: Page): boolean {
  return type !== "html" && type !== "js";
}

const OPEN_TO_ALL = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Accept-Ranges, Content-Range, ETag, Last-Modified",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/** Browsers ask before a script of another origin reads the end of a file, or sends a condition. */
const PREFLIGHT = {
  ...OPEN_TO_ALL,
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "public, max-age=86400",
} as const;

function codingOf({ headers }: Request, page: Page): Coding {
  return isText(page) ? preferredCoding(headers.get("accept-encoding")) : "identity";
}

function headersOf(page: Page, etag: string, coding: Coding) {
  const { type, cache: caching } = page;
  return {
    ETag: codedTag(etag, coding),
    "Cache-Control": CACHE_CONTROL[caching],
    ...(isText(page) ? { Vary: "Accept-Encoding" } : {}),
    ...(isFile(page) ? { ...OPEN_TO_ALL, "Accept-Ranges": "bytes" } : {}),
    ...(caching === "embedded" ? { "Cross-Origin-Resource-Policy": "cross-origin" } : {}),
    ...codingHeaders(coding),
    "Content-Type": CONTENT_TYPES[type],
  };
}

/** The page in the coding that the client prefers. */
function responseOf(request: Request, page: Page, { body, etag }: KeptPage): Response {
  const coding = codingOf(request, page);
  const isAsKept = !isText(page) || coding === "zstd";
  const coded = isAsKept ? body : encode(Buffer.from(Bun.zstdDecompressSync(body)), coding, speedOf(page));
  return new Response(Buffer.from(coded), { headers: headersOf(page, etag, coding) });
}
