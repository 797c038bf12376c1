import { describe, expect, test } from "bun:test";
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from "culori";
import { GRADE_COLORS, GRADE_FAMILIES } from "../../src/domain/grade.ts";

/** The least difference (CIEDE2000) between any two grades. */
const LEAST_DIFFERENCE = 15;
/** WCAG 2.2, 1.4.3. */
const LEAST_TEXT = 4.5;

/** The letters on the grades have the color of the page behind them. */
const THEMES = [
  { theme: "light", paper: "#ffffff" },
  { theme: "dark", paper: "#0e1116" },
] as const;

const VISIONS: readonly (readonly [name: string, seen: (color: Color) => Color])[] = [
  ["full", (color) => color],
  ["protanopic", (color) => filterDeficiencyProt(1)(color)],
  ["deuteranopic", (color) => filterDeficiencyDeuter(1)(color)],
  ["tritanopic", (color) => filterDeficiencyTrit(1)(color)],
];

const difference = differenceCiede2000();

function colorOf(hex: string): Color {
  const color = parse(hex);
  if (color === undefined) throw new Error(`not a color: ${hex}`);
  return color;
}

describe.each(THEMES)("the colors of the grades, $theme", ({ theme, paper }) => {
  const colors = GRADE_FAMILIES.map((family) => ({ family, color: colorOf(GRADE_COLORS[family][theme]) }));

  test.each(VISIONS)("all differ in %s vision", (_, seen) => {
    const alike = colors.flatMap((one, index) =>
      colors
        .slice(index + 1)
        .filter((other) => difference(seen(one.color), seen(other.color)) < LEAST_DIFFERENCE)
        .map((other) => `${one.family} and ${other.family}`),
    );
    expect(alike).toEqual([]);
  });

  test("carry readable letters and stand out from the page", () => {
    for (const { color } of colors) expect(wcagContrast(color, colorOf(paper))).toBeGreaterThan(LEAST_TEXT);
  });
});
