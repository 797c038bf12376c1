/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { ScrollBox } from "../scroll-box.tsx";

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
}

/** A chart: its finding as the title, units, the pictures, and below them the source and the numbers. */
export function Figure({ id, title, units, source, table, children }: PropsWithChildren<FigureProps>) {
  return (
    <figure id={id} class="figure-box">
      <h2>{title}</h2>
      <p class="units">{units}</p>
      {children}
      <div class="chart-foot">
        <span>Source: {source}</span>
      </div>
      <details class="chart-table" id={`${id}-table`}>
        <summary>Table</summary>
        <ScrollBox label={`Numbers: ${title}`}>{table}</ScrollBox>
      </details>
    </figure>
  );
}
