import { expect, test } from "bun:test";
import fc from "fast-check";
import { PlaceTable } from "../../src/snapshot/place-table.ts";
import type { ReadyAnswer } from "../../src/snapshot/ready-answer.ts";

/** Tags have 22 characters between their quotes. */
const etagOf = (position: number) => `"${String(position).padStart(22, "0")}"`;

function published(table: PlaceTable, name: string): ReadyAnswer | undefined {
  const bytes = Buffer.from(name);
  // What follows the name must not matter.
  const { buffer, byteOffset } = Buffer.concat([bytes, Buffer.from("XYZ")]);
  return table.publishedAnswer(new DataView(buffer, byteOffset), bytes.length);
}

test("finds exactly the added names, each with its answer and position", () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom("a", "b", "ñ"), maxLength: 4 }),
  );
  const place = fc.record({ name, body: fc.string({ unit: "grapheme", maxLength: 50 }) });
  const places = fc.uniqueArray(place, { selector: (one) => one.name, maxLength: 40 });
  fc.assert(
    fc.property(places, fc.array(name), (added, others) => {
      const table = new PlaceTable();
      const answers = added.map(({ name, body }, position) => {
        const answer = { body, etag: etagOf(position) };
        table.add(answer, [name, `${name} alias`, name], [`key of ${name}`]);
        return [name, answer] as const;
      });
      expect(table.size).toBe(added.length);
      for (const [position, [name, answer]] of answers.entries()) {
        expect(published(table, name)).toEqual(answer);
        expect(published(table, `${name} alias`)).toEqual(answer);
        expect(table.answer(`key of ${name}`)).toEqual(answer);
        expect(table.position(`key of ${name}`)).toBe(position);
      }
      const known = new Map(answers);
      for (const other of others.filter((other) => !other.endsWith(" alias"))) {
        expect(published(table, other)).toEqual(known.get(other));
        expect([table.answer(other), table.position(other)]).toEqual([undefined, undefined]);
      }
    }),
  );
});

test("keeps the answers of earlier places when it grows", () => {
  const count = 5_000;
  const table = new PlaceTable();
  const letters = ["n", "ñ", "市"];
  const bodyOf = (position: number) => `${position} ${letters[position % 3]}`.repeat(position % 100);
  for (let position = 0; position < count; position++) {
    table.add({ body: bodyOf(position), etag: etagOf(position) }, [`Place ${position}`], [`place ${position}`]);
  }
  for (let position = 0; position < count; position++) {
    const answer = { body: bodyOf(position), etag: etagOf(position) };
    expect(published(table, `Place ${position}`)).toEqual(answer);
    expect(table.answer(`place ${position}`)).toEqual(answer);
    expect(table.position(`place ${position}`)).toBe(position);
  }
  expect(published(table, `Place ${count}`)).toBeUndefined();
});

test("tells names with the same hash apart", () => {
  const pairs = [
    ["Place amk7t9", "Place 87ltcg"],
    ["yfolccihCity", "rlgltriqCity"],
    ["Abqq2gmnbaxi", "Abqq2gmn"],
  ] as const;
  for (const [first, second] of pairs) {
    const table = new PlaceTable();
    const answers = [first, second].map((name, position) => ({ body: name, etag: etagOf(position) }));
    for (const answer of answers) {
      expect(published(table, answer.body)).toBeUndefined();
      table.add(answer, [answer.body], [answer.body]);
    }
    for (const answer of answers) expect(published(table, answer.body)).toEqual(answer);
  }
});

test("refuses a second place with the same normalized name", () => {
  const table = new PlaceTable();
  table.add({ body: "1", etag: etagOf(1) }, ["St. Helena"], ["st helena"]);
  const second = { body: "2", etag: etagOf(2) };
  expect(() => table.add(second, ["Saint Helena"], ["st helena"])).toThrow('two places have the name "st helena"');
});

test("a lone surrogate is not the replacement character", () => {
  const table = new PlaceTable();
  table.add({ body: "1", etag: etagOf(1) }, ["\ufffd"], ["\ufffd"]);
  expect(table.answer("\ufffd")?.body).toBe("1");
  expect([table.answer("\ud800"), table.position("\ud800")]).toEqual([undefined, undefined]);
});

test("refuses a name that is too long for the table", () => {
  const answer = { body: "1", etag: etagOf(1) };
  expect(() => new PlaceTable().add(answer, ["x".repeat(65_536)], [])).toThrow(RangeError);
  const table = new PlaceTable();
  table.add(answer, ["x".repeat(65_535)], []);
  expect(published(table, "x".repeat(65_535))).toEqual(answer);
});
