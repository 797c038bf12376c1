/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { ScrollBox } from "../scroll-box.tsx";

/** The addresses of a chart as files and as a page to embed. */
export interface ChartLinks {
  /** Without the ending: `.png`, `.svg`, and `.csv` follow. */
  readonly file: string;
  readonly embed: string;
}

interface FigureProps {
  /** Unique on the page. */
  readonly id: string;
  /** The finding, as a sentence. */
  readonly title: string;
  /** What the chart shows, in which unit, and for which years. */
  readonly units: string;
  readonly source: string;
  /** The numbers in the chart. */
  readonly table: Child;
  readonly links?: ChartLinks;
  /** Larger titles are for the sections of a page. */
  readonly level?: 2 | 3;
}

/** A chart: its finding as the title, units, the pictures, and below them the source, the downloads, and the numbers. */
export function Figure({
  id,
  title,
  units,
  source,
  table,
  links,
  level = 2,
  children,
}: PropsWithChildren<FigureProps>) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <figure id={id} class="figure-box">
      <Heading>{title}</Heading>
      <p class="units">{units}</p>
      {children}
      <div class="chart-foot">
        <span>Source: {source}</span>
        {links ? (
          <span class="chart-links">
            {(["png", "svg", "csv"] as const).map((format) => (
              <a href={`${links.file}.${format}`}>{format.toUpperCase()}</a>
            ))}
            <a href={links.embed}>Embed</a>
          </span>
        ) : null}
      </div>
      <details class="chart-table" id={`${id}-table`}>
        <summary>Table</summary>
        <ScrollBox label={`Numbers: ${title}`}>{table}</ScrollBox>
      </details>
    </figure>
  );
}
