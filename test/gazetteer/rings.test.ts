import { expect, test } from "bun:test";
import { polygonArea } from "d3-polygon";
import fc from "fast-check";
import { type Point, polygonsAround } from "../../src/gazetteer/rings.ts";

/** A square's border in lines, each of one side, in any order and direction. */
function sides([x, y]: Point, size: number): Point[][] {
  const corners: Point[] = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ];
  return corners.map((corner, index) => [corner, corners[(index + 1) % 4] ?? corner]);
}

const lines = [
  // A square with a hole, an island in the hole, another square, and one that touches it at a corner.
  ...sides([0, 0], 10),
  ...sides([2, 2], 6),
  ...sides([4, 4], 2),
  ...sides([20, 0], 5),
  ...sides([25, 5], 5),
];

test("lines in any order and direction are polygons with their holes", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(lines, { minLength: lines.length }),
      fc.array(fc.boolean(), { minLength: lines.length, maxLength: lines.length }),
      (shuffled, turned) => {
        const polygons = polygonsAround(shuffled.map((line, index) => (turned[index] ? line.toReversed() : line)));
        const areas = polygons.map((rings) => rings.map((ring) => Math.abs(polygonArea(ring))).join("-")).toSorted();
        expect(areas).toEqual(["100-36", "25", "25", "4"]);
        for (const ring of polygons.flat()) expect([ring.length, ring.at(-1)]).toEqual([5, ring[0]]);
      },
    ),
  );
});
