import { parse } from "csv-parse/sync";
import { Hono } from "hono";
import { z } from "zod";
import { documentFor } from "../../src/api/openapi/serve.ts";
import { planTable } from "../../src/domain/plan.ts";
import { RETENTION } from "../../src/domain/retention.ts";
import type { NationPlaces } from "../../src/lookup/nation-places.ts";
import { servedFrom } from "../../src/lookup/served.ts";
import type { StatePlaces } from "../../src/lookup/state-places.ts";
import { MadeFiles } from "../../src/site/http/made-files.ts";
import { answerPages } from "../../src/site/http/make-pages.ts";
import type { PageServices, SiteSettings } from "../../src/site/http/services.ts";
import type { SiteEnv } from "../../src/site/http/session.ts";
import { PAGES } from "../../src/site/pages.ts";
import { decoded } from "./docs-reader.ts";
import { bytesOf } from "./pieces.ts";
import { scratchFolder } from "./scratch.ts";
import { releasedEditions, releasedNation, releasedPlaces } from "./server.ts";

export const SETTINGS: SiteSettings = {
  plans: planTable({}),
  prices: {},
  retention: RETENTION,
  baseUrl: "http://localhost:8080",
  signUpPolicy: { who: "open", domains: [] },
  contactEmail: undefined,
  incidentsUrl: undefined,
};

export const SERVICES: PageServices = {
  ...SETTINGS,
  openApi: () => documentFor(SETTINGS.baseUrl),
  clientNames: async () => ({ typescript: "client.tgz", python: "client.py", pythonPackage: "client.tar.gz" }),
  draw: async () => new Uint8Array([137]),
};

interface PageParts extends Partial<PageServices> {
  readonly places?: StatePlaces;
  readonly nation?: NationPlaces;
}

/** Where the downloads of a test are kept. */
export function scratchFiles(): MadeFiles {
  return new MadeFiles(scratchFolder("downloads"));
}

/** The public pages without the rest of the site. */
export function servePages(
  { places = releasedPlaces, nation = releasedNation, ...services }: PageParts = {},
  pages = PAGES,
): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  const editions = servedFrom([places, nation]);
  answerPages(app, pages, { editions, services: { ...SERVICES, ...services }, files: scratchFiles() });
  return app;
}

/** The pages as they are made, not compressed and not kept. */
const made = new Hono<SiteEnv>();
const source = { editions: releasedEditions, services: SERVICES };
for (const page of PAGES) {
  made.get(page.path, async (context) => {
    const answer = await page.ask(context.req.queries()).make({ ...source, params: context.req.param() });
    if (answer === null || !("content" in answer)) return context.notFound();
    const { content } = answer;
    return context.body(typeof content === "object" && "pieces" in content ? await bytesOf(content.pieces()) : content);
  });
}

/** The content at a path: a page or a file. */
export async function contentOf(path: string, query = "", from = made): Promise<string> {
  const response = await from.request(query === "" ? path : `${path}?${query}`);
  if (response.status !== 200) throw new Error(`${path} is answered ${response.status}`);
  return response.text();
}

/** The rows of a CSV file, by the names of its header. */
export async function csvRows(path: string, query = ""): Promise<readonly Readonly<Record<string, string>>[]> {
  const rows = parse(await contentOf(path, query), { columns: true, bom: true });
  return z.array(z.record(z.string(), z.string())).parse(rows);
}

export async function statusOf(path: string): Promise<number> {
  return (await made.request(path)).status;
}

/** The visible text, with tags replaced by spaces. */
export async function text(path: string, query = "", from = made): Promise<string> {
  const html = await contentOf(path, query, from);
  return words(html);
}

/** The visible text of HTML, with tags replaced by spaces. */
export function words(html: string): string {
  const visible = html.replace(/<(?:script|style)[^>]*>.*?<\/\w+>/gs, "").replace(/<[^>]+>/g, " ");
  return decoded(visible).replace(/\s+/g, " ");
}
