import { expect, test } from "bun:test";
import { historyOf } from "../../../src/domain/history.ts";
import { gradedPlace } from "../../../src/site/ui/grade.tsx";
import { Sparkline } from "../../../src/site/view/sparkline.tsx";
import { releasedPlaces } from "../../support/server.ts";

const { records } = releasedPlaces;

test("the line of every city and county has each year's score at its height, a gap without one, a line at 50, and the newest as a dot", () => {
  for (const place of [...records.cities, ...records.counties]) {
    const scores = historyOf(place.trend, records.state.trend).map(({ safety_score }) => safety_score);
    const svg = String(Sparkline({ scores, graded: gradedPlace(place) }));
    const [, width = "", height = ""] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    const [, fifty = "", line = ""] = /class="fifty" d="M0 ([\d.]+)H.*?<path d="([^"]*)"/s.exec(svg) ?? [];
    expect(Number(fifty)).toBe(Number(height) / 2);
    // The lowest and the highest score are 3 from the edges.
    const scale = (Number(height) - 6) / 100;
    const points = [...line.matchAll(/([ML])([\d.]+),([\d.]+)/g)].map(([, kind, x, y]) => ({
      begins: kind === "M",
      year: Math.round(((Number(x) - 3) * (scores.length - 1)) / (Number(width) - 6)),
      y: Number(y),
    }));
    const given = [...scores.entries()].filter(([, score]) => score !== null);
    expect(points.map(({ year }) => year)).toEqual(given.map(([year]) => year));
    for (const [index, { begins, year, y }] of points.entries()) {
      expect(Math.abs(y - Number(fifty) - scale * (50 - (scores[year] ?? Number.NaN)))).toBeLessThan(0.06);
      expect(begins).toBe(points[index - 1]?.year !== year - 1);
    }
    const [, x, y] = /<circle class="dot" cx="([\d.]+)" cy="([\d.]+)"/.exec(svg) ?? [];
    expect(line).toContain(`${Number(x)},${Number(y)}`);
    expect(Number(y)).toBe(points.at(-1)?.y ?? Number.NaN);
    expect(svg).toContain(`class="spark grade-${place.record.grade.slice(0, 1).toLowerCase()}`);
  }
});
