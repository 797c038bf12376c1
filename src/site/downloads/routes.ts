import type { Hono } from "hono";
import type { Geography } from "../../places/geography.ts";
import { pageResponse, readyPage } from "../ready-page.ts";
import type { SiteEnv } from "../request-context.ts";
import type { SiteParts } from "../services.ts";
import { URLS, urlOf } from "../urls.ts";
import { downloadsPage } from "./downloads-page.tsx";
import { createDownloads, type Downloads } from "./files.ts";

type DownloadParts = Pick<SiteParts, "places" | "geography">;

/** The content at a versioned URL never changes. */
const IMMUTABLE = "public, max-age=31536000, immutable";

/** In place of a version: the current one. */
const LATEST = "latest";

/** `/downloads`, and the files at versioned URLs. */
export function downloadRoutes(app: Hono<SiteEnv>, { places, geography }: DownloadParts): void {
  let made: { readonly geography: Geography; readonly downloads: Downloads } | undefined;
  const downloads = async (): Promise<Downloads> => {
    const current = await geography();
    if (made?.geography !== current)
      made = { geography: current, downloads: createDownloads(places().records, current) };
    return made.downloads;
  };
  app.get(URLS.downloads, async (context) =>
    pageResponse(context.req.raw, readyPage(downloadsPage(await downloads(), (await geography()).file.sources))),
  );
  app.get(URLS.download, async (context) => {
    const files = await downloads();
    const { version, file: name } = context.req.param();
    const file = files.file(name);
    if (file === undefined) return context.notFound();
    if (version === LATEST) return context.redirect(urlOf(URLS.download, { version: files.version, file: name }), 302);
    return version === files.version ? pageResponse(context.req.raw, file, IMMUTABLE) : context.notFound();
  });
}
