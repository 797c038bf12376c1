import { createHash } from "node:crypto";
import { codingHeaders, EncodedBody } from "../api/compression.ts";
import { GRADE_COLORS } from "../domain/grade.ts";
import explore from "./client/explore.js" with { type: "text" };
import icon from "./client/icon.svg" with { type: "text" };
import map from "./client/map.js" with { type: "text" };
import script from "./client/page.js" with { type: "text" };
import search from "./client/search.js" with { type: "text" };
import charts from "./style/charts.css" with { type: "text" };
import codeStyle from "./style/code.css" with { type: "text" };
import elements from "./style/elements.css" with { type: "text" };
import forms from "./style/forms.css" with { type: "text" };
import frame from "./style/frame.css" with { type: "text" };
import maps from "./style/maps.css" with { type: "text" };
import panels from "./style/panels.css" with { type: "text" };
import print from "./style/print.css" with { type: "text" };
import searchStyle from "./style/search.css" with { type: "text" };
import tables from "./style/tables.css" with { type: "text" };
import tokens from "./style/tokens.css" with { type: "text" };

interface Asset {
  /** The URL contains a hash of the content, so browsers may cache the file forever. */
  readonly url: string;
  readonly body: EncodedBody;
  readonly type: string;
}

function asset(name: string, extension: string, type: string, body: string): Asset {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return { url: `/assets/${name}.${hash}.${extension}`, body: new EncodedBody(body), type };
}

/** `--grade-a` to `--grade-f` for both themes. */
const gradeColors = `:root{${Object.entries(GRADE_COLORS)
  .map(([letter, { light, dark }]) => `--grade-${letter.toLowerCase()}:light-dark(${light},${dark});`)
  .join("")}}\n`;

/** One file for every page, in this order: a later part may refine an earlier one. */
const STYLE = [
  gradeColors,
  tokens,
  elements,
  frame,
  forms,
  panels,
  tables,
  codeStyle,
  charts,
  maps,
  searchStyle,
  print,
].join("");

export const ASSETS = {
  style: asset("style", "css", "text/css; charset=utf-8", STYLE),
  script: asset("page", "js", "text/javascript; charset=utf-8", script),
  explore: asset("explore", "js", "text/javascript; charset=utf-8", explore),
  map: asset("map", "js", "text/javascript; charset=utf-8", map),
  search: asset("search", "js", "text/javascript; charset=utf-8", search),
  icon: asset("icon", "svg", "image/svg+xml", icon),
} as const;

const byUrl: ReadonlyMap<string, Asset> = new Map(Object.values(ASSETS).map((entry) => [entry.url, entry]));

/** The file at `path` in the client's preferred content coding, or undefined. */
export function assetResponse(path: string, acceptEncoding: string | null): Response | undefined {
  const found = byUrl.get(path);
  if (!found) return undefined;
  const coding = found.body.codingFor(acceptEncoding);
  return new Response(found.body.as(coding), {
    headers: {
      "Content-Type": found.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...codingHeaders(coding),
    },
  });
}
