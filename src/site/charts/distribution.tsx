/** @jsxImportSource hono/jsx */

import { familyOf, GRADE_FAMILIES, GRADES, type GradeFamily } from "../../domain/grade.ts";
import type { ScoreRange } from "../../domain/snapshot.ts";
import { type Edition, referenceText } from "../../editions/edition.ts";
import { type Graded, letterText, rangeText } from "../ui/grade.tsx";
import { type Panel, rounded, SCORE_TICKS, type Size, XTicks } from "./drawing.tsx";
import { textWidth } from "./labels.ts";

interface MarkedScore {
  readonly name: string;
  readonly graded: Graded;
}

interface DistributionParts {
  /** What it shows, for screen readers. */
  readonly label: string;
  readonly scores: readonly Graded[];
  /** Ringed and named, each on top of its stack. */
  readonly marked: readonly MarkedScore[];
  /** What scores 50. */
  readonly yardstick: Edition;
  /** Next year's range of the only marked place, as a bracket below the axis. */
  readonly next?: ScoreRange & { readonly year: number };
  /** With more bins, so that the stacks are lower: beside another picture. */
  readonly isFlat?: boolean;
}

/** Every score as a dot in bins, above the bands of the grades. */
export function distributionPanel({ label, isFlat = false, ...parts }: DistributionParts): Panel {
  const [wide, medium, narrow] = [
    layoutOf(parts, 1_200, 1),
    layoutOf(parts, 700, isFlat ? 1 : 2),
    layoutOf(parts, 358, isFlat ? 1.25 : 2.5),
  ];
  const sizeOf = ({ width, height }: Layout): Size => [width, height];
  return {
    label,
    size: sizeOf(wide),
    smaller: [sizeOf(medium), sizeOf(narrow)],
    draw: (width) => (
      <Dots
        yardstick={parts.yardstick}
        next={parts.next}
        layout={[medium, narrow].find((layout) => layout.width === width) ?? wide}
      />
    ),
  };
}

interface Bin {
  readonly x: number;
  /** Bottom to top. */
  readonly stack: readonly Graded[];
}

type Layout = ReturnType<typeof layoutOf>;

interface PlacedLabel extends MarkedScore {
  readonly dot: readonly [x: number, y: number];
  readonly left: number;
  readonly y: number;
}

const BAND = 22;
const ROW = 20;
/** Height of the reference line's name above everything else. */
const REFERENCE = 24;
const FOOT = 60;

function layoutOf(
  { scores, marked, next }: Omit<DistributionParts, "label" | "yardstick">,
  width: number,
  step: number,
) {
  const count = Math.round(100 / step);
  const pitch = width / count;
  const binOf = (score: number) => Math.min(count - 1, Math.floor(score / step));
  const isMarked = new Set(marked.map(({ graded }) => graded));
  const stacks = Map.groupBy(scores, ({ score }) => binOf(score));
  const bins = Array.from({ length: count }, (_, bin): Bin => {
    const sorted = (stacks.get(bin) ?? []).toSorted((a, b) => Number(isMarked.has(a)) - Number(isMarked.has(b)));
    return { x: (bin + 0.5) * pitch, stack: sorted };
  });
  const dotPitch = Math.min(pitch * 0.94, 10.2);
  const heightAt = (bin: number) => (bins[bin]?.stack.length ?? 0) * dotPitch;
  // From right to left: above all stacks below the label, and above a label that it would overlap, whose line is not crossed.
  const placed: (Omit<PlacedLabel, "dot" | "y"> & { right: number; up: number; bin: number })[] = [];
  for (const { name, graded } of marked.toSorted((a, b) => b.graded.score - a.graded.score)) {
    const bin = binOf(graded.score);
    const size = textWidth(labelText({ name, graded }), "bold");
    const start = Math.max(0, Math.min(width - size, (bins[bin]?.x ?? 0) - 4));
    // Not across the line of the yardstick.
    const left = start < width / 2 && start + size > width / 2 ? Math.max(0, width / 2 - size - 8) : start;
    const under = bins.filter(({ x }) => x > left - pitch && x < left + size + pitch);
    const stacks = Math.max(...under.map(({ stack }) => stack.length), 0) * dotPitch;
    const crossed = placed.filter((other) => other.right + 8 > left && other.left < left + size + 8);
    const up = Math.max(stacks + 16, heightAt(bin) + 24, ...crossed.map((other) => other.up + ROW));
    placed.push({ name, graded, left, right: left + size, up, bin });
  }
  const highest = Math.max(...bins.map(({ stack }) => stack.length)) * dotPitch;
  const top = Math.max(highest + 10, ...placed.map(({ up }) => up + ROW));
  const ground = rounded(top + REFERENCE);
  return {
    bins,
    pitch: dotPitch,
    ground,
    width,
    height: ground + BAND + (next ? FOOT : 24),
    x: (score: number) => (score / 100) * width,
    labels: placed.map(
      ({ name, graded, left, up, bin }): PlacedLabel => ({
        name,
        graded,
        left,
        y: ground - up,
        dot: [bins[bin]?.x ?? 0, ground - heightAt(bin) + dotPitch / 2 - 2],
      }),
    ),
  };
}

