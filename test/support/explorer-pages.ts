import { createExplorer } from "../../src/site/explore/explorer.ts";
import { pageText } from "../../src/site/ready-page.ts";
import { currentGeography } from "./current-geography.ts";
import { releasedPlaces } from "./server.ts";

/** The explorer of the released snapshot. */
export const explorer = createExplorer({
  places: releasedPlaces,
  boundaries: currentGeography.file.boundaries,
  baseUrl: "http://localhost:8080",
});

/** The content at a path: a page or a file. */
export function contentOf(path: string, query = ""): string {
  const page = explorer.page(path, new URLSearchParams(query));
  if (!page) throw new Error(`there is no page at ${path}`);
  return pageText(page);
}

/** The visible text, with tags replaced by spaces. */
export function text(path: string, query = ""): string {
  return contentOf(path, query)
    .replace(/<(?:script|style)[^>]*>.*?<\/\w+>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");
}
