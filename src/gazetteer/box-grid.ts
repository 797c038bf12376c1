/** West, east, south, and north of each box, one after another, as whole numbers. */
export type Boxes = Int32Array;

/**
 * Finds the boxes around a place without a look at each: the ground that they cover is divided into about as many cells as
 * there are boxes, and each cell lists the boxes that reach into it.
 */
export function openBoxes(boxes: Boxes) {
  const size = boxes.length / 4;
  const side = Math.max(1, Math.ceil(Math.sqrt(size)));
  const columnOf = cellsAlong(boxes, 0, side);
  const rowOf = cellsAlong(boxes, 2, side);
  const eachCell = (box: number, visit: (cell: number) => void) => {
    const [west, east] = [columnOf(boxes[box * 4] ?? 0), columnOf(boxes[box * 4 + 1] ?? 0)];
    const [south, north] = [rowOf(boxes[box * 4 + 2] ?? 0), rowOf(boxes[box * 4 + 3] ?? 0)];
    for (let row = south; row <= north; row++) {
      for (let column = west; column <= east; column++) visit(row * side + column);
    }
  };
  /** Cell n lists the boxes from `starts[n]` to `starts[n + 1]`, in their order. */
  const starts = new Uint32Array(side * side + 1);
  for (let box = 0; box < size; box++) {
    eachCell(box, (cell) => {
      starts[cell + 1] = (starts[cell + 1] ?? 0) + 1;
    });
  }
  for (let cell = 0; cell < side * side; cell++) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0);
  const listed = new Uint16Array(starts.at(-1) ?? 0);
  const next = starts.slice();
  for (let box = 0; box < size; box++) {
    eachCell(box, (cell) => {
      const at = next[cell] ?? 0;
      listed[at] = box;
      next[cell] = at + 1;
    });
  }
  /** The boxes that a place is in, extended on each side by a margin, in their order. */
  return (x: number, y: number, marginX: number, marginY: number): readonly number[] => {
    const found: number[] = [];
    const [west, east] = [columnOf(x - marginX), columnOf(x + marginX)];
    const [south, north] = [rowOf(y - marginY), rowOf(y + marginY)];
    for (let row = south; row <= north; row++) {
      for (let cell = row * side + west; cell <= row * side + east; cell++) {
        for (let at = starts[cell] ?? 0; at < (starts[cell + 1] ?? 0); at++) {
          const box = listed[at] ?? 0;
          const first = box * 4;
          if (x < (boxes[first] ?? 0) - marginX || x > (boxes[first + 1] ?? 0) + marginX) continue;
          if (y < (boxes[first + 2] ?? 0) - marginY || y > (boxes[first + 3] ?? 0) + marginY) continue;
          found.push(box);
        }
      }
    }
    return west === east && south === north ? found : [...new Set(found)].sort((a, b) => a - b);
  };
}

/** The cell along one side that a value is in; those outside of all boxes are in the first or the last one. */
function cellsAlong(boxes: Boxes, lowest: 0 | 2, side: number): (value: number) => number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = lowest; at < boxes.length; at += 4) {
    least = Math.min(least, boxes[at] ?? 0);
    most = Math.max(most, boxes[at + 1] ?? 0);
  }
  const length = Math.max(1, (most - least) / side);
  return (value) => Math.min(side - 1, Math.max(0, Math.floor((value - least) / length)));
}
