import { describe, expect, test } from "bun:test";
import { seriesBreaksBetween, seriesBreaksText } from "../../src/domain/caution.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";

describe("the breaks of a series", () => {
  test("are described in sentences", () => {
    for (const { text } of CALIFORNIA.breaks) expect(text).toMatch(/^[A-Z].{20,}\.$/);
  });

  test("are crossed by a series that begins before their year and ends in it or later", () => {
    const yearsBetween = (first: number, last: number) =>
      seriesBreaksBetween(first, last, CALIFORNIA).map(({ year }) => year);
    expect(yearsBetween(2010, 2025)).toEqual([2014, 2020, 2021, 2023, 2025]);
    expect(yearsBetween(2013, 2014)).toEqual([2014]);
    expect(yearsBetween(2014, 2020)).toEqual([2020]);
    expect(yearsBetween(2023, 2024)).toEqual([]);
    expect(yearsBetween(2020, 2020)).toEqual([]);
  });

  test("have a text with all of them, each with its year", () => {
    const [rape, , reports, release] = CALIFORNIA.breaks;
    expect(seriesBreaksText(CALIFORNIA)).toStartWith(`From 2014: ${rape?.text} From 2020: `);
    expect(seriesBreaksText(CALIFORNIA)).toContain(
      ` From 2021: ${reports?.text} From 2023: ${release?.text} From 2025: `,
    );
  });
});
