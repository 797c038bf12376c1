/** @jsxImportSource hono/jsx */

import { Bands, Reference } from "../charts/distribution.tsx";
import { type Panel, rounded, SCORE_TICKS, XTicks } from "../charts/drawing.tsx";
import { linesOf } from "../charts/labels.ts";
import { gradeClass, gradedPlace, letterText, rangeText } from "../ui/grade.tsx";
import { COUNTS, number } from "../ui/number.ts";
import type { PlaceView } from "../view/place-view.ts";
import { listed, sharedRanges } from "./compare-verdict.ts";

/** The address of the comparison without a place. */
export type Without = (slug: string) => string;

/** The axis has names on its left and ranges on its right; where it is narrow they are above it. */
const WIDE = { row: 92, left: 320, right: 150, axis: 46 } as const;
const NARROW = { row: 130, left: 12, right: 12, axis: 106 } as const;
const HEAD = 72;
const BOX = 64;
/** For the words about the shaded part. */
const FOOT = 28;

/** So many characters fit into a line of a name on a phone, before the range. */
const PHONE_NAME = 22;

/** @param without on a page, where each row can be removed */
export function rangePanel(places: readonly PlaceView[], without?: Without): Panel {
  const height = (row: number) => HEAD + places.length * row + (sharedRanges(places).length > 0 ? FOOT : 0);
  return {
    label: `Scores of ${listed(places)} and the ranges of their next scores, from 0 to 100`,
    size: [1_200, height(WIDE.row)],
    smaller: [
      [700, height(NARROW.row)],
      [358, height(NARROW.row)],
    ],
    hasLinks: true,
    draw: (width) => <Ranges {...{ places, without, width }} isNarrow={width < 1_200} />,
  };
}

interface RangesProps {
  readonly places: readonly PlaceView[];
  readonly without: Without | undefined;
  readonly width: number;
  readonly isNarrow: boolean;
}

function Ranges({ places, without, width, isNarrow }: RangesProps) {
  const { row, left, right, axis: middle } = isNarrow ? NARROW : WIDE;
  const half = isNarrow ? 20 : row / 2;
  const axis = width - left - right;
  const shared = sharedRanges(places);
  const x = (score: number) => rounded(left + (axis * score) / 100);
  return (
    <>
      {places[0] ? <Reference yardstick={places[0].edition.words} x={x(50)} ground={22} /> : null}
      <Bands y={22} width={axis} left={left} />
      <XTicks ticks={SCORE_TICKS} x={x} y={61} />
      {shared.flatMap(({ places: group, low, high }) =>
        group.map((place) => (
          <rect
            class="gap"
            x={x(low)}
            width={rounded(x(high) - x(low))}
            y={HEAD + places.indexOf(place) * row + middle - half}
            height={2 * half}
          />
        )),
      )}
      {places.map((place, index) => (
        <PlaceRange {...{ place, without, width, x, isNarrow, half }} top={HEAD + index * row} />
      ))}
      {shared.length === 0 ? null : (
        <text class="end-place" x={left + axis} y={HEAD + places.length * row + 20} text-anchor="end">
          shaded: {sharedWords(shared)}
        </text>
      )}
    </>
  );
}

function sharedWords(shared: ReturnType<typeof sharedRanges>): string {
  const count = shared[0]?.places.length ?? 0;
  const which = shared.length > 1 ? "shared" : count === 2 ? "both" : `all ${COUNTS[count]}`;
  return `${which} ranges, ${shared.map((range) => rangeText(range, " to ")).join(" and ")}`;
}

interface PlaceRangeProps extends Pick<RangesProps, "without"> {
  readonly place: PlaceView;
  readonly top: number;
  readonly width: number;
  readonly x: (score: number) => number;
  readonly isNarrow: boolean;
  /** Half of the height of the axis. */
  readonly half: number;
}

