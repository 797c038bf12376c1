import { describe, expect, test } from "bun:test";
import { historyOf } from "../../../src/domain/history.ts";
import type { SnapshotFile } from "../../../src/domain/snapshot.ts";
import { CONTRACT_EDITION } from "../../../src/editions/table.ts";
import { cityUrl, countyUrl, placeUrl } from "../../../src/site/view/addresses.ts";
import { currentGeography } from "../../support/current-geography.ts";
import { placesOf } from "../../support/sample-dataset.ts";
import { releasedDataset } from "../../support/server.ts";
import { contentOf as contentFrom, servePages, text as textFrom } from "../../support/site-pages.ts";

/** Counties whose last complete year is 2021, as if that were too old for a record. */
const ABSENT = ["Mendocino County", "Yolo County"];
const detail = "2023, 2024, and 2025: the sheriff's figures are incomplete";
const released = releasedDataset.records;
const snapshot: SnapshotFile = {
  ...released,
  counties: released.counties.filter(({ record }) => !ABSENT.includes(record.county)),
  absentCounties: released.counties
    .filter(({ record }) => ABSENT.includes(record.county))
    .map(({ record: { county, population }, fips, trend }) => {
      return { county, population, fips, trend, reason: "incomplete_figures", detail };
    }),
};
const places = placesOf({ ...releasedDataset, records: snapshot });
const app = servePages({ places });
const contentOf = (path: string) => contentFrom(path, "", app);
const text = (path: string, query = "") => textFrom(path, query, app);

describe("a county without a record", () => {
  const [absent] = snapshot.absentCounties;
  if (!absent) throw new Error("the released counties have another name");
  const { county, trend, population } = absent;
  const history = historyOf(trend, snapshot.state.trend);
  const url = countyUrl(CONTRACT_EDITION, county);

  test("has a page with the reason, what to use instead, its cities, and its years", async () => {
    const page = await text(url);
    expect(page).toContain("Too few reports since 2022, so no grade. The last complete year is 2021");
    for (const part of [detail, "What to use instead", `${population?.toLocaleString("en-US")} residents`])
      expect(page).toContain(part);
    for (const city of ["Fort Bragg", "Ukiah", "Willits", "Point Arena"]) {
      expect(await contentOf(url)).toContain(`href="${cityUrl(CONTRACT_EDITION, city)}"`);
    }
    expect(page).toContain("2025 incomplete");
    const scored = history.findLast(({ status }) => status === "complete");
    expect(page).toContain(` ${scored?.data_year} ${scored?.grade} ${scored?.safety_score} 50 `);
    expect(await contentOf(`${url}/years.csv`)).toContain("\n2021,");
  });

  test("is described as missing a record on the page of its absent city", async () => {
    expect(await text("/explore/city/point-arena")).toContain("Mendocino County has no grade either");
  });

  test("is hatched on the map, in the legend, and in the tables", async () => {
    const page = await contentOf("/explore");
    expect(page).toMatch(new RegExp(`<a href="${url}" class="none"[^>]*><title>Mendocino: no grade, 2025</title>`));
    expect(page).toContain(">no grade</text>");
    for (const path of ["/explore", "/explore/browse?kind=counties&grade=none"])
      expect(await text(path)).toMatch(/Mendocino (?:91,303 residents )?– no grade/);
    expect(await contentOf("/explore/county/orange")).not.toContain('class="none"');
  });

  test("is on the coverage page, with the reason", async () => {
    expect(await text("/coverage")).toContain("56 of 58 counties have one");
    expect(await text("/coverage")).toContain("without a complete year among the last six");
    expect(await text("/coverage")).toContain(`${county} : incomplete figures. ${detail}`);
  });
});

test("a community of a county without a record links to the county's page, which has the reason", async () => {
  const community = currentGeography.names.find(
    ({ place }) => place.within === null && place.county === "Mendocino County",
  );
  if (community === undefined) throw new Error("Mendocino County has communities");
  const path = placeUrl(CONTRACT_EDITION, community.place);
  expect(await text(path)).toContain("It is in Mendocino County , which has no grade");
  expect(await contentOf(path)).toContain(`href="${countyUrl(CONTRACT_EDITION, "Mendocino County")}"`);
});
