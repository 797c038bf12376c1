import { Hono } from "hono";
import { documentFor } from "../../src/api/openapi/serve.ts";
import { planTable } from "../../src/domain/plan.ts";
import { answerPages } from "../../src/site/page-answer.ts";
import { PAGES } from "../../src/site/pages.ts";
import type { Reading } from "../../src/site/services.ts";
import type { SiteEnv } from "../../src/site/session.ts";
import { decoded } from "./docs-reader.ts";
import { releasedPlaces } from "./server.ts";

const baseUrl = "http://localhost:8080";

export const READING: Reading = {
  places: () => releasedPlaces,
  plans: planTable({}),
  prices: {},
  baseUrl,
  contactEmail: undefined,
  incidentsUrl: undefined,
  status: async () => ({ fault: null, sinceMs: 0, startedAtMs: 0, version: "1.0.0" }),
  openApi: () => documentFor(baseUrl),
  clientNames: async () => ({ typescript: "client.tgz", python: "client.py" }),
  draw: async () => new Uint8Array([137]),
};

/** The public pages without the rest of the site. The client's address is in the header `Client`. */
export function servePages(parts: Partial<Reading> = {}, pages = PAGES): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  app.use(async (context, next) => {
    context.env = { address: () => context.req.header("Client"), requestId: "", failed: () => {} };
    await next();
  });
  answerPages(app, pages, { ...READING, ...parts });
  return app;
}

const app = servePages();

/** The content at a path: a page or a file. */
export async function contentOf(path: string, query = "", from = app): Promise<string> {
  const response = await from.request(query === "" ? path : `${path}?${query}`);
  if (response.status !== 200) throw new Error(`${path} is answered ${response.status}`);
  return response.text();
}

export async function statusOf(path: string): Promise<number> {
  return (await app.request(path)).status;
}

/** The visible text, with tags replaced by spaces. */
export async function text(path: string, query = "", from = app): Promise<string> {
  const html = await contentOf(path, query, from);
  return words(html);
}

/** The visible text of HTML, with tags replaced by spaces. */
export function words(html: string): string {
  const visible = html.replace(/<(?:script|style)[^>]*>.*?<\/\w+>/gs, "").replace(/<[^>]+>/g, " ");
  return decoded(visible).replace(/\s+/g, " ");
}
