import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { ownText } from "../../src/base/text.ts";
import { US_STATES } from "../../src/editions/us-states.ts";
import { country, meaningOf } from "./country.ts";
import { sweepOf } from "./sweep.ts";

const ROWS = z.array(
  z.object({ state: z.enum(US_STATES.map(({ code }) => code)), text: z.string(), expected: z.string() }),
);

/**
 * From the Census Bureau's list, public reports about names, and how people write. Some answers were corrected when the
 * list was compared with the gazetteer.
 */
const expected = ROWS.parse(parse(readFileSync(join(import.meta.dir, "expected-names.csv")), { columns: true }));

describe("a name in a state", () => {
  test("means the place that people mean, for a thousand names", () => {
    expect(expected.length).toBe(1027);
    const wrong = expected.flatMap(({ state, text, expected: own }) => {
      const meaning = meaningOf(state, text);
      const is = typeof meaning === "string" ? meaning : "several";
      return is === own ? [] : [`${state}/${text}: ${is} instead of ${own}`];
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ["NJ", "Pt. Pleasant Bch", "Point Pleasant Beach borough"],
    ["FL", "Pt. Richey", "Port Richey city"],
    ["AL", "Mtn Brook", "Mountain Brook city"],
    ["AZ", "Lk Havasu City", "Lake Havasu City city"],
    ["MO", "Town & Country", "Town and Country city"],
    ["AK", "Juneau city & borough", "Juneau city and borough"],
  ] as const)("is read with its first word written out, too, and & as and: %s, %s", (state, text, own) => {
    const found = country.find(state, ownText(text));
    expect(found.is === "one" ? country.place(found.row).officialName : found).toBe(own);
  });

  test("is never shortened to another place's", () => {
    const garden = meaningOf("MI", "Garden");
    expect(garden).not.toBe(meaningOf("MI", "Garden City"));
    expect(meaningOf("WI", "Village of Madison")).toBe("none");
    expect(meaningOf("CA", "Lincoln Village")).not.toBe(meaningOf("CA", "Lincoln"));
  });

  test("with several namesakes is none of them, and lists them, the largest first", () => {
    const found = country.find("PA", ownText("Washington Township"));
    if (found.is !== "several") throw new Error(found.is);
    const places = found.rows.map(country.place);
    expect(places.length).toBe(22);
    expect(places.map(({ residents }) => residents)).toEqual(
      places.map(({ residents }) => residents).toSorted((a, b) => b - a),
    );
  });

  test("with a county means the place there, in any county where it has residents", () => {
    for (const county of ["Travis County", "Williamson County", "Hays", "Williamson"]) {
      expect(meaningOf("TX", `Austin, ${county}`)).toBe("4805000");
    }
    expect(country.find("TX", ownText("Austin, Harris County"))).toMatchObject({ is: "none", contradiction: "county" });
    expect(country.find("TX", ownText("Austin, Butler County"))).toMatchObject({ is: "none", contradiction: "county" });
  });

  test("with a ZIP code means a place there, and says if there is none", () => {
    expect(meaningOf("TX", "Austin 78701-1234")).toBe("4805000");
    expect(country.find("TX", ownText("Austin, TX 75201"))).toMatchObject({ is: "none", contradiction: "zip" });
    // A code that no list has says nothing.
    expect(meaningOf("TX", "Austin 00000")).toBe("4805000");
  });

  test("that two kinds bear means the city, and names the other", () => {
    const newburgh = country.find("NY", ownText("Newburgh"));
    if (newburgh.is !== "one") throw new Error(newburgh.is);
    expect(country.place(newburgh.row).officialName).toBe("Newburgh city");
    expect(country.place(newburgh.also ?? -1).officialName).toBe("Newburgh town");
  });

  test("of a kind that no such place is names those that are", () => {
    const found = country.find("WI", ownText("Town of Madison"));
    expect(found).toMatchObject({ is: "none", contradiction: "kind" });
    if (found.is === "none") expect(found.near.map((row) => country.place(row).geoid)).toEqual(["5548000"]);
  });

  test("of a borough of New York is a part of the city", () => {
    const found = country.find("NY", ownText("Brooklyn"));
    if (found.is !== "part") throw new Error(found.is);
    expect([country.place(found.row).geoid, country.place(found.city).geoid]).toEqual(["36047", "3651000"]);
  });

  test("may be any text", () => {
    for (const text of [
      "",
      " ",
      ",",
      "(",
      "of",
      "city of",
      "county",
      "the",
      "()",
      ", ,",
      "12345",
      "🏙",
      "a".repeat(100),
      ",".repeat(100),
    ]) {
      expect(country.find("TX", ownText(text)).is).toBe("none");
    }
  });

  test("that is official is the place or a list with it, for a sample of the country", () => {
    const { asked, wrong, unknown } = sweepOf(({ row }) => row % 150 === 0);
    expect(asked).toBeGreaterThan(3_000);
    expect([wrong, unknown]).toEqual([[], []]);
  });
});
