/** @jsxImportSource hono/jsx */

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly shown: string;
  /** Gray, for what is beside the subject. */
  readonly isPale?: boolean;
}

interface BarListProps {
  readonly bars: readonly Bar[];
  /** The length of a bar that fills the line; by default the highest value. */
  readonly most?: number;
  /** A line across all bars with its name below. */
  readonly reference?: { readonly name: string; readonly value: number };
}

/** The share of the line that the longest bar takes: the style sheet leaves room for its number. */
const FULL = 100;

/** Bars in lines, each with its name before it and its number after it. */
export function BarList({ bars, most, reference }: BarListProps) {
  const highest = most ?? Math.max(...bars.map(({ value }) => value), reference?.value ?? 0, 1);
  const length = (value: number) => `${Math.round((1_000 * FULL * Math.max(0, value)) / highest) / 1_000}%`;
  return (
    <dl class="bars">
      {bars.map(({ name, value, shown, isPale }) => (
        <>
          <dt>{name}</dt>
          <dd>
            <svg class="bar-line" aria-hidden="true">
              <rect class={isPale ? "pale" : "ink"} width={length(value)} height="14" y="3" rx="1" />
              {reference ? (
                <line class="break" x1={length(reference.value)} x2={length(reference.value)} y1="0" y2="100%" />
              ) : null}
              <text class="bar-value" x={length(value)} dx="8" y="15">
                {shown}
              </text>
            </svg>
            <span class="visually-hidden">{shown}</span>
          </dd>
        </>
      ))}
      {reference ? (
        <>
          <dt>
            <span class="visually-hidden">{reference.name}</span>
          </dt>
          <dd>
            <svg class="bar-line" aria-hidden="true">
              <text
                class="reference-name"
                x={length(reference.value)}
                y="13"
                text-anchor={reference.value > highest / 2 ? "end" : "start"}
              >
                {reference.name}
              </text>
            </svg>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
