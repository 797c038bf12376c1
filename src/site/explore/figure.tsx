/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { ScrollBox } from "../scroll-box.tsx";

interface FigureProps {
  /** Unique on the page; the ids of the drawing's parts start with it. */
  readonly id: string;
  /** The finding, as a sentence. */
  readonly title: string;
  /** What the chart shows, in which unit, and for which years. */
  readonly units: string;
  readonly source: string;
  /** The numbers in the chart. */
  readonly table: Child;
}

/** A chart: its finding as the title, units, the drawing, the source, and the numbers in a collapsed table. */
export function Figure({ id, title, units, source, table, children }: PropsWithChildren<FigureProps>) {
  return (
    <figure id={id}>
      <figcaption>
        <strong>{title}</strong>
        <br />
        <span class="small muted">{units}</span>
      </figcaption>
      {children}
      <p class="small muted">Source: {source}</p>
      <details>
        <summary>The numbers as a table</summary>
        <ScrollBox label={`Numbers: ${title}`}>{table}</ScrollBox>
      </details>
    </figure>
  );
}
