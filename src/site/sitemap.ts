import { html } from "hono/html";
import { NO_QUERY, type Page, type PageSource, page } from "./http/page.ts";
import { URLS } from "./ui/urls.ts";

/** The sitemap of these pages (sitemaps.org). */
export function sitemapPage(pages: readonly Page[]): Page {
  return page({
    path: URLS.sitemap,
    type: "xml",
    query: NO_QUERY,
    load: async (at) => ({ data: await pathsOf(pages, at) }),
    render: (paths, { services }) => sitemap(paths.map((path) => services.baseUrl + path)),
  });
}

async function pathsOf(pages: readonly Page[], from: PageSource): Promise<readonly string[]> {
  const lists = await Promise.all(pages.map(({ sitemap }) => sitemap(from)));
  return lists.flatMap((list) => [...list]);
}

function sitemap(urls: readonly string[]): string {
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => html`  <url><loc>${url}</loc></url>\n`)}</urlset>
`);
}
