import { expect, test } from "bun:test";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { stepsChart } from "../../../src/site/measure/steps-chart.tsx";
import { stateView } from "../../../src/site/view/views.ts";
import { releasedPlaces } from "../../support/server.ts";

const { cities, counties } = releasedPlaces.records;

test("the curve of the steps and both of its dots are at the ratios and scores that they stand for", () => {
  for (const place of [...cities, ...counties]) {
    const panel = stepsChart(stateView(place, releasedPlaces.records)).panels[2];
    if (panel === undefined) throw new Error("the curve is missing");
    const svg = String(Drawing(panel));
    const numbers = (pattern: RegExp) => (pattern.exec(svg) ?? []).slice(1).map(Number);
    const [base = Number.NaN] = numbers(/<line class="base"[^>]* y1="([\d.]+)"/);
    const [one = Number.NaN, fifty = Number.NaN] = numbers(/<circle class="pale" cx="([\d.]+)" cy="([\d.]+)"/);
    const [dotX = Number.NaN, dotY = Number.NaN] = numbers(/<circle class="dot[^>]* cx="([\d.]+)" cy="([\d.]+)"/);
    const scoreAt = (y: number) => ((base - y) / (base - fifty)) * 50;

    const { relativeRisk: ratio } = place.rating;
    const { safety_score: score } = place.record;
    expect(Math.abs(dotX / one - ratio)).toBeLessThan(0.02);
    expect(Math.abs(scoreAt(dotY) - score)).toBeLessThan(0.2);
    const path = /<path class="line-place" d="([^"]*)"/.exec(svg)?.[1] ?? "";
    const points = [...path.matchAll(/([\d.]+),([\d.]+)/g)];
    expect(points.length).toBeGreaterThan(50);
    for (const [, x, y] of points)
      expect(Math.abs(scoreAt(Number(y)) - 100 / (1 + (Number(x) / one) ** 2))).toBeLessThan(0.5);
  }
});
