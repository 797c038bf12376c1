// What every peer is given: the keys it must accept, and the records it must answer.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Requests that a key may send in its window; no run reaches it. */
export const QUOTA = 1_000_000_000;

const [, , port, fixturePath, database] = process.argv;

/**
 * `digests` of the keys to accept, and of those that send nothing; `places`, and the port and database of the command line;
 * `records` by the name of the city.
 */
export function readFixture() {
  const { keys, customers, cities, places } = JSON.parse(readFileSync(fixturePath, "utf8"));
  const idle = Array.from({ length: customers - keys.length }, (_, number) => digestOf(`idle ${number}`));
  const records = new Map(cities.map((one) => [one.city, one]));
  return { digests: spread(keys.map(digestOf), idle), cities, places, records, port: Number(port), database };
}

/** The keys that send requests lie at equal distances among the others, not next to each other. */
function spread(active, idle) {
  const gap = Math.floor(idle.length / active.length);
  return active.flatMap((digest, index) => [digest, ...idle.slice(index * gap, (index + 1) * gap)]);
}

export function digestOf(key = "") {
  return createHash("sha256").update(key).digest("base64url");
}
