import { describe, expect, test } from "bun:test";
import {
  countyAreas,
  countyAreasExplanation,
  countyAreasHistory,
  countyAreasMonths,
  stateAreasList,
} from "../../src/domain/area-record.ts";
import { OFFENSE_GROUPS, OFFENSES, offensesIn } from "../../src/domain/offense.ts";
import { stateName } from "../../src/gazetteer/state-text.ts";
import { releasedNation, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");
const ask = async (path: string) => Object((await server.request(`/v1/us/${path}`, { key })).json);

test("every area's record, explanation, and years match their schemas, and say that they are no county's", async () => {
  const counties = new Map(releasedNation.areas.entries.map(({ geoid, state, county }) => [geoid, { state, county }]));
  for (const [geoid, { state }] of [...counties].filter((_, index) => index % 7 === 0)) {
    const { data } = await ask(`areas/${state}/${geoid}`);
    const { areas } = countyAreas.parse(data);
    for (const { area, grade, comparison, next_year, without_grade, department } of areas) {
      expect(area).toStartWith("The area of ");
      expect(area).toEndWith(` that the ${department} polices`);
      const isNull = [grade, comparison, next_year].map((value) => value === null);
      expect(isNull).toEqual(isNull.map(() => without_grade !== null));
    }
    countyAreasExplanation.parse((await ask(`areas/explain/${state}/${geoid}`)).data);
    countyAreasHistory.parse((await ask(`areas/history/${state}/${geoid}`)).data);
  }
});

test.each([
  ["VA/Fairfax", "51059", "Fairfax County Police Department"],
  ["Virginia/fairfax+county", "51059", "Fairfax County Police Department"],
  ["MD/24027", "24027", "Howard County Police Department"],
  ["MD/Baltimore", "24005", "Baltimore County Police Department"],
  ["MO/Saint+Louis", "29189", "St. Louis County Police Department"],
  ["LA/St.+Tammany", "22103", "St. Tammany Parish Sheriff's Office"],
])("a county is found as people type it: %s", async (path, geoid, department) => {
  const { data } = await ask(`areas/${path}`);
  expect(data).toMatchObject({ geoid });
  expect(data.areas[0].department.replace(/\s+/g, " ")).toBe(department);
});

test("of several departments the one with most residents comes first, and those without figures have their reason", async () => {
  const { data } = await ask("areas/MD/Howard");
  expect(data.without_figures).toMatchObject([{ department_kind: "sheriff", reason: "no_area", population: null }]);
  for (const areas of Map.groupBy(releasedNation.areas.entries, ({ geoid }) => geoid).values()) {
    const residents = areas.map(({ population }) => population);
    expect(residents).toEqual(residents.toSorted((a, b) => b - a));
  }
});

describe("a county without figures", () => {
  test("lists its departments with the reasons", async () => {
    expect(await ask("areas/TX/Dallas")).toMatchObject({
      found: false,
      data: null,
      without_figures: [{ ori: "TX0570000", reason: "no_area" }],
    });
    expect((await ask("areas/FL/Hillsborough")).without_figures).toMatchObject([{ reason: "incomplete_figures" }]);
  });

  test("of a state with an edition leads to its county, whose figures are of all agencies", async () => {
    const { hint } = await ask("areas/CA/San+Diego+County");
    expect(hint).toContain("/v1/safety/county/San+Diego. Its figures are of all agencies in the county");
    const { json } = await server.request("/v1/safety/county/San+Diego", { key });
    expect(json).toMatchObject({ found: true });
  });

  test("whose residents live in one city leads to the city", async () => {
    const expected = "Its residents live in New York: ask /v1/us/safety/NY/New+York.";
    expect((await ask("areas/NY/Queens")).hint).toEndWith(expected);
    expect((await ask("safety/NY/Queens+County")).hint).toEndWith(expected);
    expect((await ask("areas/MA/Suffolk")).hint).toEndWith("is in the FBI's tables.");
  });

  test("that is a place or an independent city says so, and another name is none", async () => {
    expect((await ask("areas/MD/Columbia")).hint).toContain("Columbia is a place in Howard County, Maryland.");
    expect((await ask("areas/MD/Baltimore+city")).hint).toContain("Baltimore city, Maryland");
    expect((await ask("areas/HI/Honolulu+County")).hint).toBe(
      "Honolulu is a place in Hawaii. Ask for the place: /v1/us/safety/HI/Honolulu.",
    );
    expect((await ask("areas/CT/Hartford")).hint).toBe(
      "Hartford is a place in Hartford County, Connecticut. Ask for the place: /v1/us/safety/CT/Hartford.",
    );
    expect(await ask("areas/MD/Atlantis")).toMatchObject({
      found: false,
      hint: "No county of Maryland has this name.",
    });
  });
});

test("a sheriff whose reports others take has rates, a change, and a range, and says why it has no grade", async () => {
  const { areas } = countyAreas.parse((await ask("areas/KY/Madison")).data);
  expect(areas[0]).toMatchObject({ grade: null, safety_score: null, without_grade: { reason: "others_report" } });
  expect(areas[0]?.without_grade?.text).toContain("76% (violent) and 35% (property)");
  expect(areas[0]?.next_year_rate.high).toBeGreaterThan(areas[0]?.next_year_rate.low ?? 0);
  const { data } = await ask("areas/history/KY/Madison");
  for (const { grade } of data.areas[0].years) expect(grade).toBeNull();
});

describe("a place without figures of its own names the area that covers it", () => {
  test.each([
    ["MD/Columbia", "MD0140100"],
    ["VA/Arlington", "VA0070100"],
    ["FL/Brandon", "FL0290000"],
  ])("%s", async (path, ori) => {
    const { covered_by } = await ask(`safety/${path}`);
    expect(covered_by).toMatchObject({ ori });
    const { status } = await server.request(covered_by.path, { key });
    expect(status).toBe(200);
  });

  test("but not a place with a department of its own in any table, or with a record", async () => {
    expect((await ask("safety/IL/Chicago")).covered_by).toBeNull();
    expect(await ask("safety/TX/Austin")).not.toHaveProperty("covered_by");
    const own = new Set(releasedNation.nation.states.flatMap(({ departments }) => departments));
    const table = releasedNation.gazetteer.table();
    for (let row = 0; row < table.codes.length; row += 97) {
      const place = releasedNation.gazetteer.place(row);
      const { is, ...meaning } = releasedNation.find({ state: place.state, name: place.geoid as never });
      if (is !== "one" || !("place" in meaning) || !own.has(place.geoid)) continue;
      expect(releasedNation.coveredBy(meaning.place.entry)).toBeNull();
    }
  });
});

describe("a community in a town with police of its own is not its county's", () => {
  test.each([
    ["NY/Eggertsville", "Amherst"],
    ["NY/New+City", "Clarkstown"],
    // The boundaries of Michigan's townships are not held: one of those around may have it.
    ["MI/Okemos", "Meridian Township"],
  ])("%s, in %s", async (path) => {
    expect(await ask(`safety/${path}`)).toMatchObject({ found: false, covered_by: null });
  });

  test("but one in a town without police is", async () => {
    expect((await ask("safety/NY/Levittown")).covered_by).toMatchObject({ ori: "NY0290000" });
  });
});

describe("locate leads to the area where there is no record", () => {
  test.each([
    ["a name", "name=Columbia&state=MD", "MD0140100"],
    ["a county", "name=Fairfax+County&state=VA", "VA0290100"],
    ["a point in a community", "lat=39.2&lon=-76.86", "MD0140100"],
    ["a point outside every city and community", "lat=39.27&lon=-77.0", "MD0140100"],
    ["a ZIP code of one community", "zip=22201", "VA0070100"],
    ["a ZIP code of several places of one area", "zip=33511", "FL0290000"],
    ["an address", "address=Main+St,+Columbia,+MD+21044", "MD0140100"],
    ["a GEOID", "geoid=2419125", "MD0140100"],
  ])("%s", async (_, query, ori) => {
    const { data } = await ask(`locate?${query}`);
    expect(data).toMatchObject({ record: null, covered_by: { ori } });
    const { json } = await server.request(data.covered_by.path, { key });
    expect(JSON.stringify(json)).toContain(ori);
  });

  test.each([
    ["a place with a record", "zip=78701"],
    ["a place with a department, but without a record", "name=Chicago&state=IL"],
    ["a ZIP code of a city and an area", "zip=22031"],
    ["a community that a township with police may hold", "zip=48864"],
  ])("but not for %s", async (_, query) => {
    expect((await ask(`locate?${query}`)).data.covered_by).toBeNull();
  });

  test("in a state with an edition of its own the hint names that", async () => {
    const { data } = await ask("locate?zip=90022");
    expect(data).toMatchObject({ record: null, covered_by: null });
    expect(data.hint).toEndWith(
      "/v1/locate has the county's figures where a place has none. They are of all agencies in the county.",
    );
    expect((await ask("locate?zip=90028")).data.hint).toBeNull();
  });

  test("a batch has the same answers", async () => {
    const body = JSON.stringify({ queries: [{ zip: "22201" }, { zip: "78701" }] });
    const { json } = await server.request("/v1/us/locate/batch", {
      key,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    expect(json).toMatchObject({
      results: [{ data: { covered_by: { ori: "VA0070100" } } }, { data: { covered_by: null } }],
    });
  });
});

test("a batch has the areas of counties beside places, in order, each with its county as sent", async () => {
  const places = [
    { state: "MD", county: "Howard County" },
    { state: "TX", city: "Austin", county: "Travis County" },
    { state: "Texas", county: "Dallas" },
    { state: "CA", county: "San Diego" },
    { state: "MD", county: "Howard County" },
  ];
  const { json } = await server.post("/v1/us/safety/batch", key, { places });
  const [howard, austin, dallas, california] = await Promise.all(
    ["areas/MD/Howard", "safety/TX/Austin", "areas/TX/Dallas", "areas/CA/San+Diego"].map(ask),
  );
  const [first, , third, fourth] = places;
  expect(json).toEqual({
    results: [
      { ...first, ...howard },
      { state: "TX", city: "Austin", ...austin },
      { ...third, ...dallas },
      { ...fourth, ...california },
      { ...first, ...howard },
    ],
  });
});

test("the list of a state has its areas by county, and coverage tells them apart from places", async () => {
  const { areas } = stateAreasList.parse(await ask("areas/VA"));
  expect(areas.map(({ county }) => county)).toEqual(areas.map(({ county }) => county).toSorted());
  const { states } = await ask("states");
  const virginia = states.find(({ state }: { state: string }) => state === "VA");
  expect(virginia).toMatchObject({
    areas: areas.length,
    residents_in_areas: areas.reduce((sum, { population }) => sum + population, 0),
  });
  const stats = await ask("stats");
  expect(stats.areas).toBe(releasedNation.nation.areas.length);
  expect(stats.residents_in_areas + stats.residents_covered).toBeLessThan(stats.population);
});

describe("the months of a county's departments", () => {
  test("are in order, by class, and the year that they make is in the record, the list, the explanation, and batches", async () => {
    const { areas, as_of } = countyAreasMonths.parse((await ask("areas/months/MD/Howard")).data);
    const [{ months, provisional, ori } = expect.unreachable()] = areas;
    expect([ori, areas.length, as_of]).toEqual(["MD0140100", 1, releasedNation.nation.months?.asOf ?? ""]);
    expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());
    for (const group of OFFENSE_GROUPS) {
      const counts = months.slice(0, 12).flatMap((month) => offensesIn(group).map((one) => month[OFFENSES[one].field]));
      expect(provisional?.[group]?.offenses).toBe(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0));
    }
    const beside = { areas: [{ provisional }] };
    expect((await ask("areas/MD/Howard")).data).toMatchObject(beside);
    expect((await ask("areas/explain/MD/Howard")).data).toMatchObject(beside);
    const ofState = stateAreasList.parse(await ask("areas/MD"));
    expect(ofState.areas.find(({ geoid }) => geoid === "24027")?.provisional).toEqual(provisional);
    const { json } = await server.post("/v1/us/safety/batch", key, { places: [{ state: "MD", county: "Howard" }] });
    expect(json).toMatchObject({ results: [{ data: beside }] });
  });

  test("are also those of a department without figures, without a comparison", async () => {
    const absent = releasedNation.nation.absentAreas.find(({ months, geoid }) => {
      return months !== null && releasedNation.areasOf(geoid).length === 0;
    });
    const { data } = await ask(`areas/months/${absent?.state}/${absent?.geoid}`);
    expect(countyAreasMonths.parse(data).areas).toMatchObject([{ ori: absent?.ori, provisional: null }]);
  });

  test("lack motor-vehicle thefts in Florida, so that property offenses are not compared", async () => {
    const inFlorida = releasedNation.areas.entries.filter(({ state, months }) => state === "FL" && months !== null);
    expect(inFlorida.length).toBeGreaterThan(5);
    for (const { months, provisional } of inFlorida) {
      expect(new Set(months?.offenses.motorVehicleTheft)).toEqual(new Set([null]));
      expect(provisional?.property ?? null).toBeNull();
    }
  });

  test("are not found for a county whose departments have none, with a sentence that says so", async () => {
    const without = releasedNation.areas.entries.find(({ geoid }) => {
      const all = [...releasedNation.areasOf(geoid), ...releasedNation.absentAreasOf(geoid)];
      return all.every(({ months }) => months === null);
    });
    expect(await ask(`areas/months/${without?.state}/${without?.geoid}`)).toMatchObject({
      found: false,
      hint: `The FBI's monthly figures have no department of ${without?.county}, ${stateName(without?.state ?? "TX")}.`,
    });
    expect(await ask("areas/months/TX/Dallas")).toMatchObject({
      found: false,
      without_figures: [{ reason: "no_area" }],
    });
  });
});

test.each([
  "areas/ZZ",
  "areas/ZZ/Howard",
  "areas/explain/ZZ/Howard",
  "areas/history/ZZ/Howard",
  "areas/months/ZZ/Howard",
])("an unknown state is refused and named: %s", async (path) => {
  const { status, json } = await server.request(`/v1/us/${path}`, { key });
  expect(status).toBe(400);
  expect(json).toMatchObject({ errors: [{ parameter: "state" }] });
});

test("an unknown parameter and a name of over 100 characters are refused", async () => {
  const unknown = await server.request("/v1/us/areas/MD/Howard?year=2024", { key });
  expect(unknown.json).toMatchObject({ status: 400, errors: [{ parameter: "year" }] });
  const long = await server.request(`/v1/us/areas/MD/${"a".repeat(101)}`, { key });
  expect(long.json).toMatchObject({ code: "name_too_long" });
});
