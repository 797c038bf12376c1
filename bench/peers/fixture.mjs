// The input of every peer: the keys it must accept and the answers it must give.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Requests that a key may send in its window; no run reaches it. */
export const QUOTA = 1_000_000_000;

const [, , port, fixturePath, database] = process.argv;

/** `{port, database}` from the command line, with the contents of `PeerFixture`. */
export function readFixture() {
  return { ...JSON.parse(readFileSync(fixturePath, "utf8")), port: Number(port), database };
}

export function digestOf(key) {
  return createHash("sha256").update(key).digest("base64url");
}

export function recordsByCity(cities) {
  return new Map(cities.map((record) => [record.city, record]));
}
