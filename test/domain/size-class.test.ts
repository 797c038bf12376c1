import { expect, test } from "bun:test";
import { SIZE_CLASSES } from "../../src/domain/size-class.ts";

test("size classes begin where the one before ends, and their names say so", () => {
  const shown = (residents: number) => residents.toLocaleString("en-US");
  for (const [index, { name, from }] of SIZE_CLASSES.entries()) {
    const next = SIZE_CLASSES[index + 1];
    expect<string>(name).toBe(next ? `${shown(from)} to ${shown(next.from - 1)}` : `${shown(from)} and more`);
  }
});
