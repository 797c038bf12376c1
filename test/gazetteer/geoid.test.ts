import { expect, test } from "bun:test";
import { GEOID_PATTERN, qualifiedFault, qualifiedGeoid, readGeoid } from "../../src/gazetteer/geoid.ts";

const GEOIDS = ["17167", "1772000", "1716771000"];
const PREFIXES = ["0500000US", "1600000US", "0600000US"];

test("a GEOID is read with and without its own prefix", () => {
  expect(GEOIDS.map(qualifiedGeoid)).toEqual(GEOIDS.map((digits, kind) => `${PREFIXES[kind]}${digits}`));
  for (const digits of GEOIDS) {
    for (const text of [digits, qualifiedGeoid(digits), ` ${digits} `]) {
      expect(readGeoid(text)).toEqual({ ok: true, geoid: { state: "IL", digits } });
      expect(qualifiedFault(text)).toBeNull();
      expect(new RegExp(GEOID_PATTERN).test(text.trim())).toBe(true);
    }
  }
});

test("a prefix is refused before the digits of another kind, and the detail says what to send", () => {
  for (const [kind, prefix] of PREFIXES.entries()) {
    for (const digits of GEOIDS.toSpliced(kind, 1)) {
      const detail = expect.stringContaining(`send ${qualifiedGeoid(digits)}`);
      expect(readGeoid(prefix + digits)).toEqual({ ok: false, detail });
      expect(qualifiedFault(prefix + digits)).toEqual(detail);
      expect(new RegExp(GEOID_PATTERN).test(prefix + digits)).toBe(false);
    }
  }
});

test.each([
  ["1600000US123", "has 1600000US, the prefix of a place, before 3 digits instead of 7"],
  ["0400000US17", "has the unknown prefix 0400000US; use 0500000US for a county"],
  ["1600000US", "is not a GEOID of a state"],
  ["1600000US9905000", "is not a GEOID of a state"],
])("%s %s", (text, detail) => {
  expect(readGeoid(text)).toEqual({ ok: false, detail: expect.stringContaining(detail) });
  expect(qualifiedFault(text)).toContain(detail);
});

test("a name is no GEOID, and has no fault", () => {
  for (const name of ["Springfield", "62701", "160000US1772000", ""]) expect(qualifiedFault(name)).toBeNull();
});
