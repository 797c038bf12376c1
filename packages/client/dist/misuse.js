export function nameFor(method, name) {
    if (typeof name === "string" && name.trim() !== "")
        return name.trim();
    throw new TypeError(`${method}() takes a name, such as "Irvine", not ${kindOf(name)}.`);
}
export function checkQuery(method, example, query) {
    if (typeof query === "object" && query !== null && !Array.isArray(query))
        return;
    throw new TypeError(`${method}() takes an object, such as ${example}, not ${kindOf(query)}.`);
}
export function listFor(method, example, list) {
    const given = list;
    if (typeof given === "object" && given !== null && Symbol.iterator in given)
        return [...list];
    throw new TypeError(`${method}() takes a list, such as ${example}, not ${kindOf(given)}.`);
}
export function checkNames(method, names) {
    const index = names.findIndex((name) => typeof name !== "string");
    if (index !== -1)
        throw new TypeError(`${method}() takes names, but element ${index} is ${kindOf(names[index])}.`);
}
function kindOf(value) {
    if (value === null || value === undefined)
        return String(value);
    if (typeof value === "string")
        return value.trim() === "" ? "an empty string" : "a string";
    if (Array.isArray(value))
        return "an array";
    return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
