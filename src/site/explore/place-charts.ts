import type { Chart } from "../charts/chart.tsx";
import { chartPages } from "../charts/chart-pages.tsx";
import { type Address, found, NO_QUERY, type Page, page } from "../http/page.ts";
import { absenceChart } from "./expected-chart.tsx";
import { historyChart } from "./history-chart.tsx";
import { type NearParts, nearChart } from "./nearby.tsx";
import { badgeOf } from "./share/badge.ts";
import { cardPicture } from "./share/card.tsx";
import { badgeUrl, cardUrl } from "./share/share-section.tsx";
import { hasYears, isGraded, type Shown } from "./shown-place.ts";
import { stepsChart } from "./steps-chart.tsx";

interface PlacesAt {
  readonly placeAt: (at: Address) => Shown | undefined;
  /** Its score among others; undefined without a record. */
  readonly scores: (at: Address) => Chart | undefined;
  /** Only where places have neighbors, and counts that were expected: not of counties. */
  readonly near?: (at: Address) => NearParts | null | Promise<NearParts | null>;
}

/** The files of the charts on a place's page, its badge, and its card. */
export function placeCharts(path: string, { placeAt, scores, near }: PlacesAt): readonly Page[] {
  const chart = (name: string, draw: (place: Shown, at: Address) => Chart | undefined | Promise<Chart | undefined>) =>
    chartPages({
      path: `${path}/${name}`,
      query: NO_QUERY,
      chart(at) {
        const place = placeAt(at);
        return place && draw(place, at);
      },
    });
  const gradedAt = (at: Address) => {
    const place = placeAt(at);
    return place && isGraded(place) ? place : undefined;
  };
  const ofCities = near && [
    ...chart("expected", (place) => (isGraded(place) ? undefined : absenceChart(place))),
    ...chart("nearby", async (_, at) => {
      const parts = await near(at);
      return parts ? nearChart(parts) : undefined;
    }),
  ];
  return [
    ...chart("scores", (_, at) => scores(at)),
    ...chart("years", (place) => (hasYears(place) ? historyChart(place) : undefined)),
    ...chart("steps", (place) => (isGraded(place) ? stepsChart(place) : undefined)),
    ...(ofCities ?? []),
    page({
      path: badgeUrl(path),
      type: "svg",
      cache: "embedded",
      query: NO_QUERY,
      load: (at) => found(gradedAt(at)),
      render: (place) => badgeOf(place).svg,
    }),
    page({
      path: cardUrl(path),
      type: "png",
      cache: "embedded",
      query: NO_QUERY,
      async load(at) {
        const [place, chart] = [gradedAt(at), scores(at)];
        return place && chart ? { data: await at.services.draw(cardPicture(place, chart)) } : null;
      },
      render: (png) => png,
    }),
  ];
}
