import type { Chart } from "../../charts/chart.tsx";
import { type Address, found, NO_QUERY, type Page, page } from "../../http/page.ts";
import type { ShownPlace } from "../shown-place.ts";
import { badgeOf } from "./badge.ts";
import { cardPicture } from "./card.tsx";
import { badgeUrl, cardUrl } from "./share-section.tsx";

interface Shared {
  readonly place: ShownPlace;
  readonly scores: Chart;
}

/** The badge and the card of the places of a path. */
export function sharePages(path: string, sharedOf: (at: Address) => Shared | undefined): readonly Page[] {
  return [
    page({
      path: badgeUrl(path),
      type: "svg",
      cache: "embedded",
      query: NO_QUERY,
      load: (at) => found(sharedOf(at)?.place),
      render: (place) => badgeOf(place).svg,
    }),
    page({
      path: cardUrl(path),
      type: "png",
      cache: "embedded",
      query: NO_QUERY,
      async load(at) {
        const shared = sharedOf(at);
        return shared ? { data: await at.services.draw(cardPicture(shared.place, shared.scores)) } : null;
      },
      render: (png) => png,
    }),
  ];
}
