import { describe, expect, test } from "bun:test";
import { ownText } from "../../../src/base/text.ts";
import { historyOf } from "../../../src/domain/history.ts";
import { CONTRACT_EDITION } from "../../../src/editions/table.ts";
import { letterText } from "../../../src/site/ui/grade.tsx";
import { cityUrl, countyUrl } from "../../../src/site/view/addresses.ts";
import { releasedPlaces } from "../../support/server.ts";
import { contentOf, csvRows, servePages, statusOf, text, words } from "../../support/site-pages.ts";

const snapshot = releasedPlaces.records;

test("the page of a place says in JSON-LD which place it is about", async () => {
  const about = async (path: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(await contentOf(path))?.[1] ?? "null");
  const county = {
    "@type": "AdministrativeArea",
    name: "Orange County",
    containedInPlace: { "@type": "State", name: "California" },
  };
  expect(await about(cityUrl(CONTRACT_EDITION, "Irvine"))).toMatchObject({
    "@type": "City",
    name: "Irvine",
    containedInPlace: county,
  });
  expect(await about(countyUrl(CONTRACT_EDITION, "Orange County"))).toMatchObject(county);
});

test("a page says how a city compares with the state, and never its rank", async () => {
  const irvine = await text(cityUrl(CONTRACT_EDITION, "Irvine"));
  expect(irvine).toMatch(/\d+ of \d+ cities score better than California’s average; Irvine scores \d+/);
  expect(irvine).not.toMatch(/cities score higher/);
});

describe("the figures of a page match the API", () => {
  test("the year of the record if it is not the newest, with the reason", async () => {
    const older = [
      ...snapshot.cities.map((city) => ({ place: city, url: cityUrl(CONTRACT_EDITION, city.record.city) })),
      ...snapshot.counties.map((county) => ({ place: county, url: countyUrl(CONTRACT_EDITION, county.record.county) })),
    ].filter(({ place }) => place.record.data_year < snapshot.dataYear);
    expect(older.length).toBeGreaterThan(0);
    const coverage = await text("/coverage");
    for (const { place, url } of older) {
      const detail = place.cautions.find(({ code }) => code === "older_year")?.detail ?? "no reason";
      const page = await text(url);
      for (const said of [detail, `, ${place.record.data_year}`]) expect(page).toContain(said);
      expect(coverage).toContain(detail);
    }
  });

  test.each(["counties", "cities"] as const)("is marked on the map of %s, and no other is", async (kind) => {
    const map = /<svg class="map".*?<\/svg>/s.exec(await contentOf("/explore", `kind=${kind}`))?.[0] ?? "";
    const marked = [...map.matchAll(/<a href="([^"]+)" class="[^"]* older"/g)].map(([, href = ""]) => href);
    const older = releasedPlaces.records[kind]
      .filter(({ cautions }) => cautions.some(({ code }) => code === "older_year"))
      .map(({ record }) =>
        "city" in record ? cityUrl(CONTRACT_EDITION, record.city) : countyUrl(CONTRACT_EDITION, record.county),
      );
    expect(marked.toSorted()).toEqual(older.toSorted());
  });
});

describe("coverage", () => {
  test("lists all cities and towns without a record, with the reason", async () => {
    const page = await contentOf("/coverage");
    const said = words(page);
    for (const absent of snapshot.absent) {
      expect(page).toContain(`href="${cityUrl(CONTRACT_EDITION, absent.city)}"`);
      expect(said).toContain(absent.detail);
    }
    expect(snapshot.cities.length + snapshot.absent.length).toBe(483);
  });

  test("lists every place with its own caution, and the reviewed ones with their source", async () => {
    const page = await text("/coverage");
    for (const { record, cautions } of snapshot.cities) {
      if (cautions.length > 0) expect(page).toContain(record.city);
    }
    expect(page).toContain("11,390 burglaries");
    expect(page).toContain("Mule Creek State Prison");
    expect(await contentOf("/coverage")).toContain('href="https://www.cdcr.ca.gov/facility-locator/"');
  });
});

describe("the documents", () => {
  test.each(["/methodology", "/methodology/specification", "/methodology/areas", "/methodology/back-test"])(
    "%s: every link within the site works",
    async (path) => {
      const page = await contentOf(path);
      const targets = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href ?? "");
      for (const href of targets.filter((target) => target.startsWith("#"))) {
        expect(page).toContain(`id="${href.slice(1)}"`);
      }
      expect(targets.filter((target) => /\.md\b/.test(target))).toEqual([]);
    },
  );
});

