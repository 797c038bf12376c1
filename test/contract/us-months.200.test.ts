import { expect, test } from "bun:test";
import { nationMonths } from "../../src/domain/nation-record.ts";
import { OFFENSE_CLASSES, OFFENSE_GROUPS, OFFENSES } from "../../src/domain/offense.ts";
import { releasedNation, sharedServer } from "../support/server.ts";

const { server, key } = await sharedServer("enterprise");
const ask = async (path: string) => (await server.request(`/v1/us/${path}`, { key })).json;
const monthsOf = async (path: string) => nationMonths.parse(Object(await ask(`months/${path}`)).data);

test("a place has its months in order, and the record the year that they make", async () => {
  const { months, provisional, ...place } = await monthsOf("TX/Austin");
  expect(place).toMatchObject({ city: "Austin", state: "TX", ori: "TX2270100" });
  expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());
  expect(months[0]?.month).toBe(`${releasedNation.dataYear + 1}-01`);
  for (const group of OFFENSE_GROUPS) {
    const classes = OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group);
    const sum = months.slice(0, 12).flatMap((month) => classes.map((offense) => month[OFFENSES[offense].field] ?? 0));
    expect(provisional?.[group]?.offenses).toBe(sum.reduce((all, count) => all + count, 0));
  }
  expect(await ask("safety/TX/Austin")).toMatchObject({ data: { provisional } });
  expect(await ask("explain/TX/Austin")).toMatchObject({ data: { provisional } });
});

test("every answer about a place names the same county, also of a place in several", async () => {
  const of = (way: string) => ask(`${way}/TX/Austin`);
  const answers = await Promise.all(["safety", "explain", "history", "months"].map(of));
  for (const answer of answers) expect(answer).toMatchObject({ data: { county: "Travis County" } });
});

test("a change is of reported rates, and only one that is large enough exceeds chance and a usual year", async () => {
  const compared = releasedNation.entries.filter(({ record }) => record.provisional !== null);
  expect(compared.length).toBeGreaterThan(600);
  for (const { record, offenses } of compared) {
    for (const group of OFFENSE_GROUPS) {
      const found = record.provisional?.[group] ?? null;
      if (found === null || found.change_percent === null) continue;
      const classes = OFFENSE_CLASSES.filter((offense) => OFFENSES[offense].group === group);
      const before = classes.reduce((sum, offense) => sum + offenses[offense], 0);
      expect(Math.min(before, found.offenses)).toBeGreaterThanOrEqual(10);
      const rate = (1_000 * before) / record.population;
      expect(Math.abs(100 * (found.rate_per_1k / rate - 1) - found.change_percent)).toBeLessThan(0.05 + 0.6 / rate);
    }
  }
});

test("a place without a record has its months and no comparison, and one without months says so", async () => {
  expect(await ask("safety/IL/Chicago")).toMatchObject({ found: false });
  expect((await monthsOf("IL/Chicago")).provisional).toBeNull();
  expect(await ask("months/NJ/Hamilton+Township")).toMatchObject({ found: false, suggestions: [{}, {}] });
  const without = releasedNation.entries.find(({ months }) => months === null);
  const path = `${without?.state}/${encodeURIComponent(without?.name ?? "")}`;
  expect(await ask(`months/${path}`)).toMatchObject({ found: false });
  expect(await ask(`safety/${path}`)).toMatchObject({ data: { provisional: null } });
});

test("in a state whose months lack a class, the class is null, and its group is not compared", async () => {
  const { months, provisional } = await monthsOf("FL/Orlando");
  expect(new Set(months.map(({ motor_vehicle_theft }) => motor_vehicle_theft))).toEqual(new Set([null]));
  expect(provisional === null || provisional.property === null).toBe(true);
});

test("batch and list have the comparison of each place with a record, and null where there is none", async () => {
  const none = releasedNation.entries.find(({ record }) => record.provisional === null) ?? expect.unreachable();
  const places = [
    { state: "TX", city: "Austin" },
    { state: none.state, city: none.name },
    { state: "IL", city: "Chicago" },
  ];
  const { json } = await server.post("/v1/us/safety/batch", key, { places });
  const { provisional } = await monthsOf("TX/Austin");
  expect(provisional).not.toBeNull();
  expect(json).toMatchObject({
    results: [{ data: { provisional } }, { data: { provisional: null } }, { found: false }],
  });
  expect(JSON.stringify(Object(json).results[2])).not.toContain("provisional");
  expect(await ask("places?q=Austin&state=TX&limit=1")).toMatchObject({ places: [{ data: { provisional } }] });
  expect(await ask("places?q=Chicago&state=IL&limit=1")).toMatchObject({ places: [{ status: "absent", data: null }] });
});
