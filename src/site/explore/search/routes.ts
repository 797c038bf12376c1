import type { Hono } from "hono";
import type { OnePerTick } from "../../../domain/one-per-tick.ts";
import type { FindPlaces, Place } from "../../../domain/place.ts";
import { MAX_QUERY_LENGTH } from "../../../domain/place-query.ts";
import type { Geography } from "../../../places/geography.ts";
import { filteredPage, NOT_STORED, pageResponse, recentPages } from "../../ready-page.ts";
import type { SiteEnv } from "../../request-context.ts";
import type { SiteParts } from "../../services.ts";
import { URLS } from "../../urls.ts";
import { zipUrl } from "../place-url.ts";
import { placeDetail, placeFigure, placeHref, zipFigure } from "./place-text.ts";
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

interface SearchParts extends Pick<SiteParts, "places" | "geography"> {
  readonly search: SearchPlaces;
  readonly renderQueue: OnePerTick;
}

/** The results page, and the same results as JSON for completion in the search boxes, which also complete ZIP codes. */
export function searchRoutes(app: Hono<SiteEnv>, { places, geography, search, renderQueue }: SearchParts): void {
  const recent = recentPages();
  app.get(URLS.search, async (context) => {
    const query = (context.req.query("q") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
    const pages = recent(places());
    const render = async () =>
      pages.get(query) ?? pages.add(query, filteredPage(searchPage({ query, ...(await search(query, RESULTS)) })));
    const page = pages.get(query) ?? (await renderQueue.run(render));
    return pageResponse(context.req.raw, page, NOT_STORED);
  });
  app.get(URLS.suggestions, async (context) => {
    const typed = (context.req.query("q") ?? "").trim();
    const zips = ZIP_BEGINNING.test(typed) ? zipSuggestions(await geography(), typed) : [];
    const { places } = await search(typed, SUGGESTIONS);
    context.header("Cache-Control", "public, max-age=300");
    return context.json({ places: [...zips, ...places.map(placeSuggestion)].slice(0, SUGGESTIONS) });
  });
}

/** What a search box shows of a place, and where it leads. */
interface Suggestion {
  readonly name: string;
  readonly detail: string;
  readonly figure: string;
  readonly href: string;
}

function placeSuggestion(place: Place): Suggestion {
  return { name: place.name, detail: placeDetail(place), figure: placeFigure(place), href: placeHref(place) };
}

/** As many digits as the search of places needs to take them for the beginning of a ZIP code. */
const ZIP_BEGINNING = /^\d{3,5}$/;

function zipSuggestions({ file, locate }: Geography, digits: string): readonly Suggestion[] {
  return file.zips
    .filter(({ zip }) => zip.startsWith(digits))
    .slice(0, SUGGESTIONS)
    .map(({ zip, postalName }) => ({
      name: zip,
      detail: postalName === "" ? "ZIP code" : `ZIP code, ${postalName}`,
      figure: zipFigure(locate({ zip })),
      href: zipUrl(zip),
    }));
}
