import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseArcs } from "../../src/places/arcs.ts";
import { currentGeography, currentGeographyFile } from "../support/current-geography.ts";

const step = fc.tuple(fc.integer({ min: -9_999, max: 9_999 }), fc.integer({ min: -9_999, max: 9_999 }));

test("arcs have the same points as those of JSON.parse, added up", () => {
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 8 }), (arcs) => {
      const { points, starts } = parseArcs(Buffer.from(JSON.stringify(arcs)));
      const read = arcs.map((_, arc) => [...points.subarray(2 * (starts[arc] ?? 0), 2 * (starts[arc + 1] ?? 0))]);
      expect(starts).toHaveLength(arcs.length + 1);
      expect(read).toEqual(arcs.map(pointsOf));
    }),
  );
});

test.each(["[[[1,2]]", "[[[1.5,2]]]", "[[[1, 2]]]", "null"])("%s is not a list of arcs", (json) => {
  expect(() => parseArcs(Buffer.from(json))).toThrow(RangeError);
});

test("the service has every line of the geography file", () => {
  const { arcs, transform } = currentGeographyFile.boundaries;
  const { boundaries } = currentGeography.file;
  const { scale, translate } = transform ?? { scale: [], translate: [] };
  const degrees = (axis: 0 | 1, value = 0) => (translate[axis] ?? 0) + value * (scale[axis] ?? 1);
  expect(boundaries.lineCount).toBe(arcs.length);
  for (const [line, steps] of arcs.entries()) {
    const values = pointsOf(steps);
    expect(boundaries.line(line)).toEqual(
      steps.map((_, point) => [degrees(0, values[2 * point]), degrees(1, values[2 * point + 1])]),
    );
  }
});

/** Column and row of each point, from the steps between them. */
function pointsOf(steps: readonly (readonly number[])[]): number[] {
  let [column, row] = [0, 0];
  return steps.flatMap(([right = 0, up = 0]) => {
    column += right;
    row += up;
    return [column, row];
  });
}
