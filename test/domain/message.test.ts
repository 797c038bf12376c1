import { expect, test } from "bun:test";
import { errorCode, messageOf } from "../../src/domain/message.ts";

test("anything that is thrown has a message", () => {
  expect(["text", new TypeError("wrong type"), 7, null, undefined].map(messageOf)).toEqual([
    "text",
    "wrong type",
    "7",
    "null",
    "undefined",
  ]);
});

test("an error of the system has a code, and nothing else has", () => {
  const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
  expect([missing, new Error("text"), { code: "ENOENT" }, "ENOENT", null].map(errorCode)).toEqual([
    "ENOENT",
    null,
    null,
    null,
    null,
  ]);
});
