import { describe, expect, test } from "bun:test";
import stored from "../../../data/changes.json" with { type: "json" };
import { CAUTIONS } from "../../../src/domain/caution.ts";
import { type GradeChange, snapshotDiff } from "../../../src/domain/snapshot-diff.ts";
import { createPlaces, type Places } from "../../../src/places/places.ts";
import { changesOf } from "../../../src/site/explore/changes.ts";
import { changesPage } from "../../../src/site/explore/changes-page.tsx";
import { cityUrl, countyUrl } from "../../../src/site/explore/place-url.ts";
import { sampleCity, sampleDataset } from "../../support/sample-dataset.ts";
import { releasedPlaces } from "../../support/server.ts";
import { csvRows, servePages, words } from "../../support/site-pages.ts";

const changes = snapshotDiff.parse(stored);
const NO_COMPARISON = "No comparison with the year before";

async function served(places: Places): Promise<string> {
  return (await servePages({ places }).request("/explore/changes")).text();
}

describe("the page of changes", async () => {
  const html = await served(releasedPlaces);
  const text = words(html);

  test("belongs to the released snapshot and names both years", () => {
    expect(changes.to.version).toBe(releasedPlaces.records.version);
    expect(text).toContain("What changed from 2024 to 2025");
    expect(text).not.toContain(NO_COMPARISON);
  });

  test("lists each city that was added or removed with its reason", () => {
    for (const { city, county, reason } of [...changes.citiesIn, ...changes.citiesOut]) {
      expect(html).toContain(`href="${cityUrl(city)}"`);
      expect(text).toContain(`${city} , ${county}: ${reason}`);
    }
  });

  test("lists each county that was added or removed with its reason", () => {
    const snapshot = releasedPlaces.records;
    const counties = {
      countiesIn: [{ county: "Yuba County", reason: "Complete again" }],
      countiesOut: [{ county: "Sierra County", reason: "Incomplete since 2023" }],
    };
    const page = changesPage({ snapshot, diff: changesOf(snapshot, { ...changes, ...counties }) });
    for (const { county, reason } of [...counties.countiesIn, ...counties.countiesOut])
      expect(words(page)).toContain(`${county} : ${reason}`);
    expect(page).toContain('href="/explore/county/yuba"');
  });

  test("has a row for each grade that changed: both grades and scores, and the main reason", () => {
    const rows = new Map(
      [...html.matchAll(/<tr><th scope="row"[^>]*><a href="([^"]+)">.*?<\/tr>/g)].map(([row, href = ""]) => [
        href,
        words(row),
      ]),
    );
    expect(rows.size).toBe(changes.cityGrades.length + changes.countyGrades.length);
    const check = (urlOf: (name: string) => string) => (change: GradeChange) => {
      const row = rows.get(urlOf(change.name)) ?? `no row for ${change.name}`;
      for (const { grade, score } of [change.before, change.after]) expect(row).toContain(` ${grade} ${score} `);
      const [main] = change.reasons;
      if (main?.factor === "violent" || main?.factor === "property") {
        for (const figure of [main.before, main.after]) expect(row).toContain(` ${figure.toLocaleString("en-US")}`);
        expect(row.toLowerCase()).toContain(`${main.factor} offenses`);
      }
    };
    changes.cityGrades.forEach(check(cityUrl));
    changes.countyGrades.forEach(check(countyUrl));
    expect(rows.get("/explore/city/palm-desert")).toContain("Property offenses fell from 1,476 to 1,119 ");
  });

  test("sums up the changes of the rows", () => {
    const better = changes.cityGrades.filter(({ before, after }) => after.score > before.score).length;
    const inBoth = releasedPlaces.statistics.cities - changes.citiesIn.length;
    const worse = changes.cityGrades.length - better;
    const same = inBoth - changes.cityGrades.length;
    const { citiesIn, citiesOut } = changes;
    expect(text).toContain(
      `${citiesIn.length} cities added, ${citiesOut.length} removed. Of ${inBoth} with a record in both years, `,
    );
    expect(text).toContain(`${better} have a better grade, ${worse} a worse one, and ${same} the same.`);
  });

  test("has the largest rise first, and notes the cautions of each place", () => {
    const rows = html.split("<tr>").map(words);
    const points = rows.flatMap((row) => / ([+−]\d+) /.exec(row)?.[1]?.replace("−", "-") ?? []).map(Number);
    const cities = points.slice(0, changes.cityGrades.length);
    expect(cities).toEqual(cities.toSorted((a, b) => b - a));
    const notes = changes.cityGrades.flatMap(({ name, before }) => {
      const row = rows.find((text) => text.trim().startsWith(`${name} ${before.grade} `)) ?? "";
      return (releasedPlaces.city(name)?.entry?.cautions ?? []).map(({ code }) => [row, CAUTIONS[code].name] as const);
    });
    expect(notes.length).toBeGreaterThan(10);
    for (const [row, caution] of notes) expect(row).toContain(caution);
  });

  test("is a file with the same changes", async () => {
    const rows = await csvRows("/explore/changes.csv");
    expect(rows.filter(({ kind }) => kind === "county")).toHaveLength(changes.countyGrades.length);
    for (const { name, before, after } of changes.cityGrades) {
      const row = {
        kind: "city",
        name,
        score_before: String(before.score),
        change: String(after.score - before.score),
      };
      expect(rows).toContainEqual(expect.objectContaining(row));
    }
  });

  test("names the series break that the two years cross", () => {
    expect(text).toContain("2025: ");
    expect(text).toContain("Vintage 2025");
  });

  test("has the cautions before the first grade", () => {
    const caution = text.indexOf("The FBI advises against ranking places");
    expect(caution).toBeGreaterThan(0);
    expect(caution).toBeLessThan(text.indexOf("Cities whose grade changed"));
  });
});

describe("no comparison is shown", () => {
  test("with a snapshot that the stored changes do not belong to", async () => {
    const text = words(await served(createPlaces(sampleDataset([sampleCity("Oldtown")]))));
    expect(text).toContain(NO_COMPARISON);
    expect(text).not.toContain("Palm Desert");
  });

  test("if the previous year lacks figures", () => {
    const snapshot = releasedPlaces.records;
    const diff = changesOf(snapshot, { from: null, to: changes.to });
    expect(words(changesPage({ snapshot, diff }))).toContain(NO_COMPARISON);
  });
});
