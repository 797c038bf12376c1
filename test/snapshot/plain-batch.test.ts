import { expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_BODY_BYTES } from "../../src/api/body.ts";
import { isTooLong } from "../../src/domain/name.ts";
import { createAtlas } from "../../src/snapshot/atlas.ts";
import { hashOf, PlainBody } from "../../src/snapshot/plain-body.ts";
import { modelAnswer } from "../support/batch-model.ts";
import { sampleCity, sampleSnapshot } from "../support/sample-snapshot.ts";
import { releasedAtlas } from "../support/server.ts";

const atlas = createAtlas(
  sampleSnapshot([
    sampleCity("Carmel-by-the-Sea", ["Carmel"]),
    sampleCity("La Cañada Flintridge", [], 33),
    sampleCity('Half "Moon" Bay', [], 61),
  ]),
);
const known = ["Carmel", "Carmel-by-the-Sea", "La Cañada Flintridge", 'Half "Moon" Bay'];
const MOST = 25;

/** The fast path must return null, or exactly the answer that parsing JSON gives. */
function expectSameAsJson(body: Uint8Array): void {
  const answer = atlas.plainBatchAnswer(body, MOST)?.toString();
  if (answer === undefined) return;
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  const { cities } = JSON.parse(text);
  expect(cities).toBeArray();
  expect(cities.length).toBeLessThanOrEqual(MOST);
  expect(cities.every((name: unknown) => typeof name === "string" && !isTooLong(name))).toBeTrue();
  expect(answer).toBe(modelAnswer(cities, atlas));
}

const anyName = fc.oneof(
  fc.constantFrom(...known, "carmel by the sea", "Atlantis", "", "\ufeffCarmel", "\u007f"),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary", maxLength: 120 }),
);
const anySpace = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 3 });

test("a body in a form that clients write is read without JSON: compact, with a space after each comma, or indented", () => {
  const names = [...known.slice(0, 3), "carmel by the sea", "Atlantis", "", "Ñandú", "\ufeffCarmel"];
  const compact = JSON.stringify({ cities: names });
  const spaced = compact.replaceAll('","', '", "').replace(":", ": ");
  for (const body of [compact, spaced, JSON.stringify({ cities: names }, null, 2), ` ${compact}\r\n`]) {
    expect(atlas.plainBatchAnswer(Buffer.from(body), MOST)?.toString()).toBe(modelAnswer(names, atlas));
  }
});

test("any answer made without JSON is the same as with JSON, for any names and white space", () => {
  fc.assert(
    fc.property(fc.array(anyName, { maxLength: 30 }), fc.infiniteStream(anySpace), (names, spaces) => {
      const tokens = ["{", '"cities"', ":", "[", ...names.flatMap((name) => [JSON.stringify(name), ","]).slice(0, -1)];
      const body = [...tokens, "]", "}", ""].map((token) => spaces.next().value + token).join("");
      expectSameAsJson(Buffer.from(body));
      if (names.length === 0 || names.length > MOST) return;
      const isPlain = names.every((name) => !isTooLong(name) && !JSON.stringify(name).includes("\\"));
      expect(atlas.plainBatchAnswer(Buffer.from(body), MOST) !== null).toBe(isPlain);
    }),
  );
});

test("a body with an error anywhere is left to JSON, or means the same", () => {
  const whole = Buffer.from(JSON.stringify({ cities: [...known.slice(0, 3), "Atlantis"] }));
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(3), fc.uint8Array({ maxLength: 3 }), (at, removed, added) => {
      expectSameAsJson(Buffer.concat([whole.subarray(0, at), added, whole.subarray(at + removed)]));
    }),
    { numRuns: 2_000 },
  );
  for (let length = 0; length < whole.length; length++) {
    expect(atlas.plainBatchAnswer(whole.subarray(0, length), MOST)).toBeNull();
  }
});

test.each([
  ["another member before", '{"a":1,"cities":["Carmel"]}'],
  ["another member after", '{"cities":["Carmel"],"a":1}'],
  ["the member twice", '{"cities":["Carmel"],"cities":["Atlantis"]}'],
  ["an escape", '{"cities":["Carmel\\u0020"]}'],
  ["a zero byte in a name", '{"cities":["Carmel\0"]}'],
  ["a line feed in a name", '{"cities":["Carmel\n"]}'],
  ["a comma at the end", '{"cities":["Carmel",]}'],
  ["something behind", '{"cities":["Carmel"]}]'],
  ["an entry that is not a string", '{"cities":["Carmel",1]}'],
  ["no names", '{"cities":[]}'],
  ["a byte order mark", '\ufeff{"cities":["Carmel"]}'],
])("%s is left to JSON", (_, body) => {
  expect(atlas.plainBatchAnswer(Buffer.from(body), MOST)).toBeNull();
});

