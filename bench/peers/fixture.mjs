// What every peer is given: the keys it must accept and the records it must answer with.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Requests that a key may send in its window; never met in a run. */
export const QUOTA = 1_000_000_000;

const [, , port, fixturePath, database] = process.argv;

/** `{port, database, keys: [secret], cities: [record]}` from the command line. */
export function readFixture() {
  const { keys, cities } = JSON.parse(readFileSync(fixturePath, "utf8"));
  return { port: Number(port), database, keys, cities };
}

export function digestOf(key) {
  return createHash("sha256").update(key).digest("base64url");
}

export function recordsByCity(cities) {
  return new Map(cities.map((record) => [record.city, record]));
}
