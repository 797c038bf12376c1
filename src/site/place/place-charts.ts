import type { Places } from "../../lookup/served.ts";
import type { Chart } from "../charts/chart.tsx";
import { chartPages } from "../charts/chart-pages.tsx";
import { type AddressOf, found, type MakePage, NO_QUERY, type Page } from "../http/page.ts";
import { expectedChart } from "../measure/expected-chart.tsx";
import { historyChart } from "../measure/history-chart.tsx";
import { stepsChart } from "../measure/steps-chart.tsx";
import { badgeOf } from "../share/badge.ts";
import { cardPicture } from "../share/card.tsx";
import { cardPage } from "../share/card-page.ts";
import { badgeUrl, cardUrl } from "../share/share-section.tsx";
import { hasYears, isGraded, type View } from "../view/place-view.ts";
import { type NearParts, nearChart } from "./nearby.tsx";

interface PlacesAt<Own extends Places, Place> {
  readonly placeAt: (at: AddressOf<Own>) => Place | undefined;
  readonly viewOf: (place: Place, at: AddressOf<Own>) => View;
  /** Its score among others; undefined without a grade. */
  readonly scores: (place: Place, at: AddressOf<Own>) => Chart | undefined;
  /** By month, after the data year; undefined where no months are known. */
  readonly months?: (place: Place, at: AddressOf<Own>) => Chart | undefined;
  /** Only where places have neighbors, and counts that were expected: not of counties. */
  readonly near?: (place: Place, at: AddressOf<Own>) => NearParts | null | Promise<NearParts | null>;
}

/** The files of the charts on a place's page, its badge, and its card. */
export function placeCharts<Own extends Places, Place>(
  page: MakePage<Own>,
  path: string,
  { placeAt, viewOf, scores, months, near }: PlacesAt<Own, Place>,
): readonly Page[] {
  const chart = (
    name: string,
    draw: (place: Place, at: AddressOf<Own>) => Chart | undefined | Promise<Chart | undefined>,
  ) =>
    chartPages(page, {
      path: `${path}/${name}`,
      query: NO_QUERY,
      chart(at) {
        const place = placeAt(at);
        return place && draw(place, at);
      },
    });
  const viewChart = (name: string, draw: (place: View) => Chart | undefined) =>
    chart(name, (place, at) => draw(viewOf(place, at)));
  const gradedAt = (at: AddressOf<Own>) => {
    const place = placeAt(at);
    const own = place && viewOf(place, at);
    return own && isGraded(own) ? { own, scores: scores(place, at) } : undefined;
  };
  const ofCities = near && [
    ...viewChart("expected", (place) => (isGraded(place) ? undefined : expectedChart(place))),
    ...chart("nearby", async (place, at) => {
      const parts = await near(place, at);
      return parts ? nearChart(parts) : undefined;
    }),
  ];
  return [
    ...chart("scores", scores),
    ...viewChart("years", (place) => (hasYears(place) ? historyChart(place) : undefined)),
    ...viewChart("steps", (place) => (isGraded(place) ? stepsChart(place) : undefined)),
    ...(months ? chart("months", months) : []),
    ...(ofCities ?? []),
    page({
      path: badgeUrl(path),
      type: "svg",
      cache: "embedded",
      query: NO_QUERY,
      load: (at) => found(gradedAt(at)?.own),
      render: (place) => badgeOf(place).svg,
    }),
    cardPage(page, cardUrl(path), (at) => {
      const graded = gradedAt(at);
      return graded?.scores && cardPicture(graded.own, graded.scores);
    }),
  ];
}
