import type { Context, Hono } from "hono";
import { foldCityName } from "../../domain/name.ts";
import type { OnePerTick } from "../../domain/one-per-tick.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place-query.ts";
import type { Places } from "../../places/places.ts";
import { pageResponse, readyFile, readyPage, recentPages } from "../ready-page.ts";
import type { SiteEnv } from "../request-context.ts";
import { URLS } from "../urls.ts";
import { COMPARED, comparePage, compareSlug, compareUrl } from "./compare-page.tsx";
import type { Explorer } from "./explorer.ts";
import { CITY_COLUMNS, downloadColumns, type PlaceRow } from "./place-table.tsx";
import type { SearchPlaces } from "./search/routes.ts";
import { type FileColumn, tableFile } from "./table.ts";

const SUGGESTIONS = 5;

interface CompareParts {
  readonly places: () => Places;
  readonly explorer: () => Promise<Explorer>;
  readonly search: SearchPlaces;
  readonly renderQueue: OnePerTick;
}

/** The comparison and its downloads. Text from its form is first resolved to a place. */
export function compareRoutes(app: Hono<SiteEnv>, { places, explorer, search, renderQueue }: CompareParts): void {
  const recent = recentPages();
  const rowsBySlug = new WeakMap<Explorer, ReadonlyMap<string, PlaceRow>>();
  const bySlug = (explored: Explorer) => {
    const known = rowsBySlug.get(explored) ?? new Map(explored.rows().map((row) => [compareSlug(row), row]));
    rowsBySlug.set(explored, known);
    return known;
  };
  const chosen = async (context: Context<SiteEnv>): Promise<readonly PlaceRow[]> => {
    const slugs = new Set(context.req.queries("place") ?? []);
    const rows = bySlug(await explorer());
    return [...slugs].flatMap((slug) => rows.get(slug) ?? []).slice(0, COMPARED.most);
  };

  app.get(URLS.compare, async (context) => {
    const { snapshot, rows: all } = await explorer();
    const rows = await chosen(context);
    const name = (context.req.query("add") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
    if (name === "") {
      const pages = recent(places());
      const key = rows.map(compareSlug).join(" ");
      const render = () => pages.get(key) ?? pages.add(key, readyPage(comparePage({ snapshot, rows })));
      return pageResponse(context.req.raw, pages.get(key) ?? (await renderQueue.run(render)));
    }
    const added = rowOf(all(), name);
    if (added) {
      const slugs = [...new Set([...rows, added].map(compareSlug))].slice(0, COMPARED.most);
      return context.redirect(compareUrl(slugs), 303);
    }
    const html = await renderQueue.run(async () => {
      const { places } = await search(name, SUGGESTIONS);
      return comparePage({ snapshot, rows, missed: { name, places } });
    });
    return context.html(html);
  });
  for (const format of ["csv", "json"] as const) {
    app.get(`${URLS.compare}.${format}`, async (context) =>
      pageResponse(
        context.req.raw,
        readyFile(format, tableFile(format, [KIND, ...downloadColumns(CITY_COLUMNS)], await chosen(context))),
      ),
    );
  }
}

const KIND: FileColumn<PlaceRow> = { key: "kind", value: ({ county }) => (county === null ? "county" : "city") };

/** The city of that name, otherwise the county. */
function rowOf(rows: readonly PlaceRow[], name: string): PlaceRow | undefined {
  const folded = foldCityName(name);
  const named = rows.filter((row) => foldCityName(row.name) === folded);
  return named.find(({ county }) => county !== null) ?? named[0];
}
