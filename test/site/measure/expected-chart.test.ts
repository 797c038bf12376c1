import { expect, test } from "bun:test";
import { figuresOf } from "../../../src/domain/trend.ts";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { expectedChart } from "../../../src/site/measure/expected-chart.tsx";
import { stateView } from "../../../src/site/view/views.ts";
import { releasedPlaces } from "../../support/server.ts";

const numbers = (svg: string, pattern: RegExp) =>
  Array.from(svg.matchAll(pattern), (found) => found.slice(1).map(Number));

test("the bars of reported and expected offenses stand on zero, as high as their counts, in every absent city", () => {
  const { records } = releasedPlaces;
  const drawn = records.absent.flatMap((city) => {
    const { trend, ...place } = stateView(city, records);
    const chart = expectedChart({ trend, ...place });
    return chart && trend
      ? [{ trend, expected: place.expected, svgs: String(Drawing(chart.panels[0] ?? expect.unreachable())) }]
      : [];
  });
  expect(drawn.length).toBeGreaterThan(10);
  for (const { trend, expected, svgs } of drawn) {
    const years = trend.score.map((score, index) => ({ score, year: trend.from + index }));
    const countOf = (year: number) => {
      const { violent, property } = figuresOf(trend, year);
      return (violent ?? 0) + (property ?? 0);
    };
    const isKnown = ({ score, year }: (typeof years)[number]) => score !== null || trend.partialYears.includes(year);
    const bars = {
      pale: years.filter(({ score }) => score !== null).map(({ year }) => countOf(year)),
      ink: years.filter((one) => one.score === null && isKnown(one)).map(({ year }) => countOf(year)),
      expected: expected.map(({ violent, property }) => violent + property),
    };
    for (const svg of svgs.split("<svg").slice(1)) {
      const [[zero = 0] = []] = numbers(svg, /class="base"[^>]* y1="([\d.]+)"/g);
      const [, top, tick = ""] = [...svg.matchAll(/<text [^>]*y="([\d.]+)" text-anchor="end">([\d,]+)</g)].at(-1) ?? [];
      const unit = (zero - (Number(top) - 4)) / Number(tick.replaceAll(",", ""));
      for (const [kind, counts] of Object.entries(bars)) {
        const rects = numbers(svg, new RegExp(`<rect class="${kind}"[^>]* y="([\\d.]+)" height="([\\d.]+)"`, "g"));
        const shown = kind === "ink" ? rects.filter(([, height]) => height !== 0) : rects;
        expect(shown).toHaveLength(kind === "ink" ? counts.filter((count) => count > 0).length : counts.length);
        for (const [at, [y = 0, height = 0]] of shown.entries()) {
          expect(Math.abs(y + height - zero)).toBeLessThan(0.11);
          expect(Math.abs(height - (counts[at] ?? 0) * unit)).toBeLessThan(0.3);
        }
      }
    }
  }
});
