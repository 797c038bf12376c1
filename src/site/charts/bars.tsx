/** @jsxImportSource hono/jsx */
import { scaleLinear } from "d3-scale";
import { type Panel, rounded } from "./drawing.tsx";
import { textWidth } from "./labels.ts";

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly shown: string;
  /** Gray, for what is beside the subject. */
  readonly isPale?: boolean;
}

interface BarParts extends Pick<Panel, "title" | "units" | "figure"> {
  readonly bars: readonly Bar[];
  /** Of the drawing, in pixels; wider if long names leave the bars no room. */
  readonly width?: number;
  /** What the longest line stands for; by default the highest value. */
  readonly most?: number;
  /** A line across all bars with its name below. */
  readonly reference?: { readonly name: string; readonly value: number };
}

/** A line of text, and the height of a bar with the room around it. */
const LINE = 24;
const BAR = 15;
const LEAST_BAR = 50;
/** If names would take more of the width than this, each stands above its bar. */
const MOST_FOR_NAMES = 0.5;

/** Bars in lines, each with its name before it and its number after it. */
export function barPanel({ bars, reference, most: scale, width: wanted = 360, ...head }: BarParts): Panel {
  const names = Math.max(...bars.map(({ name }) => textWidth(name, "bold"))) + 16;
  const isAbove = names > MOST_FOR_NAMES * wanted;
  const [left, rowHeight, barTop] = isAbove ? [0, LINE + 20, LINE - 2] : [names, LINE, 4];
  const numbers = Math.max(...bars.map(({ shown }) => textWidth(shown, "bold"))) + 16;
  const width = Math.max(wanted, left + LEAST_BAR + numbers);
  const right = width - numbers;
  const most = scale ?? (Math.max(...bars.map(({ value }) => value), reference?.value ?? 0) || 1);
  const x = scaleLinear([0, most], [left, right]);
  const bottom = bars.length * rowHeight;
  const at = rounded(x(reference?.value ?? 0));
  // The line spares the numbers.
  const freeRows = [...bars.keys()].filter((row) => {
    const { value = 0, shown = "" } = bars[row] ?? {};
    return at < x(value) + 4 || at > x(value) + 12 + textWidth(shown, "bold");
  });
  return {
    ...head,
    label: `${head.title}: ${bars.map(({ name, shown }) => `${name} ${shown}`).join(", ")}`,
    size: [width, bottom + (reference ? LINE : 0)],
    draw: () => (
      <>
        {bars.map(({ name, value, isPale }, row) => (
          <>
            <text class="end-place" x={0} y={row * rowHeight + 16}>
              {name}
            </text>
            <rect
              class={isPale ? "pale" : "ink"}
              x={left}
              y={row * rowHeight + barTop}
              width={rounded(x(Math.max(0, value)) - left)}
              height={BAR}
              rx={1}
            />
          </>
        ))}
        {reference ? (
          <>
            <path class="break" d={freeRows.map((row) => `M${at} ${row * rowHeight + barTop - 4}v${LINE}`).join("")} />
            <text
              class="reference-name"
              x={at}
              y={bottom + 16}
              text-anchor={reference.value > most / 2 ? "end" : "start"}
            >
              {reference.name}
            </text>
          </>
        ) : null}
        {bars.map(({ value, shown }, row) => (
          <text class="bar-value" x={rounded(x(value) + 8)} y={row * rowHeight + barTop + 12}>
            {shown}
          </text>
        ))}
      </>
    ),
  };
}
