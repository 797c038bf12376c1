import { describe, expect, test } from "bun:test";
import { nationExplanation } from "../../src/domain/explanation.ts";
import { nationPlaceRecord, nationPlacesPage } from "../../src/domain/nation-place.ts";
import { nationHistory, nationRecord } from "../../src/domain/nation-record.ts";
import { countOf } from "../../src/domain/offense.ts";
import { releasedNation, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");
const ask = async (path: string) => (await server.request(path, { key })).json;
const { entries, nation } = releasedNation;

interface Answer {
  readonly found: boolean;
  readonly data: { readonly city: string; readonly state: string; readonly county: string | null } | null;
  readonly reason?: string | null;
  readonly hint?: string | null;
  readonly place?: object | null;
  readonly suggestions?: readonly { readonly city: string; readonly state: string; readonly county: string | null }[];
}

test("every record matches its schema and names its state, year, and yardstick", () => {
  for (const { record } of entries) {
    expect(nationRecord.parse(record)).toEqual(record);
    expect(record.data_year).toBe(nation.dataYear);
    expect(record.comparison).toEndWith(" US average");
  }
  expect(entries.length).toBeGreaterThan(2_000);
});

test.each([
  ["TX/Austin", "Austin", "TX"],
  ["tx/austin", "Austin", "TX"],
  ["Texas/City+of+Austin%2C+TX", "Austin", "TX"],
  ["NY/NYC", "New York", "NY"],
  ["MO/Saint+Louis", "St. Louis", "MO"],
  ["NC/Winston+Salem", "Winston-Salem", "NC"],
  ["NC/Winston%E2%88%92Salem", "Winston-Salem", "NC"],
  ["ID/Coeur+d%C2%B4Alene", "Coeur d'Alene", "ID"],
  ["ID/Coeur+d%E2%80%9BAlene", "Coeur d'Alene", "ID"],
  ["TX%E2%80%AC/%E2%80%AAAus%E2%80%8Dtin%E2%80%AC", "Austin", "TX"],
  ["NY/the+Town+of+Newburgh%2C+NY", "Newburgh Town", "NY"],
  ["New%20Jersey/Hamilton+Township%2C+Mercer+County", "Hamilton Township", "NJ"],
])("a place is found as people type it: %s", async (path, city, state) => {
  const answer = (await ask(`/v1/us/safety/${path}`)) as Answer;
  expect(answer).toMatchObject({ found: true, data: { city, state } });
});

test("a record has where its place is: GEOID, a point, and its counties, the largest share first", async () => {
  const { data, ...envelope } = (await ask("/v1/us/safety/TX/Austin")) as { data: object };
  expect(envelope).toEqual({ found: true, hint: null });
  expect(nationPlaceRecord.parse(data)).toMatchObject({
    county: "Travis County",
    geoid: "4805000",
    latitude: expect.closeTo(30.3, 0),
    longitude: expect.closeTo(-97.75, 0),
    counties: [
      { county: "Travis County", share: 0.936 },
      { county: "Williamson County", share: 0.063 },
      { county: "Hays County", share: 0.001 },
    ],
  });
  for (const path of ["explain/TX/Austin", "history/TX/Austin"]) {
    expect((await ask(`/v1/us/${path}`)) as Answer).toMatchObject({ data: { county: "Travis County" } });
  }
});

test("a city's record names the town of its name, if that has one, too", async () => {
  expect(await ask("/v1/us/safety/NY/Newburgh")).toMatchObject({
    data: { city: "Newburgh", geoid: "3650034" },
    hint: "Newburgh Town in Orange County is another place of the name, and has a grade.",
  });
  expect(await ask("/v1/us/safety/NY/City+of+Newburgh")).toMatchObject({ data: { geoid: "3650034" }, hint: null });
});

describe("a name without a record says why", () => {
  test("an absent place has its reason and a sentence", async () => {
    const answer = (await ask("/v1/us/safety/IL/Chicago")) as Answer;
    expect(answer).toMatchObject({ found: false, data: null });
    expect(answer.reason).not.toBeNull();
    expect(answer.hint).toStartWith("Chicago, Illinois has no grade: ");
    expect(answer.place).toMatchObject({ geoid: "1714000", county: "Cook County", status: "absent" });
  });

  test("a name of several places of the state lists them with their counties, the largest first", async () => {
    const answer = (await ask("/v1/us/safety/NJ/Hamilton+Township")) as Answer;
    expect(answer).toMatchObject({ found: false, data: null, reason: null });
    const places = answer.suggestions?.map(({ city, county }) => `${city}, ${county}`);
    expect(places).toEqual(["Hamilton Township, Mercer County", "Hamilton Township, Atlantic County"]);
  });

  test("a place with fewer residents than the edition asks for is told apart from an unknown name", async () => {
    const small = (await ask("/v1/us/safety/TX/Abbott")) as Answer;
    expect(small.hint).toMatch(/^Abbott, Texas is a city in Hill County with [0-9,]+ residents\./);
    const unknown = (await ask("/v1/us/safety/TX/Qqqqqqq")) as Answer;
    expect(unknown).toEqual({
      ...{ found: false, data: null, reason: null, place: null, suggestions: [], covered_by: null },
      hint: "No place in Texas has this name. If it is a neighborhood, send its city, whose figures cover it.",
    });
  });

  test("a name with another county suggests the place of the name alone", async () => {
    const answer = (await ask("/v1/us/safety/TX/Dallas,+Ellis+County")) as Answer;
    expect([answer.suggestions?.[0], answer.hint]).toMatchObject([
      { city: "Dallas" },
      expect.stringContaining("name and county"),
    ]);
  });

  test("a name of another state is suggested, never answered", async () => {
    const answer = (await ask("/v1/us/safety/TX/Worcester")) as Answer;
    expect(answer).toMatchObject({ found: false, data: null, hint: expect.stringMatching(/^No place in Texas/) });
    expect(answer.suggestions?.map(({ state }) => state)).toContain("MA");
  });
});

test("a batch has one result for each place, in order, with what a lookup answers", async () => {
  const places = [
    { state: "TX", city: "Austin" },
    { state: "Illinois", city: "Chicago" },
    { state: "TX", city: "Austin" },
  ];
  const { json } = await server.post("/v1/us/safety/batch", key, { places });
  const singles = await Promise.all(places.map(({ state, city }) => ask(`/v1/us/safety/${state}/${city}`)));
  const results = places.map((place, index) => ({ ...place, ...(singles[index] as Answer) }));
  expect(json).toEqual({ results });
});

test("every explanation and history matches its schema and agrees with the record", async () => {
  for (const { record } of entries.filter((_, index) => index % 40 === 0)) {
    const path = `${record.state}/${encodeURIComponent(record.county === null ? record.city : `${record.city}, ${record.county}`)}`;
    const explained = nationExplanation.parse(((await ask(`/v1/us/explain/${path}`)) as Answer).data);
    expect(explained).toMatchObject({ city: record.city, safety_score: record.safety_score, grade: record.grade });
    const { years } = nationHistory.parse(((await ask(`/v1/us/history/${path}`)) as Answer).data);
    const last = years.at(-1);
    expect(last).toMatchObject({ data_year: record.data_year, safety_score: record.safety_score });
    expect(last?.national_average_rate).toBe(record.national_average_rate);
    expect(years.find(({ data_year }) => data_year === 2021)?.safety_score ?? null).toBeNull();
  }
});

test("rates that score and grade are made of are called estimates, and beside them are the reported ones", async () => {
  const filled = entries.filter(({ rating }) => rating.violent.filled ?? rating.property.filled).slice(0, 20);
  expect(filled.length).toBe(20);
  for (const { record, offenses, rating } of [...filled, ...entries.slice(0, 20)]) {
    const path = `${record.state}/${encodeURIComponent(record.county === null ? record.city : `${record.city}, ${record.county}`)}`;
    const explained = nationExplanation.parse(((await ask(`/v1/us/explain/${path}`)) as Answer).data);
    for (const group of ["violent", "property"] as const) {
      const reported = (1_000 * countOf(group, offenses)) / record.population;
      const { rate_per_1k, estimated_per_1k, reported_per_1k } = record[group];
      expect([estimated_per_1k, reported_per_1k]).toEqual([rate_per_1k, Number(reported.toFixed(2))]);
      const { count, filled_count, weight, prior_mean, smoothed_rate_per_1k, ...rest } = explained[group];
      expect([count, filled_count === null]).toEqual([countOf(group, offenses), rating[group].filled === undefined]);
      expect(rest.rate_per_1k).toBeCloseTo(reported, 4);
      const counted = (1_000 * (filled_count ?? count)) / record.population;
      expect(weight * counted + (1 - weight) * prior_mean).toBeCloseTo(smoothed_rate_per_1k, 3);
    }
  }
});

test("an explanation says whose counts a place has", async () => {
  const notes = async (place: string) => JSON.stringify(await ask(`/v1/us/explain/${place}`));
  expect(await notes("TX/Austin")).toContain("Table 8, from 2012 on, without review");
  expect(await notes("CA/Irvine")).toContain("California's own edition; the yardstick");
  expect(await notes("CA/Irvine")).not.toContain("without review");
});

test("a place without a record has a history if it has figures in any year", async () => {
  const answer = (await ask("/v1/us/history/IL/Chicago")) as Answer;
  expect(answer).toMatchObject({ found: true, data: { city: "Chicago", state: "IL" } });
});

describe("the search", () => {
  const find = async (query: string) => nationPlacesPage.parse(await ask(`/v1/us/places?${query}`));

  test("lists the namesakes of all states, the largest first", async () => {
    const { places } = await find("q=springfield&limit=100");
    const exact = places.filter(({ match }) => match === "exact");
    expect(exact.map(({ city }) => city)).toEqual(exact.map(() => "Springfield"));
    const residents = exact.flatMap(({ data }) => data?.population ?? []);
    expect(residents).toEqual(residents.toSorted((a, b) => b - a));
    expect(residents.length).toBeGreaterThan(3);
  });

  test.each(["q=austin+tx", "q=Austin%2C+Texas", "q=austin&state=TX"])("a state narrows it: %s", async (query) => {
    const { places } = await find(query);
    expect(places.map(({ city, state }) => `${city}, ${state}`)).toEqual(["Austin, TX"]);
  });

  test("filters by state, status, and grade, and sorts; pages follow one another without gaps", async () => {
    const first = await find("state=OH&status=graded&sort=-score&limit=50");
    const second = await find(`state=OH&status=graded&sort=-score&limit=50&cursor=${first.next}`);
    const scores = [...first.places, ...second.places].map(({ data }) => data?.safety_score ?? 0);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set([...first.places, ...second.places].map(({ city, county }) => `${city} ${county}`)).size).toBe(
      scores.length,
    );
    const { places } = await find("state=OH&grade=A&limit=100");
    expect(places.every(({ data }) => data?.grade.startsWith("A"))).toBe(true);
  });
});

