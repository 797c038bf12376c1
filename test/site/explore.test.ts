import { describe, expect, test } from "bun:test";
import { Hono } from "hono";
import { CAUTIONS } from "../../src/domain/caution.ts";
import { explainCity, explainCounty } from "../../src/domain/explain.ts";
import type { PlaceExplanation } from "../../src/domain/explanation.ts";
import { OnePerTick } from "../../src/domain/one-per-tick.ts";
import { historyOf, stateRateOf } from "../../src/domain/trend.ts";
import { createPlaces } from "../../src/places/places.ts";
import { createExplorer } from "../../src/site/explore/explorer.ts";
import { cityUrl, countyUrl } from "../../src/site/explore/place-url.ts";
import { exploreRoutes } from "../../src/site/explore/routes.ts";
import { pageResponse, pageText } from "../../src/site/ready-page.ts";
import type { SiteEnv } from "../../src/site/request-context.ts";
import { currentGeography } from "../support/current-geography.ts";
import { contentOf, explorer, text } from "../support/explorer-pages.ts";
import { sampleCity, sampleSnapshot } from "../support/sample-snapshot.ts";
import { releasedPlaces } from "../support/server.ts";
import { HANG_MS } from "../support/until.ts";

const snapshot = releasedPlaces.records;

/** The figures of an explanation, as formatted on a page. */
function figuresOf({ intervals, steps, cautions, summary }: PlaceExplanation): readonly string[] {
  const { next_year: next, this_year: now } = intervals;
  return [
    summary,
    `the ${next.year} score will be between ${next.safety_score_low} and ${next.safety_score_high}`,
    now.safety_score_low === now.safety_score_high
      ? `leaves the ${now.year} score at ${now.safety_score_low}.`
      : `the ${now.year} score between ${now.safety_score_low} and ${now.safety_score_high}`,
    ...steps.map(({ numbers }) => numbers),
    ...cautions.map((caution) => caution.text),
  ];
}

const grouped = new Intl.NumberFormat("en-US");

