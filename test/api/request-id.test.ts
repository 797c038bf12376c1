import { expect, test } from "bun:test";
import fc from "fast-check";
import { requestIdOf, traceparentOf } from "../../src/http/path.ts";

const headers = (name: string, value: string) => new Headers({ [name]: value });
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });

test("an id in our format is kept, and any other text is replaced by a new one", () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), (given) => {
      expect(requestIdOf(headers("X-Request-Id", given))).toBe(given);
    }),
  );
  const key = `svc_live_${"a".repeat(38)}`;
  for (const given of ["", "mine", key, crypto.randomUUID().toUpperCase(), `${crypto.randomUUID()} `.repeat(2)]) {
    const made = requestIdOf(headers("X-Request-Id", given));
    expect(made).not.toBe(given);
    expect(requestIdOf(headers("X-Request-Id", made))).toBe(made);
  }
});

test("only a valid W3C Trace Context traceparent is kept", () => {
  fc.assert(
    fc.property(hex(32), hex(16), hex(2), (trace, parent, flags) => {
      const given = `00-${trace}-${parent}-${flags}`;
      const isNone = /^0+$/.test(trace) || /^0+$/.test(parent);
      expect(traceparentOf(headers("traceparent", given))).toBe(isNone ? null : given);
    }),
  );
  const [trace, parent] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  for (const given of [
    `ff-${trace}-${parent}-01`,
    `00-${trace}-${parent}`,
    `00-${trace}-${parent}-01-x`,
    "svc_live_x",
  ]) {
    expect(traceparentOf(headers("traceparent", given))).toBeNull();
  }
  expect(traceparentOf(new Headers())).toBeNull();
});
