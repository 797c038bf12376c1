import type { Hono } from "hono";
import type { FindPlaces } from "../../../domain/place.ts";
import { MAX_QUERY_LENGTH, type Place } from "../../../domain/place.ts";
import type { Atlas } from "../../../snapshot/atlas.ts";
import { filteredPage, NOT_STORED, pageResponse, recentPages } from "../../ready-page.ts";
import type { Renderings } from "../../renderings.ts";
import type { SiteEnv } from "../../request-context.ts";
import { URLS } from "../../urls.ts";
import { placeDetail, placeFigure, placeHref } from "./place-text.ts";
import { searchPage } from "./search-page.tsx";

const SUGGESTIONS = 8;
const RESULTS = 50;

export interface Found {
  readonly places: readonly Place[];
  readonly total: number;
}

/** Finds the places that match what a person typed. */
export type SearchPlaces = (typed: string, limit: number) => Promise<Found>;

/** @param finder is loaded on first use. */
export function createSearchPlaces(finder: () => Promise<FindPlaces>): SearchPlaces {
  return async (typed, limit) => {
    const q = [...typed.trim()].slice(0, MAX_QUERY_LENGTH).join("");
    if (q === "") return { places: [], total: 0 };
    const result = (await finder())({ q, limit });
    return result.ok ? result.page : { places: [], total: 0 };
  };
}

/** The results page, and the same results as JSON for completion in the search boxes. */
export function searchRoutes(
  app: Hono<SiteEnv>,
  atlas: () => Atlas,
  search: SearchPlaces,
  renderings: Renderings,
): void {
  const recent = recentPages();
  app.get(URLS.search, async (context) => {
    const query = (context.req.query("q") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
    const pages = recent(atlas());
    const render = async () =>
      pages.get(query) ?? pages.add(query, filteredPage(searchPage({ query, ...(await search(query, RESULTS)) })));
    const page = pages.get(query) ?? (await renderings.inTurn(render));
    return pageResponse(context.req.raw, page, NOT_STORED);
  });
  app.get(URLS.suggestions, async (context) => {
    const { places } = await search(context.req.query("q") ?? "", SUGGESTIONS);
    context.header("Cache-Control", "public, max-age=300");
    return context.json({
      places: places.map((place) => ({
        name: place.name,
        detail: placeDetail(place),
        figure: placeFigure(place),
        href: placeHref(place),
      })),
    });
  });
}
