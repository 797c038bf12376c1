import { expect, test } from "bun:test";
import { MEANINGS } from "../../../src/site/downloads/column-meanings.ts";
import { releasesText } from "../../../src/site/downloads/downloads-page.tsx";
import { releasedNation, releasedPlaces } from "../../support/server.ts";
import { contentOf, csvRows } from "../../support/site-pages.ts";

test("the tables of cities and counties are files with every place, its grade, its score, and its year", async () => {
  const { cities, counties } = releasedPlaces.records;
  const rows = await csvRows("/explore/map.csv", "kind=cities");
  expect(rows.map(({ city, grade, score, data_year }) => [city, grade, score, data_year])).toEqual(
    cities.map(({ record }) => [record.city, record.grade, String(record.safety_score), String(record.data_year)]),
  );
  expect(await csvRows("/explore/map.csv")).toHaveLength(counties.length);
});

test("a figure leads from its page to the file that was read, its release, and its hash", async () => {
  for (const path of ["/us/ct/bridgeport", "/us/md/area/howard-county"])
    expect(await contentOf(path)).toContain('href="/downloads#source-files"');
  const [, files = ""] = (await contentOf("/downloads")).split('<details id="source-files">');
  for (const { file, release, sha256 } of [...releasedPlaces.records.sources, ...releasedNation.nation.sources]) {
    const [, row = ""] = files.split(`<code>${file}</code>`);
    expect(row.slice(0, row.indexOf("</tr>"))).toContain(`<code>${sha256}</code>`);
    expect(files).toContain(release);
  }
});

test("the releases of a source are a range only where no year between them is missing", () => {
  const text = (...releases: readonly string[]) => releasesText(releases.map((release) => ({ release })));
  expect(text("2024")).toBe("2024");
  expect(text("1979-2023", "2023")).toBe("1979-2023 and 2023");
  expect(text("2012", "2013", "2014")).toBe("2012 to 2014");
  expect(text("2018", "2019", "2019", "2022", "2024")).toBe("2018, 2019, 2022, and 2024");
});

test("the meaning of a column of months or reasons stands by itself, because the page lists columns by source", () => {
  for (const [column, [, meaning]] of Object.entries(MEANINGS))
    if (/provisional|_filled$|^detail$/.test(column))
      expect([column, meaning]).not.toEqual([column, expect.stringMatching(/^The same/)]);
});
