// What every peer is given: the keys it must accept, and the records it must answer.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Requests that a key may send in its window; no run reaches it. */
export const QUOTA = 1_000_000_000;

const [, , port, fixturePath, database] = process.argv;

/** `keys`, `places`, and the port and database of the command line; `records` by the name of the city. */
export function readFixture() {
  const { keys, cities, places } = JSON.parse(readFileSync(fixturePath, "utf8"));
  return { keys, cities, places, records: new Map(cities.map((one) => [one.city, one])), port: Number(port), database };
}

export function digestOf(key = "") {
  return createHash("sha256").update(key).digest("base64url");
}
