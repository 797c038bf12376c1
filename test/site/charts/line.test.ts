import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { linePanel } from "../../../src/site/charts/line.tsx";

type Values = readonly (number | null)[];

const FROM = 2010;

interface Options {
  readonly isWide?: boolean;
  readonly top?: number;
  readonly isSolid?: boolean;
}

function drawn(places: readonly Values[], yardstick: Values | null, { isSolid = false, ...options }: Options = {}) {
  const panel = linePanel({
    title: "Rates",
    units: "per 1,000",
    label: "Rates",
    from: FROM,
    places: places.map((values, index) => ({ name: `Place ${index}`, values })),
    yardstick: yardstick && { name: "State", values: yardstick, isSolid },
    breaks: [2014],
    format: (value) => value.toFixed(1),
    ...options,
  });
  return String(Drawing(panel)).split("<svg").slice(1).map(readPicture);
}

/** The values that a picture shows, from its axes, lines, and texts. */
function readPicture(svg: string) {
  const number = (text: string | undefined) => Number(text?.replaceAll(",", ""));
  const levels = [
    ...svg.matchAll(/<line class="(?:axis|base)"[^>]* y1="([\d.]+)"[^>]*><\/line><text[^>]*>([\d.,]+)</g),
  ].map(([, y, value]) => ({ y: number(y), value: number(value) }));
  const [low, high] = [levels[0], levels.at(-1)];
  if (!low || !high) throw new Error("the axis has no ticks");
  const valueAt = (y: number) => low.value + ((high.value - low.value) * (low.y - y)) / (low.y - high.y);
  const [left = 0, right = 0, , bottom = 0] = (/data-plot="([\d. ]+)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
  const series = JSON.parse((/data-series="([^"]*)"/.exec(svg)?.[1] ?? "").replaceAll("&quot;", '"'));
  const count = series[0][1].length;
  const indexAt = (x: number) => ((x - left) / (right - left)) * Math.max(1, count - 1);
  const pointsOf = (name: string) => {
    const path = new RegExp(`<path class="${name}" d="([^"]*)"`).exec(svg)?.[1] ?? "";
    return [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => ({
      index: indexAt(Number(x)),
      value: valueAt(Number(y)),
    }));
  };
  return { svg, levels, series, baseline: bottom, valueAt, indexAt, pointsOf, scale: high.value / (low.y - high.y) };
}

function expectLine(picture: ReturnType<typeof readPicture>, name: string, values: Values): void {
  const points = picture.pointsOf(name);
  const expected = [...values.entries()].filter(([, value]) => value !== null);
  expect([name, points.length]).toEqual([name, expected.length]);
  for (const [at, [index, value]] of expected.entries()) {
    expect(Math.abs((points[at]?.index ?? Number.NaN) - index)).toBeLessThan(0.02);
    expect(Math.abs((points[at]?.value ?? Number.NaN) - (value ?? 0))).toBeLessThanOrEqual(0.11 * picture.scale);
  }
}

describe("a line chart", () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 40_000 }).map((tenths) => tenths / 10)), {
    minLength: 5,
    maxLength: 5,
  });

  test("draws every value of every series at its year and height, above an axis that starts at zero", () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 4 }), values, fc.boolean(), (places, state, isWide) => {
        fc.pre(places.some((place) => place.some((value) => value !== null)));
        for (const picture of drawn(places, state, { isWide })) {
          expect(picture.levels[0]).toEqual({ value: 0, y: picture.baseline });
          for (const { y, value } of picture.levels) expect(picture.valueAt(y)).toBeCloseTo(value, 0);
          for (const [index, place] of places.entries())
            expectLine(picture, index === 0 ? "line-place" : `line-${index + 1}`, place);
          expectLine(picture, "line-state", state);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("marks the last value of each place, and values between two gaps, with dots at their points", () => {
    const [picture] = drawn([[1, null, 3, null, 5, 4]], [2, 2, 2, 2, 2, 2]);
    const dots = [...(picture?.svg ?? "").matchAll(/<circle class="dot ?" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)];
    const shown = dots.map(([, x, y, r]) => [
      Math.round(picture?.indexAt(Number(x)) ?? -1),
      Number(picture?.valueAt(Number(y)).toFixed(1)),
      Number(r),
    ]);
    expect(shown).toEqual([
      [0, 1, 2.5],
      [2, 3, 2.5],
      [5, 4, 5],
    ]);
  });

  test("shades exactly the years in which no place has figures, and puts a break before its year", () => {
    const [picture] = drawn(
      [
        [1, null, null, 4, 5, null],
        [1, 2, null, 4, null, null],
      ],
      null,
    );
    const bands = [...(picture?.svg ?? "").matchAll(/class="gap" x="([\d.]+)" width="([\d.]+)"/g)].map(
      ([, x, width]) => [picture?.indexAt(Number(x)), picture?.indexAt(Number(x) + Number(width))],
    );
    expect(bands.flat().map((index) => Number(index?.toFixed(1)))).toEqual([1.5, 2.5, 4.5, 5]);
    const [, at] = /class="break" x1="([\d.]+)"/.exec(picture?.svg ?? "") ?? [];
    expect(picture?.indexAt(Number(at))).toBeCloseTo(3.5, 1);
    expect(picture?.svg).not.toContain("line-state");
  });

  test("the nation's line is solid and thin, and the place's line stays thicker", async () => {
    const [picture] = drawn([[1, 2, 3]], [3, 3, 3.5], { isSolid: true, isWide: true });
    expect(picture?.pointsOf("line-state solid")).toHaveLength(3);
    const css = await Bun.file("src/site/ui/style/marks.css").text();
    const ruleOf = (name: string) => new RegExp(`\\n\\.${name} \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
    expect(ruleOf("solid")).toContain("stroke-dasharray: none");
    expect(ruleOf("line-place")).toContain("stroke-width: 2.5px");
    expect(ruleOf("line-state")).toContain("stroke-width: 1.5px");
    expect(css.indexOf(".solid {")).toBeGreaterThan(css.indexOf(".line-state {"));
  });

  test("ends with the name and the newest value of each series, and gives the script the same values", () => {
    const [picture] = drawn(
      [
        [1, 2.25, null],
        [7, 8, 9],
      ],
      [3, 3, 3.5],
    );
    const ends = [
      ...(picture?.svg ?? "").matchAll(/<tspan class="end-name"[^>]*>([^<]+)<\/tspan><tspan[^>]*>([^<]+)</g),
    ];
    expect(ends.map(([, name, value]) => `${name} ${value}`).toSorted()).toEqual([
      "Place 0 2.3 (2011)",
      "Place 1 9.0",
      "State 3.5",
    ]);
    expect(picture?.series).toEqual([
      ["Place 0", ["1.0", "2.3", "no figures"]],
      ["Place 1", ["7.0", "8.0", "9.0"]],
      ["State", ["3.0", "3.0", "3.5"]],
    ]);
  });

  test("names gaps without one name over another, however many there are", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }), (isMissing) => {
        const place = isMissing.map((missing) => (missing ? null : 1));
        const [picture] = drawn(
          [place],
          isMissing.map(() => 2),
        );
        const names = [
          ...(picture?.svg ?? "").matchAll(/<text x="([\d.]+)" y="14"( text-anchor="middle")?>no ([^<]+)</g),
        ];
        const boxes = names.map(([, x, middle, text = ""]) => {
          const width = 7.6 * (text.length + 3);
          const start = Number(x) - (middle ? width / 2 : 0);
          return { start, end: start + width };
        });
        for (const [index, { end }] of boxes.entries())
          expect(boxes[index + 1]?.start ?? Number.POSITIVE_INFINITY).toBeGreaterThan(end);
        expect(names.length > 0).toBe(isMissing.includes(true));
      }),
    );
  });
});
