/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { type Canvas, Drawing } from "./drawing.tsx";
import { ScrollBox } from "./scroll-box.tsx";

interface FigureProps {
  /** Unique on the page; the ids of the drawing's parts start with it. */
  readonly id: string;
  /** The finding, as a sentence. */
  readonly title: string;
  /** What the chart shows, in which unit, and for which years. */
  readonly units: string;
  readonly source: string;
  /** The kind of chart, for screen readers. */
  readonly description: string;
  /** In pixels as displayed. */
  readonly height: number;
  readonly draw: (canvas: Canvas) => Child;
  /** The name of each series with the class of its color. */
  readonly legend?: readonly { readonly name: string; readonly class: string }[];
  /** The numbers in the chart. */
  readonly table: Child;
}

/** A chart: its finding as the title, units, the drawing, the source, and the numbers in a collapsed table. */
export function Figure({
  id,
  title,
  units,
  source,
  table,
  legend,
  children,
  ...chart
}: PropsWithChildren<FigureProps>) {
  return (
    <figure id={id}>
      <figcaption>
        <strong>{title}</strong>
        <br />
        <span class="small muted">{units}</span>
      </figcaption>
      {legend ? (
        <ul class="legend">
          {legend.map((series) => (
            <li>
              <span class={series.class} />
              {series.name}
            </li>
          ))}
        </ul>
      ) : null}
      <Drawing
        {...chart}
        id={`${id}-drawing`}
        title={title}
        description={`${chart.description} The same numbers are in the table below.`}
      />
      {children}
      <p class="small muted">Source: {source}</p>
      <details>
        <summary>The numbers as a table</summary>
        <ScrollBox label={`Numbers: ${title}`}>{table}</ScrollBox>
      </details>
    </figure>
  );
}
