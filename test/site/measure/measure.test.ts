import { describe, expect, test } from "bun:test";
import { ownText } from "../../../src/base/text.ts";
import { historyOf } from "../../../src/domain/history.ts";
import type { PlaceTrend } from "../../../src/domain/snapshot.ts";
import { CALIFORNIA } from "../../../src/editions/california.ts";
import { Drawing } from "../../../src/site/charts/drawing.tsx";
import { unpopulatedYears } from "../../../src/site/measure/history-chart.tsx";
import { MEASURES, type MeasuredYear, measuredYears, VIOLENT } from "../../../src/site/measure/measure.ts";
import { measureChart } from "../../../src/site/measure/measure-chart.tsx";
import { measureFinding } from "../../../src/site/measure/measure-finding.ts";
import { stateEdition } from "../../../src/site/view/views.ts";
import { releasedPlaces } from "../../support/server.ts";
import { csvRows, servePages, text } from "../../support/site-pages.ts";

const pages = servePages();
const { state, dataYear } = releasedPlaces.records;
const { from } = state.trend;
const OAKLAND = "/explore/chart?place=oakland&place=hayward&measure=violent";

function placeCalled(name: string) {
  const place = releasedPlaces.city(ownText(name))?.entry;
  if (!place) throw new Error(`${name} has a record`);
  return place;
}

describe("the values of a chart", () => {
  test("are the scores, rates, and counts that the history of the API has, in complete years only", () => {
    for (const name of ["Oakland", "Lodi", "Colma"]) {
      const { trend } = placeCalled(name);
      const history = historyOf(trend, state.trend);
      for (const measure of MEASURES) {
        const rates = measuredYears(trend, measure, false, { from, to: dataYear });
        const counts = measuredYears(trend, measure, true, { from, to: dataYear });
        for (const [index, row] of history.entries()) {
          const isComplete = row.safety_score !== null;
          const count = Object.entries(row.offenses ?? {}).find(([field]) => field === measure.key)?.[1];
          const [rate, shown] = [rates[index]?.value, counts[index]];
          if (measure.key === "score") expect(rate).toBe(row.safety_score);
          else if (!isComplete) expect([rate, shown?.value]).toEqual([null, null]);
          else if (measure.key === "violent") expect(rate).toBe(row.violent_rate_per_1k);
          else if (measure.key === "property") expect(rate).toBe(row.property_rate_per_1k);
          else {
            expect(shown?.count).toBe(count ?? null);
            expect(rate ?? Number.NaN).toBeCloseTo((100_000 * Math.max(0, count ?? 0)) / (row.population ?? 0), 0);
          }
        }
      }
    }
  });

  test("have dotted lines only where a change touches the measure", async () => {
    const page = (measure: string) => text("/us/chart", `place=tx/austin&measure=${measure}`);
    expect(await page("homicide")).not.toContain("definition of rape");
    for (const measure of ["rape", "violent", "score"]) expect(await page(measure)).toContain("definition of rape");
    const counts = await text("/explore/chart", "place=oakland&measure=violent&unit=counts");
    expect(counts).toContain("Dotted lines: 2014");
    expect(counts).not.toContain("new population estimates");
  });

  test("are the same in the picture, in the table, and in the file", async () => {
    const html = await (await pages.request(`${OAKLAND}&view=table&from=2015&to=2020`)).text();
    const rows = await csvRows("/explore/chart.csv", "place=oakland&place=hayward&measure=violent&from=2015&to=2020");
    const embed = await (await pages.request(`${OAKLAND.replace("chart?", "chart/embed?")}&from=2015&to=2020`)).text();
    const [, data = ""] = /data-series="([^"]*)"/.exec(embed) ?? [];
    const series: [string, string[]][] = JSON.parse(data.replaceAll("&quot;", '"'));
    expect(series.map(([name]) => name)).toEqual(["Oakland", "Hayward", "California"]);
    for (const [name, values] of series)
      expect(
        rows.filter(({ place }) => place === name).map(({ value }) => (value ? Number(value).toFixed(1) : "")),
      ).toEqual(values.map((value) => (value === "no figures" ? "" : value)));
    for (const [index, year] of [2015, 2016, 2017, 2018, 2019, 2020].entries()) {
      const cells = series.map(([, values]) => `<td>${values[index]?.replace("no figures", "–")}</td>`).join("");
      expect(html).toContain(`<th scope="row">${year}</th>${cells}`);
    }
  });
});

