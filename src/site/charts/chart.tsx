/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import type { Dataset } from "../http/page.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { ScrollBox } from "../ui/scroll-box.tsx";
import { URLS } from "../ui/urls.ts";
import { Drawing, type Panel } from "./drawing.tsx";

/** A chart as data: the page, its files, and the page for other sites show the same. */
export interface Chart {
  /** Unique on its page. */
  readonly id: string;
  /** The path of its files without their ending, and of the page to embed without `/embed`. */
  readonly path: string;
  /** What its URLs have after the path: empty, or a query with its `?`. */
  readonly query?: string;
  readonly page: string;
  /** The finding, as a sentence. */
  readonly title: string;
  /** What it shows, in which unit, and for which years. */
  readonly units: string;
  /** Above the pictures on a page; files have one of their own. */
  readonly legend?: Child;
  /** What a reader must know to read it, in sentences. */
  readonly notes?: string;
  /** With the years of the figures. */
  readonly source: string;
  readonly panels: readonly Panel[];
  /** null if it stands beside the chart. */
  readonly table: Child | null;
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

/** The width of a picture of which four fit side by side. */
export const QUARTER = 282;

/** The pictures of a chart: wide ones one below the other, the others side by side. */
export function Panels({ chart: { panels } }: { readonly chart: Chart }) {
  const wide = panels.filter(({ title, smaller, onPhone, viewBox }) => !title && (smaller ?? onPhone ?? viewBox));
  const others = panels.filter((panel) => !wide.includes(panel));
  return (
    <>
      {wide.map((panel) => (
        <Drawing {...panel} />
      ))}
      {[...Map.groupBy(others, ({ group }) => group)].map(([heading, group]) => (
        <>
          {heading ? <h3 class="group">{heading}</h3> : null}
          <div class={group.every(({ size }) => size[0] <= QUARTER) ? "pictures quarters" : "pictures"} data-readout>
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

interface FigureProps extends Pick<Chart, "id" | "title" | "units" | "legend" | "notes" | "source" | "table"> {
  readonly files?: Child;
  readonly after?: Child;
}

/** A chart's finding as the title, units, the pictures, and below them the source and the numbers. */
export function Figure({
  id,
  title,
  units,
  legend,
  notes,
  source,
  table,
  files,
  after,
  children,
}: PropsWithChildren<FigureProps>) {
  return (
    <figure id={id} class="figure-box">
      <h2>{title}</h2>
      <p class="units">{units}</p>
      {legend}
      {children}
      {notes === undefined ? null : <p class="small muted">{notes}</p>}
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
  return (
    <>
      <FileLinks chart={chart} />
      <details>
        <summary>
          Embed and cite<span class="visually-hidden">: {chart.title}</span>
        </summary>
        <EmbedAndCite chart={chart} dataset={dataset} />
      </details>
    </>
  );
}

export function FileLinks({ chart, class: name }: { readonly chart: Chart; readonly class?: string }) {
  return (
    <>
      {["png", "svg", "csv"].map((type) => (
        <a href={chartUrl(chart, `.${type}`)} class={name}>
          {type.toUpperCase()}
        </a>
      ))}
    </>
  );
}

export function EmbedAndCite({ chart, dataset }: ChartProps) {
  const { id, title, source, page, query = "" } = chart;
  const { baseUrl, version, lastUpdated } = dataset;
  const frame = (
    <iframe
      src={baseUrl + chartUrl(chart, "/embed")}
      title={title}
      width="100%"
      height={frameHeight(chart)}
      style="border:0"
      loading="lazy"
    />
  );
  return (
    <>
      <div class="screen">
        <CodeBlock
          id={`${id}-embed`}
          label={`HTML to embed: ${title}`}
          text={`${frame}\n<script src="${baseUrl}${URLS.embedScript}" async></script>`}
          wraps
        />
        <p class="small muted">The script adjusts the frame's height to its width. Without it, the height is fixed.</p>
      </div>
      <CodeBlock
        id={`${id}-citation`}
        label={`Citation: ${title}`}
        text={citationOf({ title, source, version, lastUpdated, url: baseUrl + page + query })}
        wraps
      />
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

/** Links, margins, and gaps around the pictures, in pixels. */
const AROUND = 110;

/** Enough on a phone, where the words around the pictures take most lines, for sites that allow no scripts. */
function frameHeight({ panels, title, units, notes = "", source }: Chart): number {
  const lines = (text: string, characters: number, height: number) => Math.ceil(text.length / characters) * height;
  const words = lines(title, 28, 27) + lines(units, 44, 23) + lines(notes, 50, 20) + lines(source, 50, 20);
  return panels.reduce(
    (sum, { size, smaller = [], title: own, figure }) =>
      sum + Math.ceil((smaller.at(-1) ?? size)[1]) + (own ? 60 : 0) + (figure ? 50 : 0),
    AROUND + words,
  );
}
