/** @jsxImportSource hono/jsx */
import { ofStates } from "../../editions/table.ts";
import type { Served } from "../../lookup/served.ts";
import { linesIn, Words } from "../charts/chart-file.tsx";
import { familyBands } from "../charts/distribution.tsx";
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
  const map = nation && dotMapPanel(nation);
  return card(
    title,
    <>
      {lines.map((text, index) => (
        <Words x={LEFT} y={120 + index * 56} size={44} class="end-place end-name" text={text} />
      ))}
      {map ? <Legend y={490} /> : null}
      {map ? (
        <svg aria-hidden="true" class="map" x="500" y="60" width="660" height="470" viewBox={map.viewBox}>
          {map.draw(map.size[0])}
        </svg>
      ) : null}
    </>,
  );
}

const LEGEND = { step: 84, box: 34, size: 20 } as const;

/** The letters with their scores, where no dot is. */
function Legend({ y }: { readonly y: number }) {
  return (
    <>
      {familyBands().map(({ family, from, to }, index) => {
        const x = LEFT + index * LEGEND.step;
        return (
          <g class={`grade-${family.toLowerCase()}`}>
            <rect class="band" x={x} y={y} width={LEGEND.box} height={LEGEND.box} rx={5} />
            <Words
              x={x + LEGEND.box / 2}
              y={y + 25}
              size={LEGEND.size}
              class="band-name"
              anchor="middle"
              text={family}
            />
            <Words x={x + LEGEND.box + 6} y={y + 25} size={LEGEND.size} text={from === 0 ? `<${to}` : `${from}+`} />
          </g>
        );
      })}
    </>
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
