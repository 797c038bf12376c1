import type { MadePer } from "./recent-per.ts";

/** `make` for each object, called once and kept as long as the object. A part derived from a dataset goes with it. */
export function oncePer<Key extends object, Part>(make: (key: Key) => Part): MadePer<Key, Part> {
  let made: WeakMap<Key, { readonly part: Part }>;
  const forget = () => {
    made = new WeakMap();
  };
  forget();
  const partOf = (key: Key): Part => {
    const known = made.get(key);
    if (known !== undefined) return known.part;
    const part = make(key);
    made.set(key, { part });
    return part;
  };
  return Object.assign(partOf, { forget });
}
