import { expect, test } from "bun:test";
import { ByteParts } from "../../src/base/byte-parts.ts";

const partsOf = (...texts: readonly string[]) => new ByteParts(texts.map((text) => Buffer.from(text)));

test.each([
  [[]],
  [["{", "}"]],
  [['{"city":"', "La Cañada Flintridge", '"}']],
  [["x".repeat(65_536)]],
  [["x".repeat(65_536), "é"]],
])("parts are one text, however long", (texts) => {
  const parts = partsOf(...texts);
  expect(parts.toString()).toBe(texts.join(""));
  expect(Buffer.from(parts.joined()).toString()).toBe(texts.join(""));
});

test("a response keeps its text when the next one is made", async () => {
  const texts = ["the first", "a second, which is longer", "x".repeat(70_000), "the last"];
  const responses = texts.map((text) => new Response(partsOf(text, ".").joined()));
  const read = await Promise.all(responses.map((response) => response.text()));
  expect(read).toEqual(texts.map((text) => `${text}.`));
});
