/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { ScrollBox } from "../scroll-box.tsx";

interface FigureProps {
  /** Of the page's own: the names of the picture's parts are made of it. */
  readonly id: string;
  /** The finding, as a sentence. */
  readonly title: string;
  /** What is drawn, in which unit and of which years. */
  readonly units: string;
  readonly source: string;
  /** The numbers that are drawn. */
  readonly table: Child;
}

/** A picture: finding on top, units, the drawing in its own scroll box, its source, and its numbers behind a disclosure. */
export function Figure({ id, title, units, source, table, children }: PropsWithChildren<FigureProps>) {
  return (
    <figure id={id}>
      <figcaption>
        <strong>{title}</strong>
        <br />
        <span class="small muted">{units}</span>
      </figcaption>
      <ScrollBox label={`Picture: ${title}`}>{children}</ScrollBox>
      <p class="small muted">Source: {source}</p>
      <details>
        <summary>The numbers as a table</summary>
        <ScrollBox label={`Numbers: ${title}`}>{table}</ScrollBox>
      </details>
    </figure>
  );
}

interface DrawingProps {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  /** Small enough for a phone: shrinks instead of being scrolled. */
  readonly fits?: boolean;
}

/** An SVG that is one picture to those who cannot see it. */
export function Drawing({ id, title, description, width, height, fits, children }: PropsWithChildren<DrawingProps>) {
  return (
    <svg
      class={fits ? "chart fit" : "chart"}
      role="img"
      viewBox={`0 0 ${width} ${height}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      {children}
    </svg>
  );
}
