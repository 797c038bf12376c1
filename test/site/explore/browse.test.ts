import { describe, expect, test } from "bun:test";
import { gzipSync } from "bun";
import fc from "fast-check";
import stored from "../../../data/changes.json" with { type: "json" };
import { ownText } from "../../../src/base/text.ts";
import { familyOf, GRADE_FAMILIES } from "../../../src/domain/grade.ts";
import { movesOf, yearChange } from "../../../src/domain/year-change.ts";
import { snapshotDiff } from "../../../src/figures/snapshot-diff.ts";
import { changesOf } from "../../../src/site/about/changes.ts";
import { areaOf } from "../../../src/site/browse/browse-list.ts";
import { browseQuery, browseUrl, CHANGES, NO_GRADE, SIZES } from "../../../src/site/view/browse-query.ts";
import { placesOf, sampleCity, sampleDataset } from "../../support/sample-dataset.ts";
import { releasedPlaces as places } from "../../support/server.ts";
import { contentOf, csvRows, servePages, text } from "../../support/site-pages.ts";

const { records: snapshot } = places;
const PATH = "/explore/browse";
const namesOf = (html: string) =>
  [...html.matchAll(/<th scope="row"[^>]*><a href="[^"]+">([^<]+)<\/a>/g)].map(([, name = ""]) => name);

describe("the table of places", () => {
  test("has every graded city with its figures, on pages of 25, without a script", async () => {
    const found: string[] = [];
    for (let page = 1; page <= Math.ceil(snapshot.cities.length / 25); page++) {
      const html = await contentOf(PATH, `page=${page}`);
      expect(gzipSync(html).length).toBeLessThan(60_000);
      found.push(...namesOf(html));
    }
    expect(await text(PATH, "page=9")).toContain("1 … 7 8 9 10 11 … 18");
    expect(await contentOf(PATH)).toMatch(/<select id="sort" name="sort">.*<option value="city" selected/s);
    expect(found.toSorted()).toEqual(snapshot.cities.map(({ record }) => record.city).toSorted());
    const { record, trend } = places.city(ownText("Adelanto"))?.entry ?? sampleCity("none");
    const residents = `San Bernardino, ${record.population.toLocaleString("en-US")} residents`;
    const change = record.safety_score - (trend.score.at(-2) ?? 0);
    expect(await text(PATH)).toContain(
      `Adelanto ${record.crime_rate_per_1k.toFixed(1)} per 1,000 ${residents} San Bernardino ` +
        `${record.grade} ${record.safety_score} 2025 ${change < 0 ? "−" : "+"}${Math.abs(change)} since 2024 `,
    );
  });

  test("finds what the filters say, in the order of the address, and has the same as a file", async () => {
    const cities = snapshot.cities.filter(
      ({ record }) => ["Alameda County", "Contra Costa County"].includes(record.county) && record.population >= 50_000,
    );
    const query = "county=alameda,contra-costa&size=50000&sort=change";
    const html = await contentOf(PATH, query);
    expect(namesOf(html).toSorted()).toEqual(cities.map(({ record }) => record.city).toSorted());
    const better = cities.filter((city) => {
      const score = yearChange(city, movesOf(snapshot))?.score;
      return score !== undefined && score.after > score.before;
    });
    expect(await text(PATH, query)).toContain(`${better.length} of ${cities.length} cities score better than in 2024`);
    expect(html).toContain(`href="${PATH}.csv?${query.replaceAll("&", "&amp;")}"`);
    const rows = await csvRows(`${PATH}.csv`, query);
    expect(rows.map(({ city }) => city)).toEqual(namesOf(html));
    const changes = rows.map(({ change }) => Number(change));
    expect(changes).toEqual(changes.toSorted((a, b) => b - a));
    expect(rows.find(({ city }) => city === "Oakland")).toMatchObject({ score: "9", score_before: "7", change: "2" });
  });

  test("has the places without a grade if they are asked for", async () => {
    expect(namesOf(await contentOf(PATH, "grade=none&county=siskiyou"))).toContain("Dunsmuir");
    expect(namesOf(await contentOf(PATH, "county=siskiyou"))).not.toContain("Dunsmuir");
  });

  test("is the only one: earlier addresses lead to it for good", async () => {
    const app = servePages();
    for (const [path, to] of [
      ["/explore/cities", PATH],
      ["/explore/counties", `${PATH}?kind=counties`],
      ["/explore/changes", `${PATH}?sort=change`],
      ["/explore/changes.csv", `${PATH}.csv?sort=change`],
    ] as const) {
      const answer = await app.request(path);
      expect([answer.status, answer.headers.get("location")]).toEqual([308, to]);
      expect((await app.request(to)).status).toBe(200);
    }
  });

  test("has an address that keeps every filter, whatever is typed", () => {
    const query = fc.record({
      kind: fc.constantFrom("", "cities", "counties", "x"),
      county: fc.array(fc.constantFrom("alameda", "a b&c", "él", "")),
      size: fc.constantFrom("", ...SIZES.map(({ key }) => key), "1"),
      grade: fc.subarray([...GRADE_FAMILIES, NO_GRADE, "E"]),
      change: fc.constantFrom("", ...Object.keys(CHANGES), "__proto__"),
      sort: fc.constantFrom("", "change", "x"),
      order: fc.constantFrom("", "ascending", "x"),
      page: fc.constantFrom("", "1", "3", "-1", "1e9", "x"),
    });
    const read = (search: string) => {
      const parameters = [...new URLSearchParams(search)];
      const byName = Map.groupBy(parameters, ([name]) => name);
      return browseQuery.parse(
        Object.fromEntries([...byName].map(([name, values]) => [name, values.map(([, value]) => value)])),
      );
    };
    fc.assert(
      fc.property(query, ({ county, grade, ...rest }) => {
        const search = new URLSearchParams(rest);
        for (const one of county) search.append("county", one);
        for (const one of grade) search.append("grade", one);
        const typed = read(String(search));
        const kept = read(browseUrl(PATH, typed).slice(PATH.length));
        expect({ ...kept, kind: kept.kind || "cities" }).toEqual({ ...typed, kind: typed.kind || "cities" });
      }),
    );
  });

  test("shows exactly the letters that are chosen", async () => {
    for (const letter of GRADE_FAMILIES) {
      const rows = await csvRows(`${PATH}.csv`, `grade=${letter}&kind=counties`);
      const counties = snapshot.counties.filter(({ record }) => familyOf(record.grade) === letter);
      expect(rows.map(({ county }) => areaOf(county ?? "")).toSorted()).toEqual(
        counties.map(({ record }) => areaOf(record.county)).toSorted(),
      );
    }
  });
});

describe("what changed since the year before", () => {
  const changes = snapshotDiff.parse(stored);

  test("is on the page of coverage: each place added or removed, with its reason", async () => {
    const page = await text("/coverage");
    for (const { city, county, reason } of [...changes.citiesIn, ...changes.citiesOut])
      expect(page).toContain(`${city} , ${county}: ${reason}`);
  });

  test("is left out with a dataset that the stored changes do not belong to", async () => {
    expect(changesOf(snapshot, { from: null, to: changes.to })).toBeNull();
    const app = servePages({ places: placesOf(sampleDataset([sampleCity("Oldtown")])) });
    expect(await text("/coverage", "", app)).not.toContain("Since 2024");
    expect(await text(PATH, "", app)).toContain("Oldtown");
  });
});
