import { expect, test } from "bun:test";
import fc from "fast-check";
import { HeldFile } from "../../src/base/held-file.ts";

/** Lines of any length, also longer than what is compressed together. */
const line = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.nat(20_000).map((length) => "é".repeat(length)),
);
const lines = fc.array(line.map((text) => text.replaceAll("\n", " ")));

test("each line and the whole file are read as they are, before and after it is compressed, in each thread", async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.boolean(), async (own, ends) => {
      const bytes = Buffer.from(own.join("\n") + (ends ? "\n" : ""));
      const file = HeldFile.of(bytes);
      const expectSame = (read: HeldFile) => {
        expect([read.length, read.bytes()]).toEqual([bytes.length, bytes]);
        let start = 0;
        for (const text of own) {
          const end = start + Buffer.byteLength(text);
          expect(read.text(start, end)).toBe(bytes.toString("utf8", start, end));
          const middle = (start + end) >> 1;
          expect(read.text(middle, end)).toBe(bytes.toString("utf8", middle, end));
          start = end + 1;
        }
      };
      expectSame(file);
      expectSame(new HeldFile(file.shared));
      await Promise.all([file.pack(), file.pack()]);
      expect(file.shared.starts).not.toBeNull();
      expectSame(file);
      expectSame(new HeldFile(structuredClone(file.shared)));
    }),
    { numRuns: 50 },
  );
});

test("a file of many similar lines takes less than half of its memory once it is compressed, and is still shared", async () => {
  const file = HeldFile.of(
    Buffer.from(Array.from({ length: 5_000 }, (_, id) => JSON.stringify({ id, next: id + 1 })).join("\n")),
  );
  await file.pack();
  const { bytes } = file.shared;
  expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(bytes.length).toBeLessThan(file.length / 2);
});