describe("rates beside grades", () => {
  const both = "Violent 0.6 (1.8 reported), property 1.9 (0.6 reported)";
  const inTable = "0.6 1.8 reported 1.9 0.6 reported";

  test.each([
    ["/explore", "kind=cities&sort=score&order=descending"],
    ["/explore/county/los-angeles", ""],
    ["/explore/compare", "place=rolling-hills&place=oakland"],
  ])(
    "%s?%s: the estimated ones, with the reported ones and the reason where they differ by over a tenth",
    async (path, query) => {
      const page = await text(path, query);
      for (const words of [both, inTable, "small counts vary by chance"]) expect(page).toContain(words);
      expect(page).not.toContain("14.9 14.9 reported");
    },
  );

  test("a list with filters has both in its table, and on a phone the reported rate of all offenses", async () => {
    const page = await text("/explore/browse", "name=rolling+hills");
    for (const words of [inTable, "small counts vary by chance", "Rolling Hills 2.4 per 1,000"])
      expect(page).toContain(words);
    expect(page).not.toContain(both);
  });

  test("a map by rate has the estimates, and of years without a record what was reported; its file has both", async () => {
    const tip = async (query: string) =>
      /data-name="Rolling Hills" data-figure="([^"]*)"/.exec(
        await contentOf("/explore", `metric=violent&kind=cities${query}`),
      );
    expect((await tip(""))?.[1]).toBe("0.6");
    expect(await text("/explore", "metric=violent&year=2024")).toContain("per 1,000 residents, as reported;");
    const rows = await csvRows("/explore/map.csv", "kind=cities");
    expect(rows.find(({ city }) => city === "Rolling Hills")).toMatchObject({
      violent_rate_per_1k: "1.828154",
      violent_estimated_per_1k: "0.583967",
    });
    const past = await csvRows("/explore/map.csv", "kind=cities&year=2024");
    expect(past.every((row) => row["violent_estimated_per_1k"] === "" && row["violent_rate_per_1k"] !== "")).toBe(true);
  });
});

describe("years", () => {
  test("without a count or a population stay gaps, in the table and in the line", async () => {
    const [, page = ""] = /(<figure id="history".*?<\/figure>)/s.exec(await contentOf("/explore/city/irvine")) ?? [];
    const gaps = [...page.matchAll(/<th scope="row">(\d{4})<\/th><td>([^<]*)<\/td>/g)];
    expect(gaps.find(([, year]) => year === "2019")?.[2]).toBe("none");
    const lines = [...page.matchAll(/class="line-place" d="([^"]*)"/g)].map(([, path]) => path ?? "");
    // The score, violent, and property offenses.
    expect(lines.length).toBe(3);
    expect(page.split('class="gap"').length - 1).toBe(3);
    for (const path of lines) expect(path.split("M").length - 1).toBe(2);
  });

  test("that a review found incomplete are marked", async () => {
    expect(await text("/explore/city/adelanto")).toContain("2023 incomplete");
  });
});

describe("a place's page presents its content in order", () => {
  const order = [
    "Violent per 1,000",
    "Property per 1,000",
    "How the score was made",
    "Cautions",
    "Share",
    "Get these figures from the API",
  ];
  const headings = async (path: string) =>
    [...(await contentOf(path)).matchAll(/<h2[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(([, heading = ""]) => heading.trim());

  test.each(["/explore/city/irvine", "/explore/county/alpine"])("%s", async (path) => {
    expect((await headings(path)).filter((heading) => order.includes(heading))).toEqual(order);
  });

  test.each([
    ["rolling-hills", ["1.8 reported; small counts vary by chance, so earlier years count, too."]],
    ["anderson", ["Burglary: 4 reported, about 42 expected from 2023."]],
    ["lodi", ["Lodi has no complete figures for 2022, 2023, and 2024. In 2025 Lodi had"]],
    ["colma", ["Next year’s score will probably be 0 to 1 (8 times in 10)."]],
    ["oakland", ["2022 to 2023: violent offenses +55% per resident (6,516 to 10,190)"]],
  ])("it says beside the figures of %s what they do not show", async (slug, sentences) => {
    const page = await text(`/explore/city/${slug}`);
    for (const sentence of sentences) expect(page).toContain(sentence);
    expect(page).not.toContain("Chance alone");
  });

  test("it has the score of the previous year and of every complete year, as a table and as files", async () => {
    const city = releasedPlaces.city(ownText("Irvine"))?.entry;
    const history = city ? historyOf(city.trend, snapshot.state.trend) : [];
    const scored = history.filter(({ safety_score: score }) => score !== null);
    expect(scored.length).toBeGreaterThan(8);
    const page = await text("/explore/city/irvine");
    for (const { data_year: year, grade, safety_score: score } of scored)
      expect(page).toContain(` ${year} ${letterText(grade ?? "")} ${score} `);
    const years = await csvRows("/explore/city/irvine/years.csv");
    expect(years.map(({ score }) => score)).toEqual(history.map((year) => String(year.safety_score ?? "")));
  });
});

test("another spelling of a place redirects to its URL, and an unknown place has no page", async () => {
  const spelt = await servePages().request("/explore/city/La%20Ca%C3%B1ada%20Flintridge");
  expect([spelt.status, spelt.headers.get("location")]).toEqual([301, "/explore/city/la-canada-flintridge"]);
  const paths = ["/explore/city/atlantis", "/explore/county/%E5%8C%97", "/explore/city/", "/explore/nowhere"];
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
});
