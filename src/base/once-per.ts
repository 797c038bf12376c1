/** `make` for each object, called once and kept as long as the object. A part derived from a dataset goes with it. */
export function oncePer<Key extends object, Part>(make: (key: Key) => Part): (key: Key) => Part {
  const made = new WeakMap<Key, { readonly part: Part }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.part;
    const part = make(key);
    made.set(key, { part });
    return part;
  };
}