test("names that are not UTF-8, too long, or too many are left to JSON, which reports why", () => {
  const bodyOf = (names: readonly string[], encoding: BufferEncoding = "utf8") =>
    Buffer.from(JSON.stringify({ cities: names }), encoding);
  expect(atlas.plainBatchAnswer(bodyOf(["La Cañada Flintridge"], "latin1"), MOST)).toBeNull();
  for (const unit of ["a", "ñ", "😀"]) {
    expect(atlas.plainBatchAnswer(bodyOf([unit.repeat(100)]), MOST)).not.toBeNull();
    expect(atlas.plainBatchAnswer(bodyOf([unit.repeat(101)]), MOST)).toBeNull();
  }
  const many = (length: number) => bodyOf(Array.from({ length }, () => "Carmel"));
  expect(atlas.plainBatchAnswer(many(MOST), MOST)).not.toBeNull();
  expect(atlas.plainBatchAnswer(many(MOST + 1), MOST)).toBeNull();
});

/** An atlas with cities of these names, each with a score of its own. */
function atlasOf(names: readonly string[]) {
  return createAtlas(sampleSnapshot(names.map((name, index) => sampleCity(name, [], 20 + index))));
}

function expectAllFound(names: readonly string[]): void {
  const some = atlasOf(names);
  const answer = some.plainBatchAnswer(Buffer.from(JSON.stringify({ cities: names })), names.length);
  expect(answer?.toString()).toBe(modelAnswer(names, some));
}

test("two names with the same hash are distinguished", () => {
  const names = ["efgawb", "kqdwyd"];
  const body = new PlainBody();
  const keys = names.map((name) => body.keyAt((body.open(Buffer.from(`{"cities":["${name}"`)) ?? 0) + 1));
  expect(new Set(keys.map(hashOf)).size).toBe(1);
  expectAllFound(names);
});

test("a published name that needs escapes in JSON is not found without them", () => {
  for (const name of ["Half \tMoon", "Half\\Moon", 'Half"Moon']) {
    const some = atlasOf([name]);
    expect(some.plainBatchAnswer(Buffer.from(`{"cities":["${name}"]}`), MOST)).toBeNull();
    expect(some.batchAnswer([name]).toString()).toBe(modelAnswer([name], some));
  }
});

test("the key of a name does not depend on what follows it", () => {
  const body = new PlainBody();
  const keyOf = (rest: string) => body.keyAt((body.open(Buffer.from(`{"cities":["${rest}`)) ?? 0) + 1);
  for (let length = 0; length <= 12; length++) {
    const name = "abcdefghijkl".slice(0, length);
    expect(keyOf(`${name}","Irvine"]}`)).toEqual(keyOf(`${name}"]}`));
    expect(keyOf(`${name}"]}`)).not.toEqual(keyOf(`${name.slice(1)}m"]}`));
  }
});

test("names that differ in their length or a single letter are distinguished", () => {
  const longest = "abcdefghijklmnopqrstuvwxyz";
  expectAllFound(Array.from(longest, (_, index) => longest.slice(0, index + 1)));
  expectAllFound(Array.from(longest, (letter) => longest.replace(letter, "z")));
});

test("a name that another one begins with, or that has a zero byte after it, is not taken for the other", () => {
  const known = "RollingHillsEstates";
  const some = atlasOf([known]);
  for (let length = 0; length < known.length; length++) {
    const names = [known.slice(0, length), `${known}s`, known];
    const body = Buffer.from(JSON.stringify({ cities: names }));
    expect(some.plainBatchAnswer(body, MOST)?.toString()).toBe(modelAnswer(names, some));
    const short = atlasOf([known.slice(0, length + 1)]);
    const withZero = Buffer.from(`{"cities":["${known.slice(0, length + 1)}\0"]}`);
    expect(short.plainBatchAnswer(withZero, MOST)).toBeNull();
  }
});

test("a body is not mixed with what is left of a longer one before it", () => {
  const fresh = atlasOf(known.slice(0, 3));
  const whole = Buffer.from(JSON.stringify({ cities: known.slice(0, 3) }));
  for (let length = 0; length < whole.length; length++) {
    expect(fresh.plainBatchAnswer(whole, MOST)).not.toBeNull();
    expect(fresh.plainBatchAnswer(whole.subarray(0, length), MOST)).toBeNull();
  }
});

test("the longest body that the API accepts is read in place, and a longer one is left to JSON", () => {
  const body = (spaces: number) => Buffer.from(`{"cities":["Carmel"${" ".repeat(spaces)}]}`);
  const longest = MAX_BODY_BYTES - body(0).length;
  expect(atlas.plainBatchAnswer(body(longest), MOST)?.toString()).toBe(modelAnswer(["Carmel"], atlas));
  expect(atlas.plainBatchAnswer(body(longest + 1), MOST)).toBeNull();
  const quote = MAX_BODY_BYTES - 1;
  expect(atlas.plainBatchAnswer(body(longest).fill("a", 12), MOST)).toBeNull();
  expect(atlas.plainBatchAnswer(body(longest).fill(" ", 11).fill('"', quote), MOST)).toBeNull();
});

test("every name of the dataset is found in place", () => {
  const names = releasedAtlas.snapshot.cities.flatMap(({ record, aliases }) => [record.city, ...aliases]);
  const answer = releasedAtlas.plainBatchAnswer(Buffer.from(JSON.stringify({ cities: names })), names.length);
  expect(answer?.toString()).toBe(modelAnswer(names, releasedAtlas));
});
