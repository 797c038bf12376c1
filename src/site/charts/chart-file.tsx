/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Picture } from "../http/services.ts";
import { Shapes } from "../ui/icons.tsx";
import { FILE_STYLE } from "../ui/style.ts";
import type { Chart } from "./chart.tsx";
import type { Panel } from "./drawing.tsx";
import { linesOf, textWidth } from "./labels.ts";

const MARGIN = 40;
const GUTTER = 24;
const WIDTH = 1_200;
/** Sizes of the text around the pictures, in pixels. */
const TEXT = { title: 26, units: 15, panel: 17, figure: 34, source: 13 } as const;

/** The chart with its title, units, pictures, source, and address. Light, or dark if the reader's browser asks for it. */
export function chartFile(chart: Chart, baseUrl: string): Picture {
  const { title, units, notes, source, page, query = "", panels } = chart;
  const rows = rowsOf(panels);
  const width = 2 * MARGIN + Math.max(760, ...rows.map((row) => widthOf(row)));
  const inner = width - 2 * MARGIN;
  const lines: WordsProps[] = [];
  const add = (text: string, size: number, style?: string) => {
    for (const line of linesIn(text, size, inner)) {
      const y = (lines.at(-1)?.y ?? MARGIN - 8) + size * 1.35 + (lines.at(-1)?.size === size ? 0 : 3);
      lines.push({ text: line, size, class: style, x: MARGIN, y });
    }
  };
  add(title, TEXT.title, "end-place end-name");
  add(units, TEXT.units);
  let top = (lines.at(-1)?.y ?? 0) + 20;
  const placed = rows.flatMap((row) => {
    const own = row.map((panel, index) => ({
      panel,
      x: MARGIN + widthOf(row.slice(0, index)) + (index && GUTTER),
      y: top,
    }));
    top += Math.max(...row.map((panel) => headOf(panel) + panel.size[1])) + GUTTER;
    return own;
  });
  const under = [...(notes === undefined ? [] : [notes]), `Source: ${source}`];
  const foot: WordsProps[] = under
    .flatMap((text) => linesIn(text, TEXT.source, inner))
    .map((text, index) => ({
      text,
      size: TEXT.source,
      x: MARGIN,
      y: top + 8 + index * 18,
    }));
  const below = (foot.at(-1)?.y ?? top) + 20;
  const height = Math.ceil(below + MARGIN - 16);
  const address = `Safety Statistics, ${baseUrl.replace(/^https?:\/\//, "")}${page}${query}`;
  const picture = pictureOf(
    width,
    height,
    `${title}. ${units}`,
    <>
      {[...lines, ...foot].map((line) => (
        <Words {...line} />
      ))}
      {placed.map(({ panel, x, y }) => (
        <PlacedPanel panel={panel} x={x} y={y} />
      ))}
      <Words text={address} size={TEXT.source} x={MARGIN} y={below} />
    </>,
  );
  return { ...picture, scale: 2 };
}

/** An SVG file with the marks' style and the hatching of maps. */
export function pictureOf(width: number, height: number, label: string, content: unknown): Picture {
  const svg = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <style>{raw(FILE_STYLE)}</style>
      <Shapes />
      <rect class="paper" width={width} height={height} />
      {content}
    </svg>
  );
  return { svg: String(svg), width, height };
}

interface WordsProps {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly class?: string | undefined;
  readonly anchor?: "middle" | "end";
  readonly text: string;
}

export function Words({ size, y, anchor, text, ...rest }: WordsProps) {
  return (
    <text {...rest} y={Math.round(y)} text-anchor={anchor} style={`font-size:${Math.round(size)}px`}>
      {text}
    </text>
  );
}

function PlacedPanel({ panel, x, y }: { readonly panel: Panel; readonly x: number; readonly y: number }) {
  const { title, units, figure, size, viewBox, draw } = panel;
  const [width, height] = size;
  const head = headOf(panel);
  return (
    <>
      {title ? <Words text={title} size={TEXT.panel} class="end-place end-name" x={x} y={y + 14} /> : null}
      {units ? <Words text={units} size={14} x={x} y={y + 34} /> : null}
      {figure ? (
        <>
          <Words text={figure[0]} size={TEXT.figure} class="end-place end-name" x={x} y={y + head - 14} />
          <Words text={figure[1]} size={TEXT.units} x={x + figureWidth(figure[0]) + 8} y={y + head - 14} />
        </>
      ) : null}
      <svg
        aria-hidden="true"
        class={viewBox ? "map" : undefined}
        x={x}
        y={y + head}
        width={width}
        height={height}
        viewBox={viewBox ?? `0 0 ${width} ${height}`}
        overflow="visible"
      >
        {draw(width)}
      </svg>
    </>
  );
}

function figureWidth(value: string): number {
  return (textWidth(value, "bold") * TEXT.figure) / 14;
}

function headOf({ title, units, figure }: Panel): number {
  return (title ? 26 : 0) + (units ? 18 : 0) + (figure ? 46 : 0);
}

/** As many of a group side by side as fit. */
function rowsOf(panels: readonly Panel[]): readonly (readonly Panel[])[] {
  const rows: Panel[][] = [];
  for (const panel of panels) {
    const row = rows.at(-1);
    if (row && row[0]?.group === panel.group && widthOf([...row, panel]) <= WIDTH) row.push(panel);
    else rows.push([panel]);
  }
  return rows;
}

function widthOf(row: readonly Panel[]): number {
  return row.reduce((sum, { size }) => sum + size[0], 0) + Math.max(0, row.length - 1) * GUTTER;
}

/** A text of a size in lines that fit into a width. */
export function linesIn(text: string, size: number, width: number): readonly string[] {
  return linesOf(text, Math.floor((text.length * width * 14) / (textWidth(text) * size)));
}
