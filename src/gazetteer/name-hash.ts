/** Names by a hash of 32 bits, in two arrays: as a map, those of the country would take thirty times the memory. */
export interface NameHashes {
  /** The values of the names that have the hash of one; a few may be of other names. */
  candidates(name: string): readonly number[];
}

export function hashNames(names: Iterable<readonly [name: string, value: number]>): NameHashes {
  const pairs: (readonly [hash: number, value: number])[] = [];
  for (const [name, value] of names) pairs.push([hashOf(name), value]);
  pairs.sort(([a, first], [b, second]) => a - b || first - second);
  const hashes = Uint32Array.from(pairs, ([hash]) => hash);
  const values = Uint32Array.from(pairs, ([, value]) => value);
  return {
    candidates(name) {
      const hash = hashOf(name);
      const found: number[] = [];
      for (let at = firstFrom(hashes, hash); hashes[at] === hash; at++) found.push(values[at] ?? 0);
      return found;
    },
  };
}

/** FNV-1a, by UTF-16 unit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function firstFrom(sorted: Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
