/** @jsxImportSource hono/jsx */
import { ChartFigure, ChartFiles, Panels } from "../charts/chart.tsx";
import { scoreChart } from "../measure/score-chart.tsx";
import { ASSETS } from "../ui/assets.ts";
import { renderPage } from "../ui/layout.tsx";
import { LinkList } from "../ui/navigation.tsx";
import { Segments } from "../ui/segments.tsx";
import { URLS, urlIn } from "../ui/urls.ts";
import { browseUrl } from "../view/browse-query.ts";
import { FIGURE_COLUMNS, PlacesTable } from "../view/columns.tsx";
import { ReportLink } from "../view/report-link.tsx";
import { sortedRows } from "../view/sorting.ts";
import { stateEdition } from "../view/views.ts";
import { type ExploreData, KINDS, METRICS } from "./explore-data.ts";
import { coverageOf, exploreUrl, mapChart, titleOf } from "./map-chart.tsx";

const METRIC_NAMES = { score: "Score", violent: "Violent", property: "Property" } as const;
const KIND_NAMES = { counties: "Counties", cities: "Cities" } as const;

/** How many places stand beside the map; the others are in the table of their own. */
const MOST = 60;

/** `/explore`: the places of the state on a map and in a table, by score or rate, in any year. */
export function explorePage(data: ExploreData): string {
  const { snapshot, dataset, metric, kind, year, years } = data;
  const edition = stateEdition(snapshot);
  const { words } = edition;
  const browse = urlIn(snapshot.edition, URLS.browse);
  const title = titleOf(data);
  const chart = mapChart(data);
  const name = KIND_NAMES[kind];
  const columns = FIGURE_COLUMNS[kind].filter(({ key }) => key !== "next" || year === snapshot.dataYear);
  const sorted = sortedRows(data.rows, columns, data.query, { first: metric, url: exploreUrl(data, {}) });
  return renderPage(
    {
      title,
      description: `Map and table of ${words.possessive} ${kind} by ${metric === "score" ? "safety grade" : `reported ${metric} offenses`}, ${year}.`,
      path: edition.home,
      edition,
    },
    <>
      <div class="page-head">
        <h1>{title}</h1>
        <div class="actions">
          <Segments
            label="Measure"
            choices={METRICS.map((one) => ({
              ...{ href: exploreUrl(data, { metric: one }), text: METRIC_NAMES[one], isCurrent: one === metric },
            }))}
          />
          <Segments
            label="Places"
            choices={KINDS.map((one) => ({
              ...{ href: exploreUrl(data, { kind: one }), text: KIND_NAMES[one], isCurrent: one === kind },
            }))}
          />
          <Segments
            label="View"
            choices={[
              { href: exploreUrl(data, {}), text: "Map", isCurrent: true },
              { href: browseUrl(browse, { kind }), text: "Table", isCurrent: false },
            ]}
          />
        </div>
      </div>
      <p class="units">{coverageOf(data)}</p>
      <nav aria-label="Year">
        <ul class="years">
          {years.map((one) => (
            <li>
              <a href={exploreUrl(data, { year: one })} aria-current={one === year ? "true" : undefined}>
                {one}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="map-and-table">
        <div class="sticky-map">
          <a class="skip" href="#places">
            Skip the map
          </a>
          <Panels chart={chart} />
          <div class="chart-foot">
            <p>Source: {chart.source}</p>
            <ChartFiles chart={chart} dataset={dataset} />
            <ReportLink />
          </div>
        </div>
        <PlacesTable
          label={`${name} in a table`}
          id="places"
          caption={`${name} of ${words.name}, ${year}`}
          columns={columns}
          {...sorted}
          rows={sorted.rows.slice(0, MOST)}
        />
      </div>
      {year === snapshot.dataYear ? <ChartFigure chart={scoreChart(snapshot)} dataset={dataset} /> : null}
      <h2>More</h2>
      <LinkList
        links={[
          { href: browseUrl(browse, { kind }), text: `All ${kind} in a table, by size, grade, and change` },
          { href: edition.compare, text: "Compare two to five places" },
          { href: browseUrl(browse, { kind, sort: "change" }), text: "What changed since last year" },
          { href: edition.coverage, text: "Which places have no grade, and why" },
          { href: URLS.methodology, text: "How a grade is made" },
        ]}
      />
      <script src={ASSETS.map.url} defer />
    </>,
  );
}