test("states and statistics add up to the dataset", async () => {
  const { states } = (await ask("/v1/us/states")) as {
    states: { places: number; absent: number; residents_covered: number; share_covered: number }[];
  };
  const statistics = (await ask("/v1/us/stats")) as Record<string, unknown>;
  expect(states.length).toBe(51);
  expect(states.reduce((sum, { places }) => sum + places, 0)).toBe(entries.length);
  expect(states.reduce((sum, { absent }) => sum + absent, 0)).toBe(nation.absent.length);
  expect(statistics).toMatchObject({
    places: entries.length,
    residents_covered: states.reduce((sum, state) => sum + state.residents_covered, 0),
    data_year: nation.dataYear,
  });
  for (const { share_covered } of states) expect(share_covered).toBeLessThanOrEqual(1);
});

test("a hint has no control characters, whatever white space is in the name", async () => {
  const hints = new Set<string>();
  for (const space of ["\n", "\r\n", "\t", "\v", "\f", "\u0085"]) {
    for (const name of [
      "Hamilton Township",
      "Springfield Township",
      "Zzyzx Qqq",
      "Trenton, Ocean County",
      "Camden, Bergen County",
    ]) {
      const typed = encodeURIComponent(`${space}${name.replaceAll(" ", space)}${space}`);
      for (const path of [`us/safety/NJ/${typed}`, `us/explain/NJ/${typed}`, `us/history/NJ/${typed}`]) {
        const { hint } = Object(await ask(`/v1/${path}`));
        if (typeof hint === "string") hints.add(hint);
      }
      const { hint } = Object(await ask(`/v1/locate?name=${typed}`));
      if (typeof hint === "string") hints.add(hint);
    }
  }
  expect([...hints].join()).toContain("Add the county");
  expect([...hints].filter((hint) => /\p{Cc}/u.test(hint))).toEqual([]);
});
