import { describe, expect, test } from "bun:test";
import { aliasesOf, CITY_ALIASES, canonicalCityName } from "../../src/places/california/alias.ts";

describe.each(Object.entries(CITY_ALIASES))("the aliases of %s", (canonical, aliases) => {
  test("lead to the name that the service shows, in any spelling", () => {
    for (const alias of aliases) {
      expect(canonicalCityName(alias)).toBe(canonical);
      expect(canonicalCityName(` ${alias.toUpperCase()}, CA`)).toBe(canonical);
    }
  });

  test("are listed with it", () => expect(aliasesOf(canonical)).toEqual(aliases));
});

test("every other name stays unchanged and has no alias", () => {
  expect(canonicalCityName("  Irvine ")).toBe("  Irvine ");
  expect(aliasesOf("Irvine")).toEqual([]);
  expect(aliasesOf("constructor")).toEqual([]);
});
