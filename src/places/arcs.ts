const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** Open brackets in the list of arcs, and in a point of an arc. */
const IN_LIST = 1;
const IN_POINT = 3;

/** The points of all arcs in one array. */
export interface Arcs {
  /** Column and row of each point. Arc n has the points from `starts[n]` to `starts[n + 1]`. */
  readonly points: Int32Array;
  readonly starts: Uint32Array;
}

/**
 * Reads the arcs of a quantized topology from JSON without spaces, such as `[[[7,5],[-2,0]],[[5,6]]]`: the first point
 * of each arc, and the step to each next one. `JSON.parse` would create an array for each point. Trusts that each point
 * has two numbers. @throws RangeError if a byte cannot be part of such a list, or the list has no end
 */
export function parseArcs(json: Uint8Array): Arcs {
  // Each point has a bracket, and so have each arc and the list.
  const points = new Int32Array(2 * countOf(json, OPEN));
  const starts = [0];
  let [depth, first, count] = [0, 0, 0];
  let [value, sign] = [0, 1];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) value = 10 * value + byte - ZERO;
    else if (byte === MINUS) sign = -1;
    else if (byte === OPEN) depth++;
    else if (byte !== COMMA && byte !== CLOSE) throw new RangeError(`an arc has the byte ${byte}`);
    else {
      if (depth === IN_POINT) {
        const before = count < first + 2 ? 0 : (points[count - 2] ?? 0);
        points[count++] = before + sign * value;
        value = 0;
        sign = 1;
      }
      if (byte === CLOSE && --depth === IN_LIST) {
        first = count;
        starts.push(count / 2);
      }
    }
  }
  if (depth !== 0) throw new RangeError("the list of arcs has no end");
  return { points, starts: Uint32Array.from(starts) };
}

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === wanted) count++;
  return count;
}
