// Programs without a compiler can pass anything. A wrong argument gets an error that says what the method takes, and
// nothing is sent. The value is not repeated, because it may be a key by mistake.

/** A name without the white space around it. @throws TypeError if it is not a string or is empty */
export function nameFor(method: string, name: unknown): string {
  if (typeof name === "string" && name.trim() !== "") return name.trim();
  throw new TypeError(`${method}() takes a name, such as "Irvine", not ${kindOf(name)}.`);
}

/** @throws TypeError if the query is not an object */
export function checkQuery(method: string, example: string, query: unknown): void {
  if (typeof query === "object" && query !== null && !Array.isArray(query)) return;
  throw new TypeError(`${method}() takes an object, such as ${example}, not ${kindOf(query)}.`);
}

/** @throws TypeError if it is not a list, or is a string, which would be read letter by letter */
export function listFor<Item>(method: string, example: string, list: Iterable<Item>): Item[] {
  const given: unknown = list;
  if (typeof given === "object" && given !== null && Symbol.iterator in given) return [...list];
  throw new TypeError(`${method}() takes a list, such as ${example}, not ${kindOf(given)}.`);
}

/** @throws TypeError if an element is not a string; an empty one is only not found */
export function checkNames(method: string, names: readonly unknown[]): void {
  const index = names.findIndex((name) => typeof name !== "string");
  if (index !== -1) throw new TypeError(`${method}() takes names, but element ${index} is ${kindOf(names[index])}.`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return value.trim() === "" ? "an empty string" : "a string";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