/** The year only if it differs from that of the others. */
function labelText({ name, graded: { letter, score, year, isOlder } }: MarkedScore): string {
  return `${name} ${letterText(letter)} ${score}${isOlder ? `, ${year}` : ""}`;
}

interface DotsProps extends Pick<DistributionParts, "yardstick"> {
  readonly next: DistributionParts["next"] | undefined;
  readonly layout: Layout;
}

function Dots({ yardstick, next, layout: { bins, pitch, ground, labels, width, x } }: DotsProps) {
  const { families, hollow } = dotPaths(bins, (index) => rounded(ground - 2 - (index + 0.5) * pitch));
  return (
    <>
      {GRADE_FAMILIES.map((family) => (
        <path
          class={`dots grade-${family.toLowerCase()}`}
          stroke-width={rounded(pitch * 0.92)}
          d={families.get(family) ?? ""}
        />
      ))}
      <path class="hollow" stroke-width={rounded(pitch * 0.42)} d={hollow} />
      <Reference yardstick={yardstick} x={x(50)} ground={ground - 1} />
      {labels.map(({ dot: [dotX, dotY], y }) => (
        <>
          <line
            class="leader"
            x1={rounded(dotX)}
            x2={rounded(dotX)}
            y1={rounded(y + 6)}
            y2={rounded(dotY - pitch * 0.75)}
          />
          <circle class="ring" cx={rounded(dotX)} cy={rounded(dotY)} r={rounded(pitch * 0.72)} />
        </>
      ))}
      {labels.map(({ name, graded, left, y }) => (
        <text class="marked-name" x={rounded(left)} y={rounded(y)}>
          <tspan class="end-name">{name}</tspan>
          {labelText({ name, graded }).slice(name.length)}
        </text>
      ))}
      <Bands y={ground} width={width} />
      <XTicks ticks={SCORE_TICKS} x={x} y={ground + BAND + 18} />
      {next ? <NextRange next={next} x={x} y={ground + BAND + 26} width={width} /> : null}
    </>
  );
}

/** The dots of each family, and those within the dots of older records, as SVG path data. `yOf` is that of the n-th of a stack. */
function dotPaths(bins: readonly Bin[], yOf: (index: number) => number) {
  const families = new Map<GradeFamily, string>();
  let hollow = "";
  const highest = Math.max(...bins.map(({ stack }) => stack.length));
  const ends = Array.from({ length: highest }, (_, index) => ` ${yOf(index)}h0`);
  for (const { x, stack } of bins) {
    const start = `M${rounded(x)}`;
    for (const [index, { letter, isOlder }] of stack.entries()) {
      const dot = start + ends[index];
      const family = familyOf(letter);
      families.set(family, (families.get(family) ?? "") + dot);
      if (isOlder) hollow += dot;
    }
  }
  return { families, hollow };
}

interface ReferenceProps {
  readonly yardstick: Edition;
  readonly x: number;
  readonly ground: number;
}

/** The line of what scores 50 with its name above. */
export function Reference({ yardstick, x, ground }: ReferenceProps) {
  return (
    <>
      <line class="reference" x1={x} x2={x} y1={18} y2={ground} />
      <text class="reference-name" x={x} y={12} text-anchor="middle">
        {referenceText(yardstick)}
      </text>
    </>
  );
}

/** The five letters over their scores: the axis of every picture of scores. */
export function Bands({ y, width, left = 0 }: { readonly y: number; readonly width: number; readonly left?: number }) {
  const x = (score: number) => left + (score / 100) * width;
  return (
    <>
      {familyBands().map(({ family, from, to }) => (
        <>
          <rect
            class={`band grade-${family.toLowerCase()}`}
            x={rounded(x(from))}
            width={rounded(x(to) - x(from) - (to === 100 ? 0 : 1))}
            y={y}
            height={BAND}
          />
          <text class="band-name" x={rounded((x(from) + x(to)) / 2)} y={y + 16} text-anchor="middle">
            {family}
          </text>
        </>
      ))}
    </>
  );
}

/** The five letters with their lowest score and the start of the next letter, best first. */
export function familyBands(): readonly { readonly family: GradeFamily; readonly from: number; readonly to: number }[] {
  return GRADE_FAMILIES.map((family, index) => {
    const rows = GRADES.filter(({ letter }) => familyOf(letter) === family);
    const better = GRADE_FAMILIES[index - 1];
    const above = GRADES.filter(({ letter }) => familyOf(letter) === better);
    return { family, from: rows.at(-1)?.from ?? 0, to: above.at(-1)?.from ?? 100 };
  });
}

interface NextRangeProps extends Pick<Layout, "width" | "x"> {
  readonly next: ScoreRange & { readonly year: number };
  readonly y: number;
}

/** The range of the next score as a bracket, with its words below. */
function NextRange({ next, x, y, width }: NextRangeProps) {
  const range = `${next.year}: ${rangeText(next, " to ")}`;
  const rest = ", 8 times in 10";
  const [from, to] = [x(next.low), Math.max(x(next.high), x(next.low) + 6)];
  return (
    <>
      <path class="bracket" d={`M${rounded(from)} ${y}v5H${rounded(to)}v-5`} />
      <text class="marked-name" x={rounded(Math.max(0, Math.min(from, width - textWidth(range + rest))))} y={y + 22}>
        <tspan class="end-name">{range}</tspan>
        {rest}
      </text>
    </>
  );
}
