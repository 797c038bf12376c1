/** The cast: the type of `Object.fromEntries` does not include that every name has an entry. */
export function recordFrom<Name extends string, Value>(
  entries: readonly (readonly [Name, Value])[],
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(entries) as Record<Name, Value>;
}

export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table).filter((name): name is Name => name in table);
}