function PlaceRange({ place, without, top, width, x, isNarrow, half }: PlaceRangeProps) {
  const { record } = place;
  const { letter, score, year } = gradedPlace(place);
  const { nextYear } = place;
  const [caution, ...others] = gradedPlace(place).cautions;
  const y = top + (isNarrow ? NARROW : WIDE).axis;
  const end = isNarrow ? { x: width, "text-anchor": "end" } : { x: width - 138 };
  // Its state is in the name. A long name takes two lines in smaller letters.
  const name = isNarrow ? linesOf(place.name, width < 600 ? PHONE_NAME : place.name.length) : [place.name];
  const isLong = name.length > 1;
  const lines = [
    (isNarrow ? place.county : null) ?? place.where,
    `${number(record.population)} residents`,
    ...(caution ? [others.length === 0 ? caution : `${others.length + 1} cautions`] : []),
  ];
  return (
    <g class={gradeClass(letter)}>
      <line class="axis" x2={width} y1={top} y2={top} />
      {SCORE_TICKS.map((tick) => (
        <line class="axis" x1={x(tick)} x2={x(tick)} y1={y - half} y2={y + half} />
      ))}
      <line class="reference" x1={x(50)} x2={x(50)} y1={y - half} y2={y + half} />
      <rect class="band" y={top + 14} width={BOX} height={BOX} rx={8} />
      <text class="band-name" x={7} y={top + 31}>
        {score}
      </text>
      <text class="band-name grade-letter" x={BOX / 2} y={top + 57} text-anchor="middle">
        {letterText(letter)}
      </text>
      <text class="band-name grade-year" x={7} y={top + 72}>
        {year}
      </text>
      <a href={place.path}>
        {name.map((text, index) => (
          <text
            class={isLong ? "end-place end-name" : "end-place end-name row-name"}
            x={80}
            y={top + (isLong ? 17 : 27) + index * 15}
          >
            {text}
          </text>
        ))}
      </a>
      {lines.map((text, index) => (
        <text
          class={index === 2 ? "end-place end-name" : undefined}
          x={index === 2 ? 102 : 80}
          y={top + (isLong ? 48 : 45) + index * (isLong ? 17 : 18)}
        >
          {text}
        </text>
      ))}
      {caution ? <use href="#icon-caution" class="mark" transform={`translate(80 ${top + 67}) scale(0.7)`} /> : null}
      {nextYear === null ? null : (
        <line class="pill" x1={x(nextYear.low)} x2={x(Math.max(nextYear.high, nextYear.low + 0.1))} y1={y} y2={y} />
      )}
      {isNarrow ? (
        // The axis is short: a small dot leaves the range in sight.
        <circle class={nextYear === null ? "dot" : "inner-dot"} cx={x(score)} cy={y} r={nextYear === null ? 7 : 4} />
      ) : (
        <>
          <circle class="dot" cx={x(score)} cy={y} r={13} />
          <text class="band-name" x={x(score)} y={y + 5} text-anchor="middle">
            {score}
          </text>
        </>
      )}
      <text class="end-place end-name" y={top + (isNarrow ? 26 : 42)} {...end}>
        {nextYear === null ? "not known" : rangeText(nextYear, " to ")}
      </text>
      <text y={top + (isNarrow ? 45 : 61)} {...end}>
        in {year + 1}
      </text>
      {without ? (
        <Remove name={place.name} href={without(place.slug)} x={width} y={top + (isNarrow ? 66 : 48)} />
      ) : null}
    </g>
  );
}

interface RemoveProps {
  readonly name: string;
  readonly href: string;
  readonly x: number;
  readonly y: number;
}

/** The link is as large as a finger. */
function Remove({ name, href, x, y }: RemoveProps) {
  return (
    <a href={href} class="screen" aria-label={`Remove ${name}`}>
      <rect x={x - 60} y={y - 14} width={60} height={30} fill="none" pointer-events="all" />
      <text class="end-place" x={x} y={y + 5} text-anchor="end">
        Remove
      </text>
    </a>
  );
}
