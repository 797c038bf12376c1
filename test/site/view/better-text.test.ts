import { expect, test } from "bun:test";
import { betterText } from "../../../src/site/view/better-text.ts";

const PLACES = ["place in Texas", "places in Texas"] as const;

test.each([
  [0, 1, "The only place in Texas does not score better than in 2023"],
  [1, 1, "The only place in Texas scores better than in 2023"],
  [0, 4, "None of 4 places in Texas scores better than in 2023"],
  [1, 4, "1 of 4 places in Texas scores better than in 2023"],
  [3, 4, "3 of 4 places in Texas score better than in 2023"],
  [4, 4, "All 4 places in Texas score better than in 2023"],
  [2_000, 5_000, "2,000 of 5,000 places in Texas score better than in 2023"],
])("%i of %i", (better, all, expected) => {
  expect(betterText(better, all, PLACES, "in 2023")).toBe(expected);
});