describe("the title of a chart", () => {
  const year = (at: number, count: number, population = 100_000): MeasuredYear => ({
    year: at,
    count,
    population,
    value: Math.round((count / population) * 10_000) / 10,
  });
  const findingOf = (years: readonly MeasuredYear[], ofState = year(2025, 300)) =>
    measureFinding({
      name: "Davis",
      measure: VIOLENT,
      isCounts: false,
      years,
      comparableFrom: 2023,
      yardstick: { words: CALIFORNIA, years: [ofState] },
    });

  test("compares the newest year with the one furthest from it among those that are counted alike", () => {
    expect(findingOf([year(2022, 5_000), year(2023, 1_000), year(2024, 700), year(2025, 600)])).toBe(
      "Davis’ rate of violent crime fell from 10.0 in 2023 to 6.0 per 1,000 residents in 2025, 2.0 times California’s rate",
    );
    expect(findingOf([year(2024, 250), year(2025, 390)])).toBe(
      "Davis’ rate of violent crime rose from 2.5 in 2024 to 3.9 per 1,000 residents in 2025, 30% above California’s rate",
    );
  });

  test("calls the rate of the yardstick by its own words", () => {
    const finding = measureFinding({
      name: "United States",
      measure: VIOLENT,
      isCounts: false,
      years: [year(2024, 310), year(2025, 300)],
      comparableFrom: 2023,
      yardstick: null,
      ownRate: "the national rate",
    });
    expect(finding).toBe("The national rate of violent crime was 3.0 per 1,000 residents in 2025");
  });

  test("names no move that chance explains, and counts instead of rates of a few offenses", () => {
    expect(findingOf([year(2024, 310), year(2025, 300)])).toBe(
      "Davis’ rate of violent crime was 3.0 per 1,000 residents in 2025, the same as California’s rate",
    );
    expect(findingOf([year(2024, 12), year(2025, 1)])).toBe("Davis reported 1 violent offense in 2025, 12 in 2024");
    expect(findingOf([{ ...year(2025, 1), value: null }])).toBe("Davis has no complete year from 2025 to 2025");
  });
});

test("of rates that never changed, at most one in twenty is said to have moved, however many years there are", () => {
  // Poisson counts around 300 from a generator with a fixed seed.
  let seed = 1;
  const uniform = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const poisson = (mean: number) => {
    const deviations = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return Math.round(mean + Math.sqrt(mean) * deviations);
  };
  const titles = Array.from({ length: 2_000 }, () => {
    const years = Array.from({ length: 11 }, (_, index): MeasuredYear => {
      const count = poisson(300);
      return { year: 2015 + index, count, population: 100_000, value: count / 100 };
    });
    return measureFinding({
      ...{ name: "Davis", measure: VIOLENT, isCounts: false, years, comparableFrom: 2015 },
      yardstick: null,
    });
  });
  const moved = titles.filter((title) => / (?:fell|rose) from /.test(title)).length / titles.length;
  expect(moved).toBeLessThan(0.05);
  expect(moved).toBeGreaterThan(0.01);
});

