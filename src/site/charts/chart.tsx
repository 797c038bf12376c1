/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import type { Dataset } from "../http/page.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { ScrollBox } from "../ui/scroll-box.tsx";
import { Drawing, type Panel } from "./drawing.tsx";

/** A chart as data: the page, its files, and the page for other sites show the same. */
export interface Chart {
  /** Unique on its page. */
  readonly id: string;
  /** The path of its files without their ending, and of the page to embed without `/embed`. */
  readonly path: string;
  /** What its URLs have after the path: empty, or a query with its `?`. */
  readonly query?: string;
  /** Path of the page that shows it. */
  readonly page: string;
  /** The finding, as a sentence. */
  readonly title: string;
  /** What it shows, in which unit, and for which years. */
  readonly units: string;
  /** With the years of the figures. */
  readonly source: string;
  readonly panels: readonly Panel[];
  /** null if it stands beside the chart. */
  readonly table: Child | null;
  /** The same numbers as a file. */
  readonly csv: () => string;
}

function chartUrl({ path, query = "" }: Chart, ending: string): string {
  return path + ending + query;
}

interface ChartProps {
  readonly chart: Chart;
  readonly dataset: Dataset;
}

/** A chart with its files, its numbers, the code to embed it, and its citation. */
export function ChartFigure({ chart, dataset, children }: PropsWithChildren<ChartProps>) {
  return (
    <Figure {...chart} files={<ChartFiles chart={chart} dataset={dataset} />} after={children}>
      <Panels chart={chart} />
    </Figure>
  );
}

/** The pictures of a chart: wide ones one below the other, the others side by side. */
export function Panels({ chart: { panels } }: { readonly chart: Chart }) {
  const wide = panels.filter(({ smaller, viewBox }) => smaller ?? viewBox);
  const others = panels.filter((panel) => !wide.includes(panel));
  return (
    <>
      {wide.map((panel) => (
        <Drawing {...panel} />
      ))}
      {[...Map.groupBy(others, ({ group }) => group)].map(([heading, group]) => (
        <>
          {heading ? <h3 class="group">{heading}</h3> : null}
          <div class="pictures" data-readout>
            {group.map((panel) => (
              <div class={panel.figure ? "ruled" : undefined}>
                {panel.title ? <h3>{panel.href ? <a href={panel.href}>{panel.title}</a> : panel.title}</h3> : null}
                {panel.units ? <p class="units">{panel.units}</p> : null}
                {panel.figure ? (
                  <p class="figure">
                    {panel.figure[0]} <small>{panel.figure[1]}</small>
                  </p>
                ) : null}
                <Drawing {...panel} />
              </div>
            ))}
          </div>
        </>
      ))}
    </>
  );
}

interface FigureProps extends Pick<Chart, "id" | "title" | "units" | "source" | "table"> {
  /** Links to files. */
  readonly files?: Child;
  readonly after?: Child;
}

/** A chart's finding as the title, units, the pictures, and below them the source and the numbers. */
export function Figure({ id, title, units, source, table, files, after, children }: PropsWithChildren<FigureProps>) {
  return (
    <figure id={id} class="figure-box">
      <h2>{title}</h2>
      <p class="units">{units}</p>
      {children}
      <div class="chart-foot">
        <p>Source: {source}</p>
        {files}
        {table === null ? null : (
          <details id={`${id}-table`}>
            <summary>Table</summary>
            <ScrollBox label={`Numbers: ${title}`}>{table}</ScrollBox>
          </details>
        )}
      </div>
      {after}
    </figure>
  );
}

/** The links to the files of a chart, the code to embed it, and its citation. */
export function ChartFiles({ chart, dataset }: ChartProps) {
  const { id, title, source, page, query = "" } = chart;
  const { baseUrl, version, lastUpdated } = dataset;
  return (
    <>
      <a href={chartUrl(chart, ".png")}>PNG</a>
      <a href={chartUrl(chart, ".svg")}>SVG</a>
      <a href={chartUrl(chart, ".csv")}>CSV</a>
      <details>
        <summary>Embed and cite</summary>
        <CodeBlock
          id={`${id}-embed`}
          label={`HTML to embed: ${title}`}
          text={String(
            <iframe
              src={baseUrl + chartUrl(chart, "/embed")}
              title={title}
              width="100%"
              height={heightOf(chart)}
              style="border:0"
              loading="lazy"
            />,
          )}
        />
        <CodeBlock
          id={`${id}-citation`}
          label={`Citation: ${title}`}
          text={citationOf({ title, source, version, lastUpdated, url: baseUrl + page + query })}
          wraps
        />
      </details>
    </>
  );
}

interface CitationParts extends Pick<Dataset, "version" | "lastUpdated"> {
  /** What is cited, and the sources of its figures. */
  readonly title: string;
  readonly source: string;
  /** Absolute URL of the page or files with the figures. */
  readonly url: string;
}

/** One line to quote figures with: what they are, their sources, the version of the dataset with its day, and the URL. */
export function citationOf({ title, source, version, lastUpdated, url }: CitationParts): string {
  const day = lastUpdated.slice(0, "YYYY-MM-DD".length);
  return `Safety Statistics, “${title}”. Data: ${source}. Dataset version ${version} of ${day}. ${url}`;
}

/** Title, units, and source around the pictures, in pixels; enough on a phone too. */
const AROUND = 220;

function heightOf({ panels }: Chart): number {
  return panels.reduce(
    (sum, { size, smaller = [], title, figure }) =>
      sum +
      Math.ceil(Math.max(...[size, ...smaller].map(([, height]) => height))) +
      (title ? 60 : 0) +
      (figure ? 50 : 0),
    AROUND,
  );
}
