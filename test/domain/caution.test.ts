import { describe, expect, test } from "bun:test";
import { CAUTION_CODES, CAUTIONS, REVIEWED_CAUTIONS, SERIES_BREAKS } from "../../src/domain/caution.ts";

describe("the breaks of a series", () => {
  test("are in the order of their years", () => {
    expect(SERIES_BREAKS.map(({ year, of }) => [year, of])).toEqual([
      [2014, "offenses"],
      [2020, "population"],
      [2021, "offenses"],
      [2025, "population"],
    ]);
  });

  test("are described in sentences", () => {
    for (const { text } of SERIES_BREAKS) expect(text).toMatch(/^[A-Z].{20,}\.$/);
  });
});

test("cautions set by hand are in the list, and none of them applies to nearly every place", () => {
  const all: readonly string[] = CAUTION_CODES;
  for (const code of REVIEWED_CAUTIONS) {
    expect(all).toContain(code);
    expect(CAUTIONS[code].general).toBe(false);
  }
});
