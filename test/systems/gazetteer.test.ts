import { describe, expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { US_STATES } from "../../src/editions/us-states.ts";
import { allRows, country, isSamePlace } from "../gazetteer/country.ts";
import { wrongNames } from "../gazetteer/sweep.ts";

describe("the whole gazetteer", () => {
  test("has no official name that means another place", () => {
    expect(wrongNames(() => true)).toEqual([]);
  }, 900_000);

  test("says of a state's own name that it is the state, or the city that has it", () => {
    for (const { code, name } of US_STATES) {
      for (const text of [name, name.toUpperCase(), `${name}, ${code}`]) {
        const found = country.find(code, ownText(text));
        const isCity = found.is === "one" && country.place(found.row).name === name;
        const isCapital = code === "DC" && found.is === "one";
        if (!isCity && !isCapital) expect([text, found.is]).toEqual([text, "state"]);
      }
    }
  });

  test("has each municipality's own point inside its outline, but where the outline or the point is old", () => {
    const { same } = country.table();
    const places = allRows()
      .map(country.place)
      .filter(({ level, kind, state }) => level === "place" && kind !== "community" && state !== "CA");
    const outside = places.filter(
      ({ row }) => !same.has(row) && country.locate(country.pointOf(row))?.municipality !== row,
    );
    expect(places.length).toBe(19_034);
    expect(outside.length).toBeLessThan(180);
    // None of them is in another place of the same rank by more than an old line.
    const elsewhere = outside.filter(({ row }) => {
      const found = country.locate(country.pointOf(row))?.municipality ?? null;
      return found !== null && country.place(found).level === "place" && !isSamePlace(found, row);
    });
    expect(elsewhere.length).toBeLessThan(20);
  }, 900_000);
});
