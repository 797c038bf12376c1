import { expect, test } from "bun:test";
import fc from "fast-check";
import { textWidth } from "../../../src/site/charts/labels.ts";
import { apart } from "../../../src/site/map/apart.tsx";
import { LINE, type NamedPoint, type PlacedName, placedNames } from "../../../src/site/map/name-spots.ts";

const SIZE = [620, 480] as const;
const HALF = [12, 10] as const;

type Box = readonly [left: number, top: number, right: number, bottom: number];

function boxOf({ name }: NamedPoint, { x, y, anchor }: PlacedName): Box {
  const width = textWidth(name, "plain");
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  return [left, y - 12, left + width, y + LINE - 12];
}

function marksAt(points: readonly (readonly [number, number])[], name = "Riverdale"): readonly NamedPoint[] {
  return apart(points, [24, 20]).map((at, index) => ({ name: `${name} ${index}`, at, half: HALF, isBold: false }));
}

/** More than a pixel over each other. */
function isOver(one: Box, other: Box): boolean {
  return one[0] + 1 < other[2] && other[0] + 1 < one[2] && one[1] + 1 < other[3] && other[1] + 1 < one[3];
}

test("no name covers a mark, another name, or an edge, and one far from its mark has a line to it", () => {
  const point = fc.tuple(fc.integer({ min: 60, max: 560 }), fc.integer({ min: 40, max: 420 }));
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 11 }), (points) => {
      const marks = marksAt(points);
      const names = placedNames(marks, SIZE);
      const boxes = marks.flatMap((mark, index) => {
        const name = names[index];
        return name === undefined ? [] : [{ box: boxOf(mark, name), name, mark }];
      });
      for (const [index, { box, name, mark }] of boxes.entries()) {
        expect(box[0] >= 0 && box[1] >= 0 && box[2] <= SIZE[0] && box[3] <= SIZE[1]).toBe(true);
        for (const { at, half } of marks)
          expect(isOver(box, [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]])).toBe(false);
        for (const other of boxes.slice(index + 1)) expect(isOver(box, other.box)).toBe(false);
        const [from] = name.leader ?? [];
        if (from) expect(Math.abs(from[0] - mark.at[0]) - HALF[0]).toBeLessThan(0.001);
      }
    }),
    { numRuns: 200 },
  );
});

test("a cluster without room between its marks has every name, the inner one at the end of a line", () => {
  const rows = [200, 230, 260].flatMap((y) => [270, 310, 350].map((x) => [x, y] as const));
  const names = placedNames(marksAt(rows), SIZE);
  expect(names).not.toContain(undefined);
  expect(names[4]?.leader).toBeDefined();
});
