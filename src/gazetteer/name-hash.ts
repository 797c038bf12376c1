import { firstFrom } from "../base/sorted.ts";
import { summed } from "./place-table.ts";

/**
 * Names by a short hash, in two columns: as a map, those of the country would take thirty times the memory. A few
 * candidates are of other names, so whoever asks compares the names.
 */
export interface NameHashFile {
  readonly format: 1;
  /** In order, as differences. */
  readonly hashes: readonly number[];
  /** Of the name with each hash. */
  readonly values: readonly number[];
}

export type NameHashes = ReturnType<typeof openHashes>;

export function hashNames(names: Iterable<readonly [name: string, value: number]>): NameHashFile {
  const pairs = [...names].map(([name, value]) => [hashOf(name), value] as const);
  pairs.sort(([a, first], [b, second]) => a - b || first - second);
  return {
    format: 1,
    hashes: pairs.map(([hash], index) => hash - (pairs[index - 1]?.[0] ?? 0)),
    values: pairs.map(([, value]) => value),
  };
}

export function openHashes(file: NameHashFile) {
  const hashes = summed(file.hashes);
  const values = Uint32Array.from(file.values);
  return {
    /** The values of the names that have the hash of one, from `first` to before `end`. */
    candidates(name: string, first: number, end: number): readonly number[] {
      const hash = hashOf(name);
      const found: number[] = [];
      for (let at = firstFrom(hashes, hash); hashes[at] === hash; at++) {
        const value = values[at] ?? 0;
        if (value >= first && value < end) found.push(value);
      }
      return found;
    },
  };
}

const HASH_BITS = 24;

/** FNV-1a by UTF-16 unit, folded to fewer bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> HASH_BITS) ^ (hash & (2 ** HASH_BITS - 1));
}
