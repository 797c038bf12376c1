import { describe, expect, test } from "bun:test";
import stored from "../../data/changes.json" with { type: "json" };
import { familyOf } from "../../src/domain/grade.ts";
import { type GradeChange, snapshotDiff } from "../../src/domain/snapshot-diff.ts";
import { createPlaces, type Places } from "../../src/places/places.ts";
import { createChangeTables } from "../../src/site/explore/change-tables.tsx";
import { changesPage } from "../../src/site/explore/changes-page.tsx";
import { cityUrl, countyUrl } from "../../src/site/explore/place-url.ts";
import { sampleCity, sampleDataset } from "../support/sample-dataset.ts";
import { releasedPlaces } from "../support/server.ts";
import { servePages, words } from "../support/site-pages.ts";

const changes = snapshotDiff.parse(stored);
const NO_COMPARISON = "No comparison with the year before";

async function served(places: Places): Promise<string> {
  return (await servePages({ places: () => places }).request("/explore/changes")).text();
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
    const tables = createChangeTables(snapshot, { ...changes, ...counties });
    const page = changesPage(snapshot, tables, new URLSearchParams());
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
    expect(rows.get("/explore/city/palm-desert")).toEndWith("Property offenses fell from 1,476 to 1,119 ");
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
    const letters = changes.cityGrades.map(({ before, after }) => [familyOf(before.grade), familyOf(after.grade)]);
    const up = letters.filter(([before = "", after = ""]) => after < before).length;
    const down = letters.filter(([before = "", after = ""]) => after > before).length;
    expect(text).toContain(`rose in ${up} cities and fell in ${down}.`);
  });

  test("shows the five largest rises and falls of cities without cautions and of these years before the tables", () => {
    const points = ({ before, after }: GradeChange) => after.score - before.score;
    const cautioned = new Set(
      releasedPlaces.records.cities.flatMap(({ record, cautions }) => (cautions.length > 0 ? [record.city] : [])),
    );
    const isOther = ({ before, after }: GradeChange) =>
      before.year !== changes.from.dataYear || after.year !== changes.to.dataYear;
    const plain = changes.cityGrades.filter((change) => !cautioned.has(change.name) && !isOther(change));
    expect(plain.length).toBeLessThan(changes.cityGrades.length);
    const sorted = plain.toSorted((a, b) => points(b) - points(a) || a.name.localeCompare(b.name));
    const fallers = plain.toSorted((a, b) => points(a) - points(b) || a.name.localeCompare(b.name));
    const rows = html.split("<tr>").map(words);
    const other = changes.cityGrades.find(isOther);
    if (other) {
      const note = `Records of ${other.before.year} and ${other.after.year}`;
      expect(rows.find((row) => row.startsWith(` ${other.name} `) || row.startsWith(`${other.name} `))).toContain(note);
    }
    const shown = text.slice(text.indexOf("Rose most"), text.indexOf("Both years are graded"));
    const [rose = "", fell = ""] = shown.split("Fell most");
    for (const [list, part] of [
      [sorted.slice(0, 5), rose],
      [fallers.slice(0, 5), fell],
    ] as const) {
      const at = list.map((change) => {
        const { name, before, after } = change;
        const signed = `${points(change) > 0 ? "+" : "−"}${Math.abs(points(change))}`;
        return part.indexOf(`${name} ${signed}: ${before.grade} ${before.score} to ${after.grade} ${after.score}`);
      });
      expect(at).not.toContain(-1);
      expect(at).toEqual(at.toSorted((a, b) => a - b));
    }
    for (const order of ["descending", "ascending"]) {
      expect(html).toContain(`href="/explore/changes?cities-sort=change&amp;cities-order=${order}#cities"`);
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
    const tables = createChangeTables(snapshot, { from: null, to: changes.to });
    expect(words(changesPage(snapshot, tables, new URLSearchParams()))).toContain(NO_COMPARISON);
  });
});
