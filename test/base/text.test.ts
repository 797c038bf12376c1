import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  atMost,
  cutText,
  hasControlCharacter,
  isTooLong,
  MAX_NAME_LENGTH,
  madeOf,
  NAME_PATTERN,
  ownText,
  type Typed,
  typed,
} from "../../src/base/text.ts";
import { normalized } from "../../src/gazetteer/fold.ts";
import { stateOf } from "../../src/gazetteer/state-text.ts";
import { releasedPlaces } from "../support/server.ts";

const LONGEST = ["x".repeat(100), "💥".repeat(100), `${"💥".repeat(50)}${"x".repeat(50)}`];
const LONGER = ["x".repeat(101), "💥".repeat(101), `${"💥".repeat(99)}xx`, "x".repeat(200), "x".repeat(201)];

test("a text has at most 100 characters, whatever their size in memory", () => {
  expect(MAX_NAME_LENGTH).toBe(100);
  expect(LONGEST.filter(isTooLong)).toEqual([]);
  expect(LONGER.filter(isTooLong)).toEqual(LONGER);
  expect(LONGEST.map(typed)).toEqual(LONGEST.map((text) => ownText(text)));
  for (const text of LONGER) expect(typed(text)).toEqual({ fault: "too_long", detail: "has more than 100 characters" });
});

test("a name has no control character, apart from line ends and tabs, which are white space", () => {
  for (let code = 0; code < 0xa0; code++) {
    const character = String.fromCodePoint(code);
    const isRefused = /\p{Cc}/u.test(character) && character.trim() !== "" && character !== "\u0085";
    expect([code, hasControlCharacter(`a${character}b`)]).toEqual([code, isRefused]);
    expect([code, new RegExp(NAME_PATTERN, "u").test(`a${character}b`)]).toEqual([code, !isRefused]);
    expect(typeof typed(`a${character}b`)).toBe(isRefused ? "object" : "string");
  }
  expect(typed("\0".repeat(101))).toMatchObject({ fault: "too_long" });
});

test("any text is well-formed after it is read, and otherwise unchanged", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.constantFrom("", "\ud800", "\udc00"),
      (text, half) => {
        const read = atMost(text + half, 200);
        expect(read).toBe(atMost(text + (half && "\ufffd"), 200));
        expect(typeof read === "string" && read.isWellFormed()).toBe(true);
      },
    ),
  );
});

test("what is too long for the product's own tables, or grows beyond any fold, is an error", () => {
  expect(() => ownText("x".repeat(101))).toThrow(RangeError);
  expect(() => madeOf(ownText("x"), "x".repeat(4_001))).toThrow(RangeError);
  expect(madeOf(ownText("Los Angeles"), "los angeles")).toBe(ownText("los angeles"));
});

describe("a text that is cut", () => {
  test("is valid for the API, whatever was typed, and unchanged if it was already valid", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const name = cutText(text);
        expect(isTooLong(name)).toBe(false);
        expect(name).not.toMatch(/\p{Cc}/u);
        expect(name.isWellFormed()).toBe(true);
        expect(cutText(name)).toBe(name);
      }),
    );
    expect(String(cutText(" La Cañada Flintridge "))).toBe("La Cañada Flintridge");
    expect(String(cutText("\tSan\r\n\u0000Jose\u0085\u001b"))).toBe("San Jose");
  });

  test("is cut at a whole character", () => {
    expect(String(cutText(`${"x".repeat(99)}💥💥`))).toBe(`${"x".repeat(99)}💥`);
    expect(String(cutText(`${"x".repeat(99)} y`))).toBe("x".repeat(99));
  });
});

test("text of a request cannot be folded, matched, or looked up before it is read: it does not compile", () => {
  const raw: string = JSON.parse('"Irvine"');
  const calls = [
    // @ts-expect-error a string may have any length
    () => normalized(raw),
    // @ts-expect-error a string may have any length
    () => stateOf(raw),
    // @ts-expect-error a string may have any length
    () => releasedPlaces.city(raw),
    // @ts-expect-error a string may have any length
    () => releasedPlaces.county(raw),
    async () => {
      const geography = await releasedPlaces.geography();
      // @ts-expect-error a string may have any length
      geography.locate({ name: raw });
      // @ts-expect-error a string may have any length
      geography.list({ q: raw, limit: 1 });
    },
    // @ts-expect-error a fault is no text
    (): Typed => typed(raw),
    // @ts-expect-error a bound is a part of the type
    (): Typed => ownText("x") as ReturnType<typeof atMost<200>>,
  ];
  expect(calls.length).toBe(7);
});
