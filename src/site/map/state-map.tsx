/** @jsxImportSource hono/jsx */

import shapes from "../../../data/us-states.json" with { type: "json" };
import type { NationStates } from "../../domain/nation-record.ts";
import { trendSourceOf } from "../../editions/edition.ts";
import type { StateCode } from "../../editions/us-states.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";
import type { Chart } from "../charts/chart.tsx";
import { csvFile } from "../ui/columns.ts";
import { percent } from "../ui/number.ts";
import { URLS } from "../ui/urls.ts";
import { stateUrl } from "../view/addresses.ts";
import { FEW_COVERED, shareOf } from "../view/nation-views.ts";
import { STATE_CODES } from "./dot-map.tsx";

type State = NationStates["states"][number];

/** The lowest share of each color, in percent: from light gray to ink. */
const SHARE_STEPS = [0, 30, 45, 60, 75] as const;

/** Units of the drawing; two are a pixel on a desktop. */
const MAP = { left: 112, top: -140, width: 1_588, height: 1_126 } as const;
const LEGEND = { width: 250, height: 26, text: 58 } as const;
const LINE = 26;

/** Where a label ends that does not fit into its state. */
const BESIDE: Partial<Record<StateCode, readonly [x: number, y: number]>> = {
  VT: [1478, 158],
  NH: [1522, 118],
  MA: [1694, 250],
  RI: [1694, 284],
  CT: [1694, 318],
  NJ: [1694, 352],
  DE: [1694, 386],
  MD: [1694, 420],
  DC: [1694, 454],
  HI: [590, 972],
};

/** The states by the share of their residents who live in a place with a grade. */
export function stateMapChart({ edition, states: { states, data_year: year } }: NationPlaces): Chart {
  const few = states.filter((state) => shareOf(state) < FEW_COVERED).length;
  const title = `In ${few} states, fewer than 3 of 10 residents live in a graded place`;
  return {
    id: "states",
    path: `${URLS.nationCoverage}/map`,
    page: URLS.nationCoverage,
    title,
    units: `Share of residents in graded places, percent, ${year}. Not a score.`,
    notes: "The map shows whole states, not places.",
    source: `${trendSourceOf(edition)}. Boundaries: U.S. Census Bureau`,
    panels: [
      {
        label: `${title}. Each state is a link.`,
        size: [MAP.width / 2, MAP.height / 2],
        viewBox: `${MAP.left} ${MAP.top} ${MAP.width} ${MAP.height}`,
        hasLinks: true,
        draw: () => <States states={states} />,
      },
    ],
    table: null,
    csv: () =>
      csvFile<State>(
        (["state", "name", "population", "residents_covered", "share_covered", "places", "absent"] as const).map(
          (key) => ({ key, value: (state) => state[key] }),
        ),
        states,
      ),
  };
}

function stepOf(share: number): number {
  return SHARE_STEPS.findLastIndex((from) => Math.round(100 * share) >= from) + 1;
}

function States({ states }: Pick<NationStates, "states">) {
  const byCode = new Map(states.map((state) => [state.state, state]));
  return (
    <>
      <Legend />
      {shapes.map(({ fips, path, label }) => {
        const state = byCode.get(STATE_CODES.get(fips) ?? "AL");
        return state ? <StateArea state={state} path={path} label={label} /> : null;
      })}
    </>
  );
}

interface StateAreaProps {
  readonly state: State;
  readonly path: string;
  /** The middle of its name, and in how many lines it fits. */
  readonly label: readonly number[];
}

function StateArea({ state, path, label: [x = 0, y = 0, lines = 0] }: StateAreaProps) {
  const { state: code, name, places, absent } = state;
  const share = shareOf(state);
  const figure = percent(share);
  const words = [code, String(Math.round(100 * share))];
  const beside = BESIDE[code];
  return (
    <>
      <a
        href={stateUrl(code)}
        class={`step-${stepOf(share)}`}
        data-name={name}
        data-figure={`${figure} of residents`}
        data-range={`${places} graded places, ${absent} without a grade`}
      >
        <title>{`${name}: ${figure} of residents live in a graded place; ${words.join(" ")}`}</title>
        <path d={path} />
        {lines === 0 ? null : (
          <text class="named" x={x} y={y}>
            {lines === 1
              ? words.join(" ")
              : words.map((word, row) => (
                  <tspan x={x} y={y + (row - 0.5) * LINE}>
                    {word}{" "}
                  </tspan>
                ))}
          </text>
        )}
      </a>
      {lines > 0 || !beside ? null : (
        <g class="beside">
          <path d={leaderOf([x, y], beside, words.join(" ").length)} />
          <text x={beside[0]} y={beside[1]}>
            {words.join(" ")}
          </text>
        </g>
      )}
    </>
  );
}

/** To the start of a label on the right, or to its end above or below. */
function leaderOf([x, y]: readonly [number, number], [endX, endY]: readonly [number, number], letters: number): string {
  return endX > x + 100
    ? `M${x} ${y}L${endX - 17 * letters} ${endY}`
    : `M${x} ${y}L${endX} ${endY + 16 * Math.sign(y - endY)}`;
}

/** The shares of each color in one row. */
function Legend() {
  return (
    <>
      {SHARE_STEPS.map((from, index) => {
        const next = SHARE_STEPS[index + 1];
        const text = next === undefined ? `${from}+` : from === 0 ? `<${next}` : `${from}–${next - 1}`;
        return (
          <g
            class={`legend in-row step-${index + 1}`}
            transform={`translate(${MAP.left + index * LEGEND.width} ${MAP.top + 4})`}
          >
            <rect class="swatch" width={LEGEND.width} height={LEGEND.height} />
            <text y={LEGEND.text}>{text}</text>
          </g>
        );
      })}
    </>
  );
}
