import { describe, expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { nationLocateAnswer } from "../../src/domain/nation-location.ts";
import type { NationLocateQuery } from "../../src/domain/place-query.ts";
import type { StateCode } from "../../src/editions/us-states.ts";
import { looseKey, nameSlug, ownKey } from "../../src/gazetteer/legal-names.ts";
import { COUNTRY } from "../../src/main/country.ts";
import { placeCalled } from "../../src/site/view/nation-views.ts";
import { releasedNation } from "../support/server.ts";

const { nation, find, missed, search, gazetteer, countyAreas, locate } = releasedNation;
/** Agencies of several municipalities have no GEOID. */
const places = [...nation.places, ...nation.absent].filter(({ geoid }) => geoid !== null);

/** No boundary is held of these communities, and none of a municipality at their points. */
const COMMUNITIES = ["AK Haines", "CT Willimantic", "NY Port Washington", "OH Uniontown"];
/** Nor of these townships, whose points are in a city; a village is the whole of Tuxedo. */
const AROUND_ANOTHER = [
  ...["NY Tuxedo Town", "OH Hubbard Township", "OH Miami Township", "OH Mifflin Township"],
  ...["OH Perry Township", "OH Weathersfield"],
];

const asked = (state: StateCode, name: string) => ({ kind: "city", state, name: ownText(name) }) as const;

function foundIn(state: StateCode, name: string) {
  const meaning = find(asked(state, name));
  if (meaning.is === "several") return meaning.places.map(({ entry }) => entry);
  return meaning.is === "one" ? [meaning.place.entry] : [];
}

describe("a place of the edition", () => {
  test("is found by its published name, or is among those that have it", () => {
    for (const place of places) {
      const found = foundIn(place.state, place.name);
      const isAmong = found.some((one) => one.name === place.name && one.state === place.state);
      expect([place.state, place.name, isAmong]).toEqual([place.state, place.name, true]);
    }
  });

  test("is found by its name with its county", () => {
    for (const { state, name, county } of places) {
      if (county === null) continue;
      const names = foundIn(state, `${name}, ${county}`).map((one) => `${one.name}, ${one.county}`);
      expect([state, name, ...names]).toEqual([state, name, `${name}, ${county}`]);
    }
  });

  test("is found at its own point, or among those whose boundary is not held", () => {
    const others = places.flatMap(({ state, name, geoid }) => {
      const answer = locate(gazetteer.pointOf(gazetteer.ofGeoid(geoid ?? "") ?? -1));
      const listed = answer.found ? (answer.data.place === null ? answer.data.candidates : [answer.data.place]) : [];
      return listed.some((one) => one.geoid === geoid) ? [] : [`${state} ${name}`];
    });
    expect(others.toSorted()).toEqual([...COMMUNITIES, ...AROUND_ANOTHER].toSorted());
  });

  test("has the figures of its own GEOID, never those of an agency of its name", () => {
    const agencies = [...nation.places, ...nation.absent].filter(({ geoid }) => geoid === null);
    expect(agencies.length).toBeGreaterThan(80);
    for (const row of gazetteer.table().codes.keys()) {
      const { entry } = releasedNation.ofRow(row);
      if (entry.geoid !== gazetteer.geoidOf(row)) expect(entry.name).toBe(`the row of ${entry.geoid}`);
    }
    for (const { state, name, county } of agencies) {
      const found = foundIn(state, county === null ? name : `${name}, ${county}`);
      const isAmong = found.some((one) => one.geoid === null && one.name === name && one.county === county);
      const isNamesake = found.length > 0 && found.every(({ geoid }) => geoid !== null);
      expect([state, name, isAmong || isNamesake]).toEqual([state, name, true]);
    }
    expect(foundIn("TX", "Lakeview").map(({ county }) => county)).toEqual(["Hall County"]);
    expect(foundIn("TX", "Lakeview, Harris County").map(({ geoid }) => geoid)).toEqual([null]);
    expect(foundIn("TX", "Lakeview, Dallas County")).toEqual([]);
    expect(foundIn("PA", "Southwest Regional").map(({ county }) => county)).toEqual([
      ...[null, "Fayette County", "Greene County", "Washington County"],
    ]);
  });

  test("and every other place has an address that leads to it, or from a community to the place of its name", () => {
    const wrong: string[] = [];
    for (const row of gazetteer.table().codes.keys()) {
      const { entry } = releasedNation.ofRow(row);
      // A town that is also a place is the place.
      if (!("shortestName" in entry) || gazetteer.table().same.has(row)) continue;
      const found = placeCalled(releasedNation, entry.state, ownText(nameSlug(entry.shortestName.join(" "))));
      const [own, around] = [entry.name, found?.name ?? ""].map((name) => looseKey(ownKey(name)));
      const isAround = entry.place.kind === "community" && around?.startsWith(own ?? "-") === true;
      const isOwn = found?.geoid === entry.geoid || isAround;
      if (!isOwn) wrong.push(`${entry.state} ${entry.shortestName.join(", ")} ${found?.name}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["TX", "Houston Police Department", "Houston"],
    ["TX", "Houston PD", "Houston"],
    ["NY", "New York City Police Dept.", "New York"],
    ["FL", "Port Saint Lucie Police", "Port St. Lucie"],
    ["NJ", "Hamilton Township Police Department, Mercer County", "Hamilton Township"],
    ["IL", "Cook County Sheriff's Office", "Cook County"],
    ["VA", "Fairfax County Police Department", "Fairfax County"],
  ] as const)("is found by the name of its department: %s, %s", (state, name, expected) => {
    expect(foundIn(state, name).map((one) => one.name)).toEqual([expected]);
  });

  test("is searched for by the name of its department", () => {
    const [first] = search().best(ownText("Houston Police Department, TX"), 1);
    expect([first?.state, first?.city]).toEqual(["TX", "Houston"]);
  });

  test.each([
    ["TX", "University of Texas Police Department"],
    ["TX", "Houston ISD Police Department"],
    ["GA", "Atlanta Airport Police Department"],
    ["MI", "Michigan State Police"],
    ["MI", "Garden Police Department"],
    ["TX", "Houston Sheriff"],
    ["OH", "Ohio Police"],
    ["FL", "Seminole Police Department"],
    ["OH", "Police Department"],
  ] as const)("is not found by the name of another department: %s, %s", (state, name) => {
    expect(foundIn(state, name)).toEqual([]);
  });

  test("is found by its GEOID, and by no state's but its own", () => {
    for (const geoid of ["4805000", "3651000", "0644000", "1600000US4805000"]) {
      const state = { "48": "TX", "36": "NY", "06": "CA" } as const;
      const own = state[geoid.startsWith("16") ? "48" : (geoid.slice(0, 2) as "48")];
      expect(find(asked(own, geoid)).is).toBe("one");
      expect(find(asked("WY", geoid))).toMatchObject({ is: "none", contradiction: "state" });
    }
  });

  test("means the same in other spellings", () => {
    for (const { state, name } of places.filter((_, at) => at % 5 === 0)) {
      const found = foundIn(state, name).map((one) => one.name);
      for (const spelling of [` ${name} `, name.toUpperCase(), `${name}, ${state}`]) {
        expect([spelling, ...foundIn(state, spelling).map((one) => one.name)]).toEqual([spelling, ...found]);
      }
    }
  });
});

test.each([
  ["PA", "Township of Lancaster, Lancaster County", "Lancaster Township"],
  ["PA", "Twp. of Lancaster (Lancaster County)", "Lancaster Township"],
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
  ["CA", "San Buenaventura", "Ventura"],
  ["NV", "Las Vegas Metropolitan Police Department", "Las Vegas"],
  ["MI", "Garden", "Garden"],
] as const)("%s, %s is %s", (state, name, own) => {
  expect(foundIn(state, name).map((place) => place.name)).toEqual([own]);
});

describe("a name without a record", () => {
  const hintOf = (state: StateCode, name: string) => missed(asked(state, name));

  test("of a place without figures says what the place is", () => {
    expect(hintOf("MI", "Garden")).toEqual({
      reason: null,
      place: {
        ...{ city: "Garden", state: "MI", county: "Delta County", geoid: "2631380" },
        ...{ latitude: expect.closeTo(45.77, 1), longitude: expect.closeTo(-86.55, 1) },
        ...{ has_boundary: true, status: "absent", reason: null, rank: null, data: null },
      },
      suggestions: [],
      hint: "Garden, Michigan is a village in Delta County with 163 residents. No figures of its own are in the dataset.",
      covered_by: expect.objectContaining({ county: "Delta County" }),
    });
    expect(hintOf("MD", "Columbia").hint).toStartWith(
      "Columbia, Maryland is a census-designated place in Howard County",
    );
  });

  test("of a borough of New York names the city", () => {
    expect(hintOf("NY", "Brooklyn")).toMatchObject({
      suggestions: [{ city: "New York", status: "graded" }],
      hint: "Brooklyn is a part of New York, New York, whose figures cover it.",
    });
  });

  test("that several places have lists them, the largest first", () => {
    const { suggestions, hint } = hintOf("PA", "Washington Township");
    expect(suggestions.map(({ county }) => county)).toEqual([
      "Franklin County",
      "Westmoreland County",
      "Lehigh County",
      "Northampton County",
      "Berks County",
    ]);
    expect(hint).toBe(
      '22 places in Pennsylvania have this name. Add the county, such as "Washington Township, Franklin County".',
    );
  });

  test("that contradicts itself says what is wrong", () => {
    expect(hintOf("TX", "Austin, Harris County")).toMatchObject({
      suggestions: [{ city: "Austin" }],
      hint: "No place in Texas has this name and county. Send the name alone if a suggestion is meant.",
    });
    expect(hintOf("TX", "Austin, TX 75201").hint).toBe(
      "No place in Texas has this name and ZIP code. Send the name alone if a suggestion is meant.",
    );
    expect(hintOf("WI", "Town of Milwaukee").hint).toBe(
      "No place in Wisconsin has this name and kind. Send the name alone if a suggestion is meant.",
    );
    expect(hintOf("OH", "Ohio").hint).toBe("Ohio is the state itself. Send the name of a place in it.");
  });

  test("that no place has gets suggestions", () => {
    expect(hintOf("TX", "Austn").suggestions[0]).toMatchObject({ city: "Austin", state: "TX", match: "approximate" });
    expect(hintOf("TX", "Atlantis Station 9")).toEqual({
      ...{ reason: null, place: null, suggestions: [], covered_by: null },
      hint: "No place in Texas has this name. If it is a neighborhood, send its city, whose figures cover it.",
    });
  });

  test("that is a neighborhood leads to its city or borough", () => {
    expect(hintOf("NY", "Harlem").hint).toBe(
      "No place in New York has this name. If it is a neighborhood, send its city or borough, whose figures cover it.",
    );
    for (const name of ["Harlem, Manhattan", "Harlem, Manhattan, NY 10027", "Harlem (Manhattan)"]) {
      expect(hintOf("NY", name)).toMatchObject({
        suggestions: [{ city: "New York" }],
        hint: "No place called Harlem is known in Manhattan, New York. If it is a neighborhood, the figures of New York cover it.",
      });
    }
    expect(hintOf("NY", "Harlem, New York, NY").suggestions).toMatchObject([{ city: "New York" }]);
    expect(hintOf("IL", "Hyde\u202e\nPark, Chicago, IL, USA")).toMatchObject({
      suggestions: [{ city: "Chicago" }],
      hint: "No place called Hyde Park is known in Chicago, Illinois. If it is a neighborhood, the figures of Chicago cover it.",
    });
  });

  test("whose county is unknown has the county named", () => {
    for (const name of ["Springfield, Nowhere", "Springfield, Nowhere, IL 62701"]) {
      expect(hintOf("IL", name)).toMatchObject({
        suggestions: [{ city: "Springfield" }],
        hint: "No county in Illinois is called Nowhere. Send the name alone if a suggestion is meant.",
      });
    }
    expect(hintOf("IL", "Springfield, Nowhere County").hint).toBe(
      "No county in Illinois is called Nowhere County. Send the name alone if a suggestion is meant.",
    );
  });

  test("without a state has the part named that is not understood", () => {
    const located = (name: string) => {
      const answer = locate({ name: ownText(name) });
      if (answer.found) throw new Error(`found: ${name}`);
      return { first: answer.suggestions[0]?.city, hint: answer.hint };
    };
    expect(located("Springfield, Nowhere")).toEqual({
      first: "Springfield",
      hint: 'Nowhere is neither a state nor a county. Send the name with its state, such as "Springfield, MO".',
    });
    expect(located("Back Bay, Boston")).toEqual({
      first: "Boston",
      hint: 'No place called Back Bay is known in Boston. If it is a neighborhood, send its city and state, such as "Boston, MA".',
    });
    expect(located("Qwertyuiop").hint).toMatch(/If it is a neighborhood, send its city and state\.$/);
  });
});

describe("the search", () => {
  const best = (text: string) =>
    search()
      .best(ownText(text), 3)
      .map(({ city, state }) => `${city}, ${state}`);

  test.each([
    ["Austin, TX 78701", "Austin, TX"],
    ["Midland, MI 48642", "Midland, MI"],
    ["Tampa, Fla.", "Tampa, FL"],
    ["Miami, Fla.", "Miami, FL"],
    ["Columbia, Miss.", "Columbia, MS"],
    ["Hamilton Township, Mercer County", "Hamilton Township, NJ"],
    ["edison township", "Edison Township, NJ"],
    ["new york", "New York, NY"],
    ["washington", "Washington, DC"],
    ["st louis", "St. Louis, MO"],
    ["saint paul", "St. Paul, MN"],
    ["springfield", "Springfield, MO"],
    ["houstn", "Houston, TX"],
    ["palo al", "Palo Alto, CA"],
    ["winston salem", "Winston-Salem, NC"],
    ["Houston city", "Houston, TX"],
    ["O Fallon, MO", "O'Fallon, MO"],
  ])("finds %s as %s first", (text, first) => {
    expect(best(text)[0]).toBe(first);
  });

  test("lists places without figures, too", () => {
    expect(search().best(ownText("Garden, MI"), 1)).toMatchObject([
      { city: "Garden", state: "MI", status: "absent", reason: null, data: null, match: "exact" },
    ]);
  });

  test("knows the name of a state", () => {
    expect(["Ohio", "TX", "n.y.", "Fla.", "Ohio City"].map((text) => search().read(ownText(text)).isState)).toEqual([
      "OH",
      "TX",
      "NY",
      "FL",
      null,
    ]);
  });

  test("finds every place of 50,000 residents or more by its name and state", () => {
    const missing = COUNTRY.table().states.flatMap(({ code, first, end }) =>
      Array.from({ length: end - first }, (_, at) => COUNTRY.place(first + at))
        .filter(
          ({ residents, kind, row }) => residents >= 50_000 && kind !== "county" && !COUNTRY.table().same.has(row),
        )
        .filter(
          ({ name }) =>
            !search()
              .best(ownText(`${name}, ${code}`), 5)
              .some(({ match }) => match === "exact" || match === "alias"),
        )
        .map(({ officialName }) => `${officialName}, ${code}`),
    );
    expect(missing).toEqual([]);
  });
});

test("a county whose residents live in one city of the tables leads to an answer for that city", () => {
  const table = gazetteer.table();
  const counties = table.states
    .flatMap(({ levels: [first, end] }) =>
      Array.from({ length: end - first }, (_, index) => gazetteer.place(first + index)),
    )
    .flatMap((county) => countyAreas.cityHint(county).map((hint) => ({ county, hint })));
  expect(counties.length).toBeGreaterThan(50);
  for (const { county, hint } of counties) {
    const name = decodeURIComponent(hint.replace(/.*\//, "").replace(/\.$/, "").replaceAll("+", " "));
    const [city, ...others] = foundIn(county.state, name);
    const expected = gazetteer.geoidOf(gazetteer.cityOfCounty(county.row) ?? 0);
    expect([county.officialName, city?.geoid, others]).toEqual([county.officialName, expected, []]);
  }
});

describe("a location", () => {
  test("has the record of the look-up, where a municipality holds the point", () => {
    for (const { state, name, geoid } of nation.places.slice(0, 400)) {
      const [row, meaning] = [gazetteer.ofGeoid(geoid ?? ""), find({ state, name: ownText(name) })];
      if (row === undefined || meaning.is !== "one" || meaning.also !== null) continue;
      const { data } = locate(gazetteer.pointOf(row));
      if (data?.place?.geoid !== gazetteer.geoidOf(row)) continue;
      expect(data.record).toEqual(JSON.parse(meaning.place.answer?.body ?? "").data);
    }
  });

  test("has the schema of answers, for every kind of query and whatever holds the point", () => {
    const rows = Array.from({ length: 500 }, (_, index) => index * 97);
    const queries: readonly NationLocateQuery[] = [
      ...rows.map(gazetteer.pointOf),
      ...[{ latitude: 0, longitude: 0 }, { zip: "78701" }, { geoid: "4805000" }],
    ];
    const bases = new Set<string>();
    for (const query of queries) {
      const answer = locate(query);
      expect(nationLocateAnswer.parse(answer)).toEqual(answer);
      bases.add(answer.data?.basis ?? "none");
    }
    expect([...bases].toSorted()).toEqual(["boundary", "boundary_not_held", "geoid", "none", "residents"]);
  });
});
