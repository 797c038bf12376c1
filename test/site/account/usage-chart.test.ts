import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS } from "../../../src/base/window.ts";
import { UsageChart } from "../../../src/site/account/dashboard/usage-chart.tsx";

const DAYS = 5;
const counts = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: DAYS, maxLength: DAYS });

function drawn(series: readonly number[][], refused: number[]) {
  const total = series.flat().reduce((sum, count) => sum + count, 0);
  const html = String(
    UsageChart({
      report: {
        days: Array.from({ length: DAYS }, (_, day) => day * DAY_MS),
        series: series.map((own, index) => ({ keyId: index + 1, title: `Key ${index}`, counts: own, total })),
        refused,
        reasons: [],
        total,
        rows: [],
      },
    }),
  );
  return html.split("<svg").slice(1);
}

const rectsOf = (svg: string, name: string) =>
  [
    ...svg.matchAll(
      new RegExp(`<rect class="${name}" x="([\\d.]+)" y="([\\d.]+)" width="([\\d.]+)" height="([\\d.]+)"`, "g"),
    ),
  ].map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }));

test("without refused requests the line at zero is right above the days", () => {
  const [wide = ""] = drawn([[1, 2, 3, 4, 5]], [0, 0, 0, 0, 0]);
  const zero = Number(/<line class="base"[^>]* y1="([\d.]+)"/.exec(wide)?.[1]);
  const day = Number(/<text class="day"[^>]* y="([\d.]+)"/.exec(wide)?.[1]);
  expect(day - zero).toBeLessThan(24);
});

test("each day's requests are stacked from zero by key, as high as their counts, and refused ones are below", () => {
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 4 }), counts, (series, refused) => {
      fc.pre(series.flat().some((count) => count > 0));
      for (const svg of drawn(series, refused)) {
        const ticks = [
          ...svg.matchAll(/<line class="(?:axis|base)"[^>]* y1="([\d.]+)"[^>]*><\/line><text[^>]*>([\d,]+)</g),
        ].map(([, y, count]) => ({ y: Number(y), count: Number(count?.replaceAll(",", "")) }));
        const [zero, top] = [ticks[0], ticks.at(-1)];
        if (!zero || !top) throw new Error("the axis has no values");
        expect(zero.count).toBe(0);
        const scale = (zero.y - top.y) / top.count;
        const below = Array.from({ length: DAYS }, () => 0);
        const left = new Map<number, number>();
        for (const [index, own] of series.entries()) {
          const bars = rectsOf(svg, `series-${index}`);
          const shown = [...own.entries()].filter(([, count]) => count > 0);
          expect(bars).toHaveLength(shown.length);
          for (const [at, [day, count]] of shown.entries()) {
            const bar = bars[at] ?? { x: 0, y: 0, width: 0, height: 0 };
            const before = below[day] ?? 0;
            // One unit is a gap between two parts of a stack.
            expect(Math.abs(bar.y - (zero.y - scale * (before + count)))).toBeLessThan(0.2);
            expect(scale * count - bar.height).toBeGreaterThan(-0.2);
            expect(scale * count - bar.height).toBeLessThan(1.2);
            expect(left.get(day) ?? bar.x).toBe(bar.x);
            left.set(day, bar.x);
            below[day] = before + count;
          }
        }
        const days = [...left].toSorted(([a], [b]) => a - b).map(([, x]) => x);
        expect(days).toEqual(days.toSorted((a, b) => a - b));
        const most = Math.max(...refused);
        const lower = rectsOf(svg, "refused");
        expect(lower).toHaveLength(refused.filter(Boolean).length);
        for (const [at, count] of refused.filter(Boolean).entries()) {
          expect(lower[at]?.y).toBe(zero.y + 3);
          expect(Math.abs((lower[at]?.height ?? 0) - (36 * count) / most)).toBeLessThan(0.1);
        }
      }
    }),
    { numRuns: 60 },
  );
});