describe("the page of a chart", () => {
  test("has its state in the address, which every link, file, and frame keeps", async () => {
    const html = (await (await pages.request(`${OAKLAND}&from=2015`)).text())
      .replaceAll("&amp;", "&")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    for (const rest of [
      "?place=oakland&place=hayward&measure=homicide&from=2015",
      "?place=oakland&place=hayward&measure=violent&unit=counts&from=2015",
      "?place=oakland&place=hayward&measure=violent&from=2015&view=table",
      "?place=hayward&measure=violent&from=2015",
      ...[".png", ".svg", ".csv", "/embed"].map(
        (ending) => `${ending}?place=oakland&place=hayward&measure=violent&from=2015`,
      ),
    ])
      expect(html).toContain(`/explore/chart${rest}"`);
  });

  test("shows at most four places, once each, and leaves out unknown ones and years that there are not", async () => {
    const places = ["oakland", "atlantis", "oakland", "hayward", "fremont", "alameda-county", "berkeley"];
    const query = `${places.map((place) => `place=${place}`).join("&")}&from=1800&to=9999`;
    const html = await (await pages.request(`/explore/chart?${query}`)).text();
    const [, data = ""] = /data-series="([^"]*)"/.exec(html) ?? [];
    const series: [string, string[]][] = JSON.parse(data.replaceAll("&quot;", '"'));
    expect(series.map(([name]) => name)).toEqual(["Oakland", "Hayward", "Fremont", "Alameda County", "California"]);
    expect(series[0]?.[1]).toHaveLength(dataYear - from + 1);
    expect((await pages.request("/explore/chart?measure=no&from=2020&to=2010&unit=x&view=y")).status).toBe(200);
  });

  test("adds a typed place, and keeps a name that matches none with suggestions", async () => {
    const added = await pages.request(`${OAKLAND}&add=Fremont`, { redirect: "manual" });
    expect([added.status, added.headers.get("location")]).toEqual([
      303,
      "/explore/chart?place=oakland&place=hayward&place=fremont&measure=violent",
    ]);
    const missed = await (await pages.request(`${OAKLAND}&add=Fremnt`)).text();
    expect(missed).toContain("No city or county with a grade here is called “Fremnt”.");
    expect(missed).toContain('value="Fremnt"');
    expect(missed).toContain(
      'href="/explore/chart?place=oakland&amp;place=hayward&amp;place=fremont&amp;measure=violent"',
    );
  });

  test("is one link away from the page of each city and county", async () => {
    for (const [path, slug] of [
      ["/explore/city/oakland", "oakland"],
      ["/explore/county/alameda", "alameda-county"],
      ["/explore/county/alpine", "alpine-county"],
    ] as const)
      for (const measure of ["score", "violent", "property"])
        expect(await (await pages.request(path)).text()).toContain(
          `href="/explore/chart?place=${slug}&amp;measure=${measure}"`,
        );
  });
});

test("only the score's dot has the color of a grade, and counts have no yardstick", () => {
  const { trend } = placeCalled("Oakland");
  const drawn = (measure: (typeof MEASURES)[number], isCounts: boolean, ofPlace: PlaceTrend) =>
    measureChart({
      path: "/chart",
      query: "",
      places: [{ name: "Oakland", slug: "oakland", href: "", trend: ofPlace, trendSource: "", cautions: [] }],
      yardstick: stateEdition(releasedPlaces.records),
      measure,
      isCounts,
      from,
      to: dataYear,
    }).panels.map((panel) => String(Drawing(panel)))[0];
  for (const measure of MEASURES) {
    expect([measure.key, /class="dot grade-/.test(drawn(measure, false, trend) ?? "")]).toEqual([
      measure.key,
      measure.key === "score",
    ]);
    expect(drawn(measure, true, trend)?.includes("line-state")).toBe(measure.key === "score");
  }
});

test("a year that only the population table lacks is named as the reason, on the place's page and on the map", async () => {
  const trend = { ...state.trend, from: 2010, population: [null, 5, null, 6, null, null, 7, null] };
  expect(unpopulatedYears(trend)).toEqual([2012]);
  const [lacking] = unpopulatedYears(placeCalled("Oakland").trend);
  const [page, map] = [
    await text("/explore/city/oakland"),
    await text("/explore", `kind=cities&year=${lacking ?? 2020}`),
  ];
  expect(page.includes(`There are no rates for ${lacking}: the two population tables`)).toBe(lacking !== undefined);
  // In the nation, only residents of California's own edition have such a reason.
  expect(await text("/us/il/wilmette")).toContain("There are no rates for 2013, 2020. A score");
  expect(await text("/us/ca/auburn")).toContain("There are no rates for 2019: the two population tables, of January 1");
  expect(map.includes("lack that year, and tables of different publishers and days are not interpolated.")).toBe(
    lacking !== undefined,
  );
});
