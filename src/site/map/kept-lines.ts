import { Lru } from "../../base/lru.ts";
import type { DegreeLine } from "../../gazetteer/outline-table.ts";

type Lines = readonly DegreeLine[] | undefined;

/** The points of all lines in a generation of the cache, which take 4 MB. */
const KEPT_POINTS = 50_000;

/** The same lines for an area, as long as it is among the most recent ones: it is on the maps of all its neighbors. */
export function keptLines<Key, Found extends Lines>(find: (key: Key) => Found): (key: Key) => Found {
  const kept = new Lru<{ readonly lines: Found }, Key>({
    ...{ entries: KEPT_POINTS, size: KEPT_POINTS },
    sizeOf: (_, { lines }) => (lines ?? []).reduce((sum, { length }) => sum + length, 1),
  });
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known.lines;
    const lines = find(key);
    kept.set(key, { lines });
    return lines;
  };
}
