import type { Places } from "../../lookup/served.ts";
import { type AddressOf, type MakePage, NO_QUERY, type Page } from "../http/page.ts";
import type { Picture } from "../http/services.ts";

/** The preview picture of a page without parameters. @param cardAt undefined where the address has none */
export function cardPage<Own extends Places>(
  page: MakePage<Own>,
  path: string,
  cardAt: (at: AddressOf<Own>) => Picture | undefined,
): Page {
  return page({
    path,
    type: "png",
    cache: "embedded",
    query: NO_QUERY,
    async load(at) {
      const picture = cardAt(at);
      return picture === undefined ? null : { data: await at.services.draw(picture) };
    },
    render: (png) => png,
  });
}
