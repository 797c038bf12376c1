import { Lru } from "./lru.ts";

/** What is made for each object, and a way to drop what is kept. */
export interface MadePer<Key extends object, Part> {
  (key: Key): Part;
  readonly forget: () => void;
}

/**
 * `make` for each object, kept only for the most recent ones: what is made for all places of a dataset would take many
 * times its memory. @param most in a generation, of which there are two
 */
export function recentPer<Key extends object, Part>(most: number, make: (key: Key) => Part): MadePer<Key, Part> {
  let recent: Lru<{ readonly part: Part }, Key>;
  const forget = () => {
    recent = new Lru({ entries: most });
  };
  forget();
  const made = (key: Key): Part => {
    const known = recent.get(key);
    if (known !== undefined) return known.part;
    const part = make(key);
    recent.set(key, { part });
    return part;
  };
  return Object.assign(made, { forget });
}
