import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CALIFORNIA } from "../../../src/editions/california.ts";
import { distributionPanel } from "../../../src/site/charts/distribution.tsx";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { linesOf, spread } from "../../../src/site/charts/labels.ts";
import { linePanel } from "../../../src/site/charts/line.tsx";
import { gradedPlace } from "../../../src/site/ui/grade.tsx";
import { releasedPlaces } from "../../support/server.ts";

const { cities } = releasedPlaces.records;

describe("labels", () => {
  test("never overlap or leave the range, as long as it has room for them", () => {
    const label = fc.record({
      at: fc.double({ min: -50, max: 350, noNaN: true }),
      size: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const sorted = labels.toSorted((a, b) => a.at - b.at);
        const places = spread(sorted, [0, 300]);
        for (const [index, { size }] of sorted.entries()) {
          const middle = places[index] ?? Number.NaN;
          expect(middle - size / 2).toBeGreaterThanOrEqual(-1e-6);
          expect(middle + size / 2).toBeLessThanOrEqual(300 + 1e-6);
          const next = sorted[index + 1];
          if (next) expect((places[index + 1] ?? 0) - next.size / 2).toBeGreaterThanOrEqual(middle + size / 2 - 1e-6);
        }
      }),
    );
  });

  test("stay where they belong if there is room", () => {
    expect(
      spread(
        [
          { at: 40, size: 20 },
          { at: 100, size: 20 },
        ],
        [0, 300],
      ),
    ).toEqual([40, 100]);
  });

  test("break long names at spaces and hyphens", () => {
    expect(linesOf("Rancho Santa Margarita", 12)).toEqual(["Rancho Santa", "Margarita"]);
    expect(linesOf("Carmel-by-the-Sea", 11)).toEqual(["Carmel-by-", "the-Sea"]);
  });
});

test("the distribution has one dot for each city, and hollow ones for older years", () => {
  const scores = cities.map((city) => gradedPlace(city));
  const svg = String(Drawing(distributionPanel({ label: "Scores", scores, marked: [], yardstick: CALIFORNIA })));
  const dots = [...svg.matchAll(/class="dots[^>]* d="([^"]*)"/g)].map(([, path = ""]) => path.split("M").length - 1);
  const hollow = [...svg.matchAll(/class="hollow"[^>]* d="([^"]*)"/g)].map(
    ([, path = ""]) => path.split("M").length - 1,
  );
  // Each drawn for the full width, for a tablet, and for a phone.
  expect(dots.reduce((sum, count) => sum + count, 0)).toBe(3 * cities.length);
  const older = scores.filter(({ isOlder }) => isOlder).length;
  expect(hollow).toEqual([older, older, older]);
});

test("the name of a marked city is above all dots below it, and the reference line above the name", () => {
  const scores = cities.map((city) => gradedPlace(city));
  for (const [index, city] of cities.entries()) {
    const graded = scores[index];
    if (graded === undefined) continue;
    const panel = distributionPanel({
      label: "Scores",
      scores,
      marked: [{ name: city.record.city, graded }],
      yardstick: CALIFORNIA,
    });
    const svg = String(Drawing(panel));
    for (const drawing of svg.split("<svg").slice(1)) {
      const [, x = "0", y = "0"] = /class="marked-name" x="([\d.]+)" y="([\d.-]+)"/.exec(drawing) ?? [];
      const right = Number(x) + 6 * city.record.city.length;
      const tops = [...drawing.matchAll(/M([\d.]+) ([\d.]+)h0/g)]
        .filter(([, at = ""]) => Number(at) > Number(x) && Number(at) < right)
        .map(([, , top = ""]) => Number(top));
      expect([city.record.city, Math.min(...tops, Number.POSITIVE_INFINITY) > Number(y)]).toEqual([
        city.record.city,
        true,
      ]);
      expect(Number(y)).toBeGreaterThan(20);
    }
  }
});

/** The lines of a place and of the state from 2010 on, as SVG. */
function drawnLines(place: readonly (number | null)[], state: readonly number[]): string {
  const panel = linePanel({
    title: "Rates",
    units: "per 1,000",
    label: "Rates",
    from: 2010,
    places: [{ name: "Irvine", values: place }],
    yardstick: { name: "California", values: state },
    breaks: [],
    format: String,
  });
  return String(Drawing(panel));
}

test("a missing year breaks the line and is named", () => {
  const svg = drawnLines([1, 2, null, null, 3, 4], [2, 2, 2, 2, 2, 2]);
  const [, path = ""] = /class="line-place" d="([^"]*)"/.exec(svg) ?? [];
  expect(path.split("M").length - 1).toBe(2);
  expect(svg).toContain("no 2012–13");
});

test("the names at the ends of two lines that end together do not overlap", () => {
  const rows = [...drawnLines([1, 2], [2, 2]).matchAll(/<tspan[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(rows).toHaveLength(4);
  const distances = rows.slice(1).map((y, index) => y - (rows[index] ?? 0));
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(17);
});
