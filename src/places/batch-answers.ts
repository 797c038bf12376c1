import type { BatchData, CityRecord } from "../domain/record.ts";
import type { SnapshotCity } from "../domain/snapshot.ts";
import { namesOf } from "./california/alias.ts";

const NOT_FOUND = '"found":false,"data":null}';

const OPENING = Buffer.from('{"results":[');
const CLOSING = Buffer.from("]}");

/**
 * Writes answers to batches (contract 2.3) from items prepared for each published name: several times faster than
 * `JSON.stringify`, and as bytes, so that an answer is copied once. Each `city` is the string of the request.
 */
export function batchAnswers(
  cities: readonly SnapshotCity[],
  find: (name: string) => SnapshotCity | undefined,
): (names: readonly string[]) => Buffer<ArrayBuffer> {
  const items = new Map<string, Uint8Array>();
  const rests = new Map<SnapshotCity, string>();
  for (const city of cities) {
    const rest = `"found":true,"data":${JSON.stringify(dataOf(city.record))}}`;
    rests.set(city, rest);
    for (const name of namesOf(city)) items.set(name, itemOf(name, rest));
  }
  const itemFor = (name: string) => {
    const city = find(name);
    return itemOf(name, (city && rests.get(city)) ?? NOT_FOUND);
  };
  return (names) => {
    const [first, ...others] = names.map((name) => items.get(name) ?? itemFor(name));
    const list = first === undefined ? [] : [first.subarray(1), ...others];
    return Buffer.concat([OPENING, ...list, CLOSING]);
  };
}

/** With a comma before it, which the first item of an answer loses. */
function itemOf(name: string, rest: string): Uint8Array {
  return Buffer.from(`,{"city":${JSON.stringify(name)},${rest}`);
}

function dataOf({ safety_score, grade, grade_label, crime_rate_per_1k }: CityRecord): BatchData {
  return { safety_score, grade, grade_label, crime_rate_per_1k };
}
