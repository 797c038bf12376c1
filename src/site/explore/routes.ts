import type { Context, Hono, Next } from "hono";
import { requestTextOf, searchOf } from "../../api/path.ts";
import type { OnePerTick } from "../../domain/one-per-tick.ts";
import type { Places } from "../../places/places.ts";
import { pageResponse } from "../ready-page.ts";
import type { SiteEnv } from "../request-context.ts";
import type { SiteParts } from "../services.ts";
import { URLS } from "../urls.ts";
import { compareRoutes } from "./compare.ts";
import { createExplorer, type Explorer } from "./explorer.ts";
import { cityUrl, countyUrl } from "./place-url.ts";
import { type SearchPlaces, searchRoutes } from "./search/routes.ts";
import { shareRoutes } from "./share/routes.ts";

interface ExploreParts extends Pick<SiteParts, "places" | "geography"> {
  readonly baseUrl: string;
  readonly search: SearchPlaces;
  readonly renderQueue: OnePerTick;
}

/** The explorer's pages, rendered from the current snapshot. */
export function exploreRoutes(
  app: Hono<SiteEnv>,
  { places, geography, baseUrl, search, renderQueue }: ExploreParts,
): { close(): void } {
  let made: { readonly places: Places; readonly explorer: Explorer } | undefined;
  const explorer = async () => {
    const { boundaries } = (await geography()).file;
    const current = places();
    if (made?.places !== current) {
      made = { places: current, explorer: createExplorer({ places: current, boundaries, baseUrl }) };
    }
    return made.explorer;
  };

  // Other spellings of a place redirect to its canonical URL.
  const redirected = (urlOfName: (name: string) => string) => async (context: Context<SiteEnv, string>, next: Next) => {
    const url = urlOfName(context.req.param("slug") ?? "");
    const isOther = url !== context.req.path && (await explorer()).page(url, new URLSearchParams()) !== undefined;
    return isOther ? context.redirect(url, 301) : next();
  };
  app.get(URLS.exploreCity, redirected(cityUrl));
  app.get(URLS.exploreCounty, redirected(countyUrl));
  searchRoutes(app, { places, geography, search, renderQueue });
  compareRoutes(app, { places, explorer, search, renderQueue });
  const share = shareRoutes(app, places);
  for (const path of [
    URLS.explore,
    `${URLS.explore}/*`,
    URLS.coverage,
    `${URLS.coverage}/*`,
    URLS.methodology,
    URLS.backtest,
  ]) {
    app.get(path, async (context) => {
      const found = (await explorer()).find(
        context.req.path,
        new URLSearchParams(searchOf(requestTextOf(context.req.url))),
      );
      if (!found) return context.notFound();
      return pageResponse(context.req.raw, "render" in found ? await renderQueue.run(() => found.render()) : found);
    });
  }
  return share;
}
