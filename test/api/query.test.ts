import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readParameters, unknownParameters } from "../../src/api/query.ts";

const KNOWN = ["q", "kind", "limit"];

test("known parameters are decoded once, with + as a space", () => {
  expect(readParameters("q=la+ca%C3%B1ada%2B&kind=city&&limit=", KNOWN)).toEqual({
    ok: true,
    values: { q: "la cañada+", kind: "city", limit: "" },
  });
});

test("encoded values are decoded to the original, whatever it is", () => {
  const text = fc.string({ unit: "grapheme" }).filter((one) => !/\p{Cc}/u.test(one) && one.isWellFormed());
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...KNOWN), text), (values) => {
      expect(readParameters(new URLSearchParams(values).toString(), KNOWN)).toEqual({ ok: true, values });
    }),
  );
});

describe("an invalid query is refused with the parameter's name", () => {
  test.each([
    ["an unknown name", "stat=CA", "stat"],
    ["a name without a value", "stat", "stat"],
    ["a name of the prototype", "__proto__=1", "__proto__"],
    ["a repeated parameter", "q=a&q=a", "q"],
    ["a lone percent sign", "q=%", "q"],
    ["bytes that are not UTF-8", "q=%ff", "q"],
    ["a control character", "q=a%00", "q"],
    ["a broken name", "%zz=1", ""],
    ["a key in place of a name", "svc_live_abc=1", ""],
    ["a name of any length", `${"x".repeat(99)}=1`, ""],
  ])("%s", (_, search, parameter) => {
    expect(readParameters(search, KNOWN)).toMatchObject({
      ok: false,
      refusal: { code: "invalid_parameter", members: { errors: [{ parameter }] } },
    });
  });
});

test("an answer lists at most ten faults", () => {
  const search = Array.from({ length: 50 }, (_, index) => `a${index}=1`).join("&");
  expect(unknownParameters(search)?.refusal.members?.errors).toHaveLength(10);
});

test("an empty query is valid", () => {
  expect(unknownParameters("")).toBeNull();
  expect(unknownParameters("&")).toBeNull();
});
