import { expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { MUNICIPAL_KINDS } from "../../src/editions/us-states.ts";
import { foldPlaceName, kindIn, kindOf } from "../../src/gazetteer/kinds.ts";
import { releasedNation } from "../support/server.ts";

const { nation, find } = releasedNation;
const places = [...nation.places, ...nation.absent];
/** Each place under its name without its kind. */
const bare = places.map((place) => {
  const folded = foldPlaceName(ownText(place.name), place.state);
  return { place, name: kindIn("", folded)?.bare ?? folded };
});

function foundIn(state: (typeof places)[number]["state"], name: string) {
  const meaning = find({ state, name: ownText(name) });
  if (meaning.is === "several") return meaning.places.map(({ entry }) => entry);
  return meaning.is === "one" ? [meaning.place.entry] : [];
}

test("a name as published, which is looked up first, means what its other spellings mean", () => {
  for (const { state, name } of places) {
    const found = foundIn(state, name);
    expect([state, name, found.length > 0]).toEqual([state, name, true]);
    for (const spelling of [` ${name} `, name.toUpperCase(), `${name}, ${state}`]) {
      expect(foundIn(state, spelling)).toEqual(found);
    }
  }
});

test("a name that says township, town, village, or borough is never answered with a place of another kind", () => {
  for (const { place, name } of bare) {
    for (const kind of MUNICIPAL_KINDS) {
      for (const asked of [`${kind} of ${name}`, `${name} ${kind}`]) {
        const kinds = foundIn(place.state, asked).map((found) => kindOf(found) ?? kind);
        expect([place.state, asked, ...new Set(kinds)]).toEqual([
          place.state,
          asked,
          ...(kinds.length > 0 ? [kind] : []),
        ]);
      }
    }
  }
});

test("every place is found, alone or among its namesakes, with its kind before and after its name", () => {
  for (const { place, name } of bare) {
    const kind = kindOf(place);
    if (kind === null || kind === "city") continue;
    for (const asked of [`${kind} of ${name}`, `The ${kind} of ${name}, ${place.state}`, `${name} ${kind}`]) {
      const names = foundIn(place.state, asked).map((one) => `${one.name}, ${one.county}`);
      expect([asked, names.includes(`${place.name}, ${place.county}`)]).toEqual([asked, true]);
    }
  }
});

test.each([
  ["PA", "Township of Lancaster", "Lancaster Township"],
  ["PA", "Twp. of Lancaster", "Lancaster Township"],
  ["PA", "City of Lancaster", "Lancaster"],
  ["NJ", "Township of Hamilton, Mercer County", "Hamilton Township"],
  ["NJ", "Township of Belleville", "Belleville"],
  ["NJ", "Hamilton Twp., Mercer County", "Hamilton Township"],
  ["MA", "Town of Amherst", "Amherst"],
  ["NY", "City of Newburgh", "Newburgh"],
  ["NY", "Newburgh", "Newburgh"],
  ["NY", "Village of Mamaroneck", "Mamaroneck Village"],
  ["MI", "Township of Saginaw", "Saginaw Township"],
  ["NY", "N. Tonawanda, N.Y.", "North Tonawanda"],
  ["DC", "Washington, D.C.", "Washington"],
  ["DC", "dc", "Washington"],
  ["CA", "LA", "Los Angeles"],
] as const)("%s, %s is %s", (state, asked, name) => {
  expect(foundIn(state, asked).map((place) => place.name)).toEqual([name]);
});

test.each([
  ["NY", "Town of Hempstead"],
  ["PA", "Borough of Lancaster"],
  ["IN", "Town of Fishers"],
] as const)("%s, %s is no place of the edition: its namesakes are suggested", (state, asked) => {
  const named = { kind: "city", state, name: ownText(asked) } as const;
  expect(find(named).is).toBe("none");
  expect(releasedNation.missed(named).suggestions.length).toBeGreaterThan(0);
});
