import type { Context, Hono } from "hono";
import { foldCityName } from "../../domain/name.ts";
import { MAX_QUERY_LENGTH } from "../../domain/place.ts";
import { pageResponse, readyFile, readyPage } from "../ready-page.ts";
import type { SiteEnv } from "../request-context.ts";
import { URLS } from "../urls.ts";
import { COMPARED, comparePage, compareSlug, compareUrl } from "./compare-page.tsx";
import type { Explorer } from "./explorer.ts";
import { CITY_COLUMNS, downloadColumns, type PlaceRow } from "./place-table.tsx";
import type { SearchPlaces } from "./search/routes.ts";
import { tableFile } from "./table.ts";

const SUGGESTIONS = 5;

/** The comparison and its downloads. Text from its form is first resolved to a place. */
export function compareRoutes(app: Hono<SiteEnv>, explorer: () => Promise<Explorer>, search: SearchPlaces): void {
  const chosen = async (context: Context<SiteEnv>): Promise<readonly PlaceRow[]> => {
    const slugs = new Set(context.req.queries("place") ?? []);
    const rows = (await explorer()).rows();
    return [...slugs].flatMap((slug) => rows.find((row) => compareSlug(row) === slug) ?? []).slice(0, COMPARED.most);
  };

  app.get(URLS.compare, async (context) => {
    const { snapshot, rows: all } = await explorer();
    const rows = await chosen(context);
    const name = (context.req.query("add") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
    if (name === "") return pageResponse(context.req.raw, readyPage(comparePage({ snapshot, rows })));
    const added = rowOf(all(), name);
    if (added) {
      const slugs = [...new Set([...rows, added].map(compareSlug))].slice(0, COMPARED.most);
      return context.redirect(compareUrl(slugs), 303);
    }
    const { places } = await search(name, SUGGESTIONS);
    return context.html(comparePage({ snapshot, rows, missed: { name, places } }));
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

const KIND = {
  key: "kind",
  heading: "Kind",
  first: "ascending",
  value: ({ county }: PlaceRow) => (county === null ? "county" : "city"),
  cell: ({ county }: PlaceRow) => (county === null ? "county" : "city"),
} as const;

/** The city of that name, otherwise the county. */
function rowOf(rows: readonly PlaceRow[], name: string): PlaceRow | undefined {
  const folded = foldCityName(name);
  const named = rows.filter((row) => foldCityName(row.name) === folded);
  return named.find(({ county }) => county !== null) ?? named[0];
}
