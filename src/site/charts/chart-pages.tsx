/** @jsxImportSource hono/jsx */
import type { z } from "zod";
import type { Places } from "../../lookup/served.ts";
import type { AddressOf, MakePage, Page } from "../http/page.ts";
import { ASSETS } from "../ui/assets.ts";
import { renderFramed } from "../ui/layout.tsx";
import { type Chart, Figure, Panels } from "./chart.tsx";
import { chartFile } from "./chart-file.tsx";

interface ChartSource<Own extends Places, Query> {
  readonly path: string;
  readonly query: z.ZodType<Query, unknown>;
  /** undefined if there is no such chart. */
  readonly chart: (at: AddressOf<Own>, query: Query) => Chart | undefined | Promise<Chart | undefined>;
}

/** A chart as a page for other sites, as pictures, and its numbers as files. */
export function chartPages<Own extends Places, Query>(
  page: MakePage<Own>,
  { path, query, chart: chartOf }: ChartSource<Own, Query>,
): readonly Page[] {
  const load = async (at: AddressOf<Own>, asked: Query) => {
    const data = await chartOf(at, asked);
    return data === undefined ? null : { data };
  };
  const shared = { query, load, cache: "embedded", sitemap: () => [] } as const;
  return [
    page({
      ...shared,
      path: `${path}/embed`,
      render: (chart, { services }) => embedPage(chart, services.baseUrl),
    }),
    page({
      ...shared,
      path: `${path}.svg`,
      type: "svg",
      render: (chart, { services }) => chartFile(chart, services.baseUrl).svg,
    }),
    page({
      ...shared,
      path: `${path}.png`,
      type: "png",
      async load(at, asked) {
        const chart = await chartOf(at, asked);
        return chart === undefined ? null : { data: await at.services.draw(chartFile(chart, at.services.baseUrl)) };
      },
      render: (png) => png,
    }),
    page({ query, load, path: `${path}.csv`, type: "csv", render: (chart) => chart.csv() }),
  ];
}

/** A chart alone, for a frame of another site: with its title, source, years, and a link to the page that shows it. */
function embedPage(chart: Chart, baseUrl: string): string {
  const { title, units, page: path, query = "" } = chart;
  const url = baseUrl + path + query;
  return renderFramed(
    { title, description: units, path, canonical: url },
    <>
      <Figure
        {...chart}
        files={
          <a href={url} target="_top">
            Safety Statistics
          </a>
        }
      >
        <Panels chart={chart} />
      </Figure>
      <script type="module" src={ASSETS.charts.url} />
    </>,
  );
}
