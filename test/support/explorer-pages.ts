import { createExplorer } from "../../src/site/explore/explorer.ts";
import { pageText } from "../../src/site/ready-page.ts";
import { currentGeography } from "./current-geography.ts";
import { releasedAtlas } from "./server.ts";

/** The explorer of the released snapshot. */
export const explorer = createExplorer({
  atlas: releasedAtlas,
  boundaries: currentGeography.file.boundaries,
  baseUrl: "http://localhost:8080",
});

/** What is served at a path: a page or a file. */
export function contentOf(path: string, query = ""): string {
  const page = explorer.page(path, new URLSearchParams(query));
  if (!page) throw new Error(`there is no page at ${path}`);
  return pageText(page);
}

/** What a reader sees: text alone, tags as spaces. */
export function text(path: string, query = ""): string {
  return contentOf(path, query)
    .replace(/<(?:script|style)[^>]*>.*?<\/\w+>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");
}
