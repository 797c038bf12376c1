import { Lru } from "./lru.ts";

/**
 * `make` for each object, kept only for the most recent ones: what is made for all places of a dataset would take many
 * times its memory. @param most in a generation, of which there are two
 */
export function recentPer<Key extends object, Part>(most: number, make: (key: Key) => Part): (key: Key) => Part {
  const recent = new Lru<{ readonly part: Part }, Key>({ entries: most });
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined) return known.part;
    const part = make(key);
    recent.set(key, { part });
    return part;
  };
}
