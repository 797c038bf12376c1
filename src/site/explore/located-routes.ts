import type { Hono } from "hono";
import type { KnownName } from "../../places/catalog.ts";
import type { Geography } from "../../places/geography.ts";
import { pageResponse, readyPage } from "../ready-page.ts";
import type { SiteEnv } from "../request-context.ts";
import { URLS } from "../urls.ts";
import { namedPlacePage, zipPage } from "./located-page.tsx";
import { placeUrl } from "./place-url.ts";

interface LocatedParts {
  readonly geography: () => Promise<Geography>;
  readonly baseUrl: string;
}

/** Their pages, rendered on each request: they are many, small, and rarely visited. */
export function locatedRoutes(app: Hono<SiteEnv>, { geography, baseUrl }: LocatedParts): void {
  let index: { readonly geography: Geography; readonly byUrl: ReadonlyMap<string, KnownName> } | undefined;
  const indexOfNames = async () => {
    const current = await geography();
    if (index?.geography !== current)
      index = { geography: current, byUrl: new Map(current.names.map((known) => [placeUrl(known.place), known])) };
    return index;
  };
  app.get(URLS.explorePlace, async (context) => {
    const { geography: current, byUrl } = await indexOfNames();
    const known = byUrl.get(context.req.path);
    if (known === undefined) return context.notFound();
    const html = namedPlacePage({ known, location: current.locateNamed(known), baseUrl });
    return pageResponse(context.req.raw, readyPage(html));
  });
  app.get(URLS.exploreZip, async (context) => {
    const { geography: current } = await indexOfNames();
    const { zip } = context.req.param();
    const answer = current.locate({ zip });
    if (!answer.found) return context.notFound();
    const postalName = current.file.zips.find((known) => known.zip === zip)?.postalName ?? "";
    const { sources } = current.file;
    return pageResponse(
      context.req.raw,
      readyPage(zipPage({ zip, postalName, location: answer.data, sources, baseUrl })),
    );
  });
}