describe("every page", () => {
  // test/docs/discovery.test.ts requests all of them from a server and checks that each is under 100 KB.
  test("exists for each city, absent city, and county", () => {
    expect(explorer.paths.length).toBe(new Set(explorer.paths).size);
    for (const city of snapshot.cities) expect(explorer.paths).toContain(cityUrl(city.record.city));
    for (const city of snapshot.absent) expect(explorer.paths).toContain(cityUrl(city.city));
    for (const county of snapshot.counties) expect(explorer.paths).toContain(countyUrl(county.record.county));
    for (const { county } of snapshot.absentCounties) expect(explorer.paths).toContain(countyUrl(county));
  });

  test("has a URL of plain letters, digits, and hyphens", () => {
    for (const path of explorer.paths) expect(path).toMatch(/^\/[a-z0-9/-]+$/);
  });

  test("says how a city compares with the state, and never its rank", () => {
    const irvine = text(cityUrl("Irvine"));
    expect(irvine).toMatch(/Irvine scores \d+; \d+ of \d+ graded cities score better than the state's average of 50/);
    expect(irvine).not.toContain("score higher");
  });

  test("has the same bytes for the same snapshot, with the same strong tag", () => {
    const other = createExplorer({
      places: releasedPlaces,
      boundaries: currentGeography.file.boundaries,
      baseUrl: "http://localhost:8080",
    });
    for (const path of [
      "/explore",
      "/explore/city/irvine",
      "/explore/changes",
      "/coverage",
      "/methodology/back-test",
    ]) {
      expect(other.page(path, new URLSearchParams())?.hash).toBe(
        explorer.page(path, new URLSearchParams())?.hash ?? "none",
      );
    }
  });

  test("is sent in brotli to clients that accept it, uncompressed to others, and as 304 to clients that have it", async () => {
    const page = explorer.page("/explore", new URLSearchParams());
    if (!page) throw new Error("there is a first page");
    const ask = (headers: Record<string, string>) =>
      pageResponse(new Request("http://localhost/explore", { headers }), page);
    const packed = ask({ "Accept-Encoding": "gzip, br" });
    const plain = ask({});
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe(pageText(page));
    expect(packed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    for (const response of [packed, plain]) {
      const etag = response.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(ask({ "Accept-Encoding": "br", "If-None-Match": etag }).status).toBe(304);
    }
  });
});

describe("the figures of a page match the API", () => {
  test(
    "for every city",
    () => {
      for (const city of snapshot.cities) {
        const { record } = city;
        const page = text(cityUrl(record.city));
        const explained = explainCity(city, releasedPlaces.records.state.trend);
        for (const figure of [
          `${record.grade}, score ${record.safety_score} of 100, ${record.data_year}`,
          `${record.crime_rate_per_1k} reported per 1,000 residents`,
          `${record.state_average_rate} per 1,000: ${record.comparison}`,
          grouped.format(record.population),
          ...figuresOf(explained),
        ]) {
          expect([record.city, page.includes(figure) ? figure : `misses ${figure}`]).toEqual([record.city, figure]);
        }
      }
    },
    HANG_MS,
  );

  test("for every county", () => {
    for (const county of snapshot.counties) {
      const { record, agencies } = county;
      const page = text(countyUrl(record.county));
      for (const figure of figuresOf(explainCounty(county, releasedPlaces.records.state.trend))) {
        expect([record.county, page.includes(figure) ? figure : `misses ${figure}`]).toEqual([record.county, figure]);
      }
      expect(page).toContain(`${record.grade}, score ${record.safety_score} of 100, ${record.data_year}`);
      expect(page).toContain(`${record.crime_rate_per_1k} reported per 1,000 residents`);
      for (const agency of agencies) expect(page).toContain(agency.name.replace(/\s+/g, " "));
    }
  });

  test("the year of the record if it is not the newest, with the reason", () => {
    const older = [
      ...snapshot.cities.map((city) => ({ place: city, url: cityUrl(city.record.city) })),
      ...snapshot.counties.map((county) => ({ place: county, url: countyUrl(county.record.county) })),
    ].filter(({ place }) => place.record.data_year < snapshot.dataYear);
    expect(older.length).toBeGreaterThan(0);
    for (const { place, url } of older) {
      const detail = place.cautions.find(({ code }) => code === "older_year")?.detail ?? "no reason";
      expect(text(url)).toContain(detail);
      expect(text(url)).toContain(`, ${place.record.data_year}`);
      expect(text("/coverage")).toContain(detail);
    }
  });

  test("in the table of cities", () => {
    const page = text("/explore/cities");
    for (const { record, rating } of snapshot.cities) {
      const rates = `Violent ${rating.violent.rate.toFixed(1)}, property ${rating.property.rate.toFixed(1)}`;
      const figures = `${record.grade} ${record.safety_score} ${record.data_year}`;
      expect(page).toContain(`${record.city} ${rates} ${figures} `);
    }
    expect(page).toContain(`${releasedPlaces.statistics.cities} cities`);
  });
});

describe("the table of cities, without JavaScript", () => {
  const names = (query: string) =>
    [...contentOf("/explore/cities", query).matchAll(/<th scope="row"><a href="[^"]+">([^<]+)<\/a>/g)].map(
      ([, name]) => name,
    );

  test("is sorted by the URL, in both orders, and shows the order in its headings", () => {
    const byScore = snapshot.cities.map(({ record }) => record.safety_score);
    const best = names("sort=score");
    const worst = names("sort=score&order=ascending");
    expect(best.length).toBe(byScore.length);
    expect(releasedPlaces.city(best[0] ?? "")?.entry.record.safety_score).toBe(Math.max(...byScore));
    expect(releasedPlaces.city(worst[0] ?? "")?.entry.record.safety_score).toBe(Math.min(...byScore));
    expect(contentOf("/explore/cities", "sort=score")).toContain('aria-sort="descending"');
  });

  test("finds cities and counties in any spelling, and says if there is none", () => {
    expect(names("q=CANADA")).toEqual(["La Cañada Flintridge"]);
    expect(names("q=marin")).toContain("Novato");
    expect(text("/explore/cities", "q=Atlantis")).toContain("No graded cities match “Atlantis”");
    expect(contentOf("/explore/cities", "q=%3Cscript%3E")).not.toContain("<script>");
  });

  test("treats invalid parameters as the table from A to Z", () => {
    expect(names("sort=__proto__&order=sideways")[0]).toBe("Adelanto");
  });
});

describe("coverage", () => {
  test("lists all cities and towns of the state: graded, or absent with the reason", () => {
    const page = contentOf("/coverage");
    for (const { record } of snapshot.cities) expect(page).toContain(`href="${cityUrl(record.city)}"`);
    for (const absent of snapshot.absent) {
      expect(page).toContain(`href="${cityUrl(absent.city)}"`);
      expect(text("/coverage")).toContain(absent.detail);
    }
    expect(snapshot.cities.length + snapshot.absent.length).toBe(483);
  });

  test("lists every place with its own caution, and the reviewed ones with their source", () => {
    const page = text("/coverage");
    for (const { record, cautions } of snapshot.cities) {
      if (cautions.some(({ code }) => !CAUTIONS[code].general)) expect(page).toContain(record.city);
    }
    expect(page).toContain("11,390 burglaries");
    expect(page).toContain("Mule Creek State Prison");
    expect(contentOf("/coverage")).toContain('href="https://www.cdcr.ca.gov/facility-locator/"');
  });
});

describe("the documents", () => {
  test.each(["/methodology", "/methodology/back-test"])("%s: every link within the site works", (path) => {
    const page = contentOf(path);
    const targets = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href ?? "");
    for (const href of targets.filter((target) => target.startsWith("#"))) {
      expect(page).toContain(`id="${href.slice(1)}"`);
    }
    expect(targets.filter((target) => /\.md\b/.test(target))).toEqual([]);
  });
});

describe("years", () => {
  test("without a count or a population stay gaps, in the table and in the line", () => {
    const [, , page = ""] =
      /(<figure id="score-history">.*?<\/figure>)(?:.*?)(<figure id="trend">.*?<\/figure>)/s.exec(
        contentOf("/explore/city/irvine"),
      ) ?? [];
    const gaps = [...page.matchAll(/<th scope="row">(\d{4})[^<]*<\/th><td>([^<]*)<\/td>/g)];
    expect(gaps.find(([, year]) => year === "2019")?.[2]).toBe("not published");
    const lines = [...page.matchAll(/class="line line-place" d="([^"]*)"/g)].map(([, path]) => path ?? "");
    // Violent and property, each drawn for a wide box and for a phone.
    expect(lines.length).toBe(4);
    for (const path of lines) expect(path.split("M").length - 1).toBe(2);
  });

  test("that a review found incomplete are marked", () => {
    expect(text("/explore/city/adelanto")).toContain("2023 (incomplete)");
  });
});

describe("a place's page presents its content in order", () => {
  const order = [
    "Next year's score",
    "How it changed",
    "How the score was made",
    "Cautions",
    "Share",
    "Get these figures from the API",
  ];
  const headings = (path: string) =>
    [...contentOf(path).matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, heading = ""]) =>
      heading.replaceAll("&#39;", "'"),
    );

  test.each(["/explore/city/irvine", "/explore/county/alpine"])("%s", (path) => {
    expect(headings(path).filter((heading) => order.includes(heading))).toEqual(order);
  });

  test("it starts by comparing both rates with California's, for the record's year", () => {
    for (const { record, rating } of snapshot.cities) {
      const page = text(cityUrl(record.city));
      const parts = (["violent", "property"] as const).map((group) => {
        const { rate } = rating[group];
        const stateRate = stateRateOf(snapshot.state.trend, record.data_year, group);
        const percent = Math.round(100 * Math.abs(1 - rate / stateRate));
        return percent === 0 ? `about as much ${group}` : `${percent}% ${rate > stateRate ? "more" : "less"} ${group}`;
      });
      const sentence = `${record.city} has ${parts.join(" and ")} crime per resident than California, ${record.data_year}.`;
      expect([record.city, page.indexOf(sentence) > 0]).toEqual([record.city, true]);
      expect(page.indexOf(sentence)).toBeLessThan(page.indexOf(`score ${record.safety_score} of 100`));
    }
  });

  test("it has the score of the previous year and of every complete year, as a table and as files", () => {
    const city = releasedPlaces.city("Irvine")?.entry;
    const history = city ? historyOf(city.trend, snapshot.state.trend) : [];
    const scored = history.filter(({ score }) => score !== null);
    expect(scored.length).toBeGreaterThan(8);
    const page = text("/explore/city/irvine");
    for (const { year, grade, score } of scored) expect(page).toContain(` ${year} ${grade} ${score} `);
    expect(page).toContain(`Since ${(city?.record.data_year ?? 0) - 1} the score `);
    const years = JSON.parse(
      pageText(explorer.page("/explore/city/irvine/years.json", new URLSearchParams()) ?? never()),
    );
    expect(years.length).toBe(history.length);
    expect(years.at(-1)).toMatchObject({ data_year: city?.record.data_year, score: city?.record.safety_score });
  });
});

function never(): never {
  throw new Error("there is no such file");
}

test("a new snapshot is shown on the next request", async () => {
  let places = createPlaces(sampleSnapshot([sampleCity("Oldtown")]));
  const app = new Hono<SiteEnv>();
  exploreRoutes(app, {
    places: () => places,
    geography: async () => currentGeography,
    baseUrl: "http://localhost:8080",
    search: async () => ({ places: [], total: 0 }),
    renderQueue: new OnePerTick(),
  });
  expect((await app.request("/explore/city/oldtown")).status).toBe(200);
  places = createPlaces(sampleSnapshot([sampleCity("Newtown")]));
  expect((await app.request("/explore/city/oldtown")).status).toBe(404);
  expect((await app.request("/explore/city/newtown")).status).toBe(200);
});

test("an unknown place has no page", () => {
  for (const path of ["/explore/city/atlantis", "/explore/county/atlantis", "/explore/city/", "/explore/nowhere"]) {
    expect(explorer.page(path, new URLSearchParams())).toBeUndefined();
  }
});
