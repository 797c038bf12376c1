import { describe, expect, test } from "bun:test";
import { barPanel } from "../../../src/site/charts/bars.tsx";
import { Drawing } from "../../../src/site/charts/drawing.tsx";

const VALUES = [0, 1, 37, 250, 1_000];

interface BarScale {
  readonly most?: number;
  readonly reference?: { readonly name: string; readonly value: number };
}

function drawn(scale: BarScale = {}) {
  const bars = VALUES.map((value) => ({ name: `Class ${value}`, value, shown: String(value), isPale: value < 100 }));
  const svg = String(Drawing(barPanel({ title: "Offenses", bars, ...scale })));
  const rects = [...svg.matchAll(/<rect class="(pale|ink)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g)];
  return {
    colors: rects.map(([, color]) => color),
    left: rects.map(([, , x]) => Number(x)),
    tops: rects.map(([, , , y]) => Number(y)),
    lengths: rects.map(([, , , , width]) => Number(width)),
    shown: [...svg.matchAll(/<text class="bar-value" x="([\d.]+)" y="([\d.]+)">([^<]*)</g)],
    line: [...(/<path class="break" d="([^"]*)"/.exec(svg)?.[1] ?? "").matchAll(/M([\d.]+) (\d+)v/g)],
  };
}

describe("bars", () => {
  test("start at zero on one line and are as long as their values, the highest the longest", () => {
    const { left, lengths } = drawn();
    expect(new Set(left).size).toBe(1);
    const longest = lengths.at(-1) ?? Number.NaN;
    expect(longest).toBeGreaterThan(100);
    for (const [index, value] of VALUES.entries())
      expect(Math.abs((lengths[index] ?? Number.NaN) - (value / 1_000) * longest)).toBeLessThanOrEqual(0.1);
  });

  test("take the same scale as others if it is given", () => {
    const [own, shared] = [drawn().lengths, drawn({ most: 2_000 }).lengths];
    for (const [index, length] of own.entries())
      expect(Math.abs((shared[index] ?? Number.NaN) - length / 2)).toBeLessThanOrEqual(0.1);
  });

  test("have their own number after their end, in their own line, and the color of their group", () => {
    const { colors, left, lengths, shown, tops } = drawn();
    expect(colors).toEqual(["pale", "pale", "pale", "ink", "ink"]);
    expect(shown.map(([, , , text]) => text)).toEqual(VALUES.map(String));
    for (const [index, [, x, y]] of shown.entries()) {
      const end = (left[index] ?? Number.NaN) + (lengths[index] ?? Number.NaN);
      expect(Math.abs(Number(x) - end - 8)).toBeLessThanOrEqual(0.2);
      expect(Number(y) - (tops[index] ?? Number.NaN)).toBe(12);
    }
  });

  test("are crossed by the reference line at its value", () => {
    const { left, lengths, line } = drawn({ reference: { name: "State", value: 250 } });
    for (const [, x] of line)
      expect(Math.abs(Number(x) - (left[3] ?? Number.NaN) - (lengths[3] ?? Number.NaN))).toBeLessThanOrEqual(0.2);
  });

  test("have no reference line across a number", () => {
    const value = 70;
    const { shown, line } = drawn({ reference: { name: "State", value } });
    const rows = shown.flatMap(([, x], row) => (Number(x) < Number(line[0]?.[1]) + 40 ? [row] : []));
    expect(line.map(([, , y]) => Number(y) / 24)).toEqual([3, 4]);
    expect(rows).toEqual([0, 1, 2]);
  });
});
