import { expect, test } from "bun:test";
import { messageOf } from "../../src/domain/message.ts";

test("anything that is thrown has a message", () => {
  expect(["text", new TypeError("wrong type"), 7, null, undefined].map(messageOf)).toEqual([
    "text",
    "wrong type",
    "7",
    "null",
    "undefined",
  ]);
});
