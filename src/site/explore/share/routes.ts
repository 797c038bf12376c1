import type { Context, Hono } from "hono";
import type { PlaceRecord } from "../../../domain/record.ts";
import type { Places } from "../../../places/places.ts";
import type { SiteEnv } from "../../request-context.ts";
import { URLS } from "../../urls.ts";
import { badgeOf } from "./badge.ts";
import { cardNode } from "./card.ts";
import { createCardThread } from "./card-renderer.ts";
import { badgeUrl, cardUrl } from "./share-section.tsx";

/** Images for other sites: any site may embed them, and caches keep them for an hour. */
const HEADERS = {
  "Cache-Control": "public, max-age=3600",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

type Slugged = Context<SiteEnv, string>;

/** The badge and the card of each graded place. Each card is drawn once per snapshot. */
export function shareRoutes(app: Hono<SiteEnv>, places: () => Places): { close(): void } {
  const renderer = createCardThread();
  let cards = new WeakMap<PlaceRecord, Promise<Uint8Array<ArrayBuffer>>>();
  const cardOf = (record: PlaceRecord) => {
    const known = cards.get(record) ?? renderer.ask(cardNode(record));
    cards.set(record, known);
    known.catch(() => cards.delete(record));
    return known;
  };

  const finders = [
    [URLS.exploreCity, (slug: string) => places().city(slug)?.entry.record],
    [URLS.exploreCounty, (slug: string) => places().county(slug)?.entry.record],
  ] as const;
  for (const [page, find] of finders) {
    const recordOf = (context: Slugged) => find(context.req.param("slug") ?? "");
    app.get(badgeUrl(page), (context: Slugged) => {
      const record = recordOf(context);
      if (!record) return context.notFound();
      return context.body(badgeOf(record).svg, 200, { ...HEADERS, "Content-Type": "image/svg+xml" });
    });
    app.get(cardUrl(page), async (context: Slugged) => {
      const record = recordOf(context);
      if (!record) return context.notFound();
      return context.body(await cardOf(record), 200, { ...HEADERS, "Content-Type": "image/png" });
    });
  }
  return {
    close() {
      renderer.close();
      cards = new WeakMap();
    },
  };
}
