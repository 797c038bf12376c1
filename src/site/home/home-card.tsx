/** @jsxImportSource hono/jsx */
import { ofStates } from "../../editions/table.ts";
import type { Served } from "../../lookup/served.ts";
import { linesIn, Words } from "../charts/chart-file.tsx";
import type { Picture } from "../http/services.ts";
import { dotMapPanel } from "../map/dot-map.tsx";
import { card, LEFT } from "../share/card.tsx";
import type { Share } from "../ui/layout.tsx";
import { number } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";

/** What the service has, in one sentence. */
export function homeTitle({ nations, states }: Served): string {
  const [nation] = nations;
  const all = ofStates(({ name }) => name, " and ");
  if (nation === undefined) return `Reported crime per resident, made comparable across ${all}`;
  const rest = states.length === 0 ? "" : ` and all of ${all}`;
  return `Reported crime per resident, for ${number(nation.statistics.places)} U.S. cities and towns${rest}`;
}

/** The card of the home page: its title and the map of the nation. */
export function homeCard(served: Served): Picture {
  const title = homeTitle(served);
  const lines = linesIn(title, 44, 430);
  const [nation] = served.nations;
  const map = nation && dotMapPanel(nation, false);
  return card(
    title,
    <>
      {lines.map((text, index) => (
        <Words x={LEFT} y={120 + index * 56} size={44} class="end-place end-name" text={text} />
      ))}
      {map ? (
        <svg aria-hidden="true" class="map" x="500" y="60" width="660" height="470" viewBox={map.viewBox}>
          {map.draw(map.size[0])}
        </svg>
      ) : null}
    </>,
  );
}

export function homeShare(served: Served, baseUrl: string): Share {
  const title = homeTitle(served);
  return {
    url: baseUrl + URLS.home,
    image: baseUrl + URLS.homeCard,
    imageText: `${title}. A map of the graded places.`,
  };
}
