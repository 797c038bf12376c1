import { describe, expect, test } from "bun:test";
import {
  type Color,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
  wcagLuminance,
} from "culori";
import style from "../../src/site/style/tokens.css" with { type: "text" };

/** The least contrast between adjacent classes, so that they differ without any hue. */
const LEAST_STEP = 1.5;
/** WCAG 2.2, 1.4.3. */
const LEAST_TEXT = 4.5;

const CLASSES = ["a", "b", "c", "d", "f"] as const;

const protanopia = filterDeficiencyProt(1);
const deuteranopia = filterDeficiencyDeuter(1);
const tritanopia = filterDeficiencyTrit(1);
const VISIONS: readonly (readonly [name: string, seen: (color: Color) => Color])[] = [
  ["normal vision", (color) => color],
  ["protanopia", (color) => protanopia(color)],
  ["deuteranopia", (color) => deuteranopia(color)],
  ["tritanopia", (color) => tritanopia(color)],
];

function colorOf(property: string): Color {
  const [, color] = new RegExp(`--${property}: (#[0-9a-f]{6});`).exec(style) ?? [];
  const parsed = parse(color ?? "");
  if (parsed === undefined) throw new Error(`the style sheet has no color --${property}`);
  return parsed;
}

describe.each(VISIONS)("the scale of the maps in %s", (_, seen) => {
  const colors = CLASSES.map((letter) => seen(colorOf(`map-${letter}`)));

  test("goes from light to dark in clear steps", () => {
    const luminances = colors.map((color) => wcagLuminance(color));
    expect(luminances).toEqual(luminances.toSorted((a, b) => b - a));
    for (const [index, color] of colors.slice(1).entries()) {
      expect(wcagContrast(colors[index] ?? color, color)).toBeGreaterThan(LEAST_STEP);
    }
  });

  test("has a readable mark on the gray of a county without a record", () => {
    expect(wcagContrast(seen(colorOf("map-none")), colorOf("on-light"))).toBeGreaterThan(LEAST_TEXT);
  });

  test("has a readable letter on every shade", () => {
    for (const [index, color] of colors.entries()) {
      const text = colorOf(index < 3 ? "on-light" : "on-dark");
      expect(wcagContrast(color, text)).toBeGreaterThan(LEAST_TEXT);
    }
  });
});
