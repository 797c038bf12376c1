import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fontFile from "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2" with { type: "file" };
import { codingHeaders, EncodedBody } from "../../http/compression.ts";
import chartsScript from "./scripts/charts.js" with { type: "text" };
import embed from "./scripts/embed.js" with { type: "text" };
import icon from "./scripts/icon.svg" with { type: "text" };
import map from "./scripts/map.js" with { type: "text" };
import script from "./scripts/page.js" with { type: "text" };
import passkeys from "./scripts/passkeys.js" with { type: "text" };
import search from "./scripts/search.js" with { type: "text" };
import base from "./style/base.css" with { type: "text" };
import browse from "./style/browse.css" with { type: "text" };
import charts from "./style/charts.css" with { type: "text" };
import codeStyle from "./style/code.css" with { type: "text" };
import content from "./style/content.css" with { type: "text" };
import controls from "./style/controls.css" with { type: "text" };
import frame from "./style/frame.css" with { type: "text" };
import marks from "./style/marks.css" with { type: "text" };
import places from "./style/places.css" with { type: "text" };
import tables from "./style/tables.css" with { type: "text" };
import tokens from "./style/tokens.css" with { type: "text" };
import { GRADE_STYLE, PRINT_STYLE } from "./style.ts";

interface Asset {
  /** The URL contains a hash of the content, so browsers may cache the file forever. */
  readonly url: string;
  /** Bytes of a font are compressed already. */
  readonly body: EncodedBody | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

function asset<Body extends string | Uint8Array<ArrayBuffer>>(
  name: string,
  extension: string,
  type: string,
  body: Body,
) {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);
  const url = `/assets/${name}.${hash}.${extension}`;
  return { url, body: typeof body === "string" ? new EncodedBody(body) : body, type } satisfies Asset;
}

const font = asset("public-sans", "woff2", "font/woff2", new Uint8Array(readFileSync(fontFile)));
const FONT_FACE = `@font-face{font-family:"Public Sans";font-weight:100 900;font-display:swap;src:url(${font.url}) format("woff2")}\n`;

/** One file for every page, in this order: a later part may refine an earlier one. */
const STYLE = [
  FONT_FACE,
  GRADE_STYLE,
  tokens,
  base,
  frame,
  controls,
  content,
  tables,
  browse,
  codeStyle,
  marks,
  charts,
  places,
  PRINT_STYLE,
].join("");

const SCRIPT_TYPE = "text/javascript; charset=utf-8";

export const ASSETS = {
  font,
  style: asset("style", "css", "text/css; charset=utf-8", STYLE),
  script: asset("page", "js", SCRIPT_TYPE, script),
  charts: asset("charts", "js", SCRIPT_TYPE, chartsScript),
  map: asset("map", "js", SCRIPT_TYPE, map),
  passkeys: asset("passkeys", "js", SCRIPT_TYPE, passkeys),
  search: asset("search", "js", SCRIPT_TYPE, search),
  icon: asset("icon", "svg", "image/svg+xml", icon),
} as const;

/** For other sites, at a URL without a version. */
export const EMBED_SCRIPT = embed;

const byUrl: ReadonlyMap<string, Asset> = new Map(Object.values<Asset>(ASSETS).map((entry) => [entry.url, entry]));

/** The file at `path` in the client's preferred content coding, or undefined. */
export function assetResponse(path: string, acceptEncoding: string | null): Response | undefined {
  const found = byUrl.get(path);
  if (!found) return undefined;
  const headers = { "Content-Type": found.type, "Cache-Control": "public, max-age=31536000, immutable" };
  if (!(found.body instanceof EncodedBody)) return new Response(found.body, { headers });
  const coding = found.body.codingFor(acceptEncoding);
  return new Response(found.body.as(coding), {
    headers: { ...headers, Vary: "Accept-Encoding", ...codingHeaders(coding) },
  });
}
