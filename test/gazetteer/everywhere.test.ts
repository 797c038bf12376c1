import { describe, expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { country } from "./country.ts";

const nameOf = (row: number) => `${country.place(row).officialName}, ${country.place(row).state}`;
const anywhere = (text: string) => country.everywhere(ownText(text));

describe("a name without a state", () => {
  test("lists the places of all states that have it, the largest first", () => {
    const { rows, state, isState } = anywhere("Springfield");
    expect([state, isState]).toEqual([null, null]);
    expect(rows.slice(0, 3).map(nameOf)).toEqual([
      "Springfield city, MO",
      "Springfield city, MA",
      "Springfield city, IL",
    ]);
    const residents = rows.map((row) => country.place(row).residents);
    expect(residents).toEqual(residents.toSorted((a, b) => b - a));
  });

  test("is not shortened to a longer one where a place has it", () => {
    expect(anywhere("Garden").rows.map(nameOf)).not.toContain("Garden City city, KS");
    expect(anywhere("Winston Salem").rows.map(nameOf)).toEqual(["Winston-Salem city, NC"]);
  });

  test.each([
    ["Austin, TX", "TX", "Austin city, TX"],
    ["Portland, Ore.", "OR", "Portland city, OR"],
    ["Tampa, Fla. 33602", "FL", "Tampa city, FL"],
  ] as const)("with a state after it is what it means there: %s", (text, state, own) => {
    const found = anywhere(text);
    expect([found.state, found.rows]).toEqual([state, []]);
    expect(found.meaning?.is === "one" ? nameOf(found.meaning.row) : found.meaning).toBe(own);
  });

  test.each([
    ["Austin 78701", ["Austin city, TX"]],
    ["Hamilton Township, Mercer County", ["Hamilton township, NJ"]],
    ["Cook County", ["Cook County, IL", "Cook County, GA", "Cook County, MN"]],
    ["Atlantis Station 9", []],
  ] as const)("is narrowed by a ZIP code and a county, and may be a county: %s", (text, own) => {
    expect(anywhere(text).rows.map(nameOf)).toEqual([...own]);
  });

  test.each([
    ["Ohio", "OH", []],
    ["TX", "TX", []],
    ["New York", "NY", ["New York city, NY"]],
    ["Washington", "WA", ["Washington city, DC"]],
  ] as const)("of a state is the state, and the city that people mean by it: %s", (text, state, own) => {
    const found = anywhere(text);
    expect([found.isState, ...found.rows.map(nameOf)]).toEqual([state, ...own]);
  });

  test("may be any text", () => {
    for (const text of ["", " ", ",", "county", "12345", "🏙", "a ".repeat(50), ",".repeat(100)]) {
      expect(anywhere(text)).toMatchObject({ rows: [] });
    }
  });
});
