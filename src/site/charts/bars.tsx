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

const ROW = 24;
const LEAST_BAR = 50;

/** Bars in lines, each with its name before it and its number after it. */
export function barPanel({ bars, reference, most: scale, width: wanted = 360, ...head }: BarParts): Panel {
  const left = Math.max(...bars.map(({ name }) => textWidth(name, "bold"))) + 16;
  const numbers = Math.max(...bars.map(({ shown }) => textWidth(shown, "bold"))) + 10;
  const width = Math.max(wanted, left + LEAST_BAR + numbers);
  const right = width - numbers;
  const most = scale ?? (Math.max(...bars.map(({ value }) => value), reference?.value ?? 0) || 1);
  const x = scaleLinear([0, most], [left, right]);
  const bottom = bars.length * ROW;
  const at = rounded(x(reference?.value ?? 0));
  // The line spares the numbers.
  const freeRows = [...bars.keys()].filter((row) => {
    const { value = 0, shown = "" } = bars[row] ?? {};
    return at < x(value) + 4 || at > x(value) + 12 + textWidth(shown, "bold");
  });
  return {
    ...head,
    label: `${head.title}: ${bars.map(({ name, shown }) => `${name} ${shown}`).join(", ")}`,
    size: [width, bottom + (reference ? ROW : 0)],
    draw: () => (
      <>
        {bars.map(({ name, value, isPale }, row) => (
          <>
            <text class="end-place" x={0} y={row * ROW + 16}>
              {name}
            </text>
            <rect
              class={isPale ? "pale" : "ink"}
              x={left}
              y={row * ROW + 4}
              width={rounded(x(Math.max(0, value)) - left)}
              height={15}
              rx={1}
            />
          </>
        ))}
        {reference ? (
          <>
            <path class="break" d={freeRows.map((row) => `M${at} ${row * ROW}v${ROW}`).join("")} />
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
          <text class="bar-value" x={rounded(x(value) + 8)} y={row * ROW + 16}>
            {shown}
          </text>
        ))}
      </>
    ),
  };
}
