import { expect, test } from "bun:test";
import fc from "fast-check";
import { openBoxes } from "../../src/gazetteer/box-grid.ts";

const box = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.nat(40), fc.integer({ min: -50, max: 50 }), fc.nat(40))
  .map(([west, width, south, height]) => [west, west + width, south, south + height] as const);
const value = fc.oneof(fc.integer({ min: -100, max: 130 }), fc.double({ min: -100, max: 130, noNaN: true }));
const margin = fc.oneof(fc.constant(0), fc.nat(60), fc.double({ min: 0, max: 60, noNaN: true }));

test("the grid finds the boxes that a look at each finds, in their order", () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 60 }), value, value, margin, margin, (boxes, x, y, marginX, marginY) => {
      const expected = boxes.flatMap(([west, east, south, north], index) => {
        const isIn = x >= west - marginX && x <= east + marginX && y >= south - marginY && y <= north + marginY;
        return isIn ? [index] : [];
      });
      expect(openBoxes(Int32Array.from(boxes.flat()))(x, y, marginX, marginY)).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});
