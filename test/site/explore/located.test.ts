import { describe, expect, test } from "bun:test";
import { ownText } from "../../../src/base/text.ts";
import { CONTRACT_EDITION } from "../../../src/editions/table.ts";
import { cityUrl, countyUrl, placeUrl, zipUrl } from "../../../src/site/view/addresses.ts";
import { currentDataset, currentGeography } from "../../support/current-geography.ts";
import { placesOf } from "../../support/sample-dataset.ts";
import { contentOf, statusOf, text } from "../../support/site-pages.ts";

const places = placesOf(currentDataset);

describe("the pages of neighborhoods, communities and ZIP codes", () => {
  test("say that a neighborhood's figures are the whole city's, and link to them", async () => {
    const path = "/explore/place/hollywood-los-angeles";
    const record = places.city(ownText("Los Angeles"))?.entry?.record;
    const residents = record?.population.toLocaleString("en-US");
    expect(await text(path)).toContain("Crime is reported for whole cities, never for neighborhoods");
    expect(await text(path)).toContain(`those of all of Los Angeles: ${residents} residents`);
    expect(await text(path)).toContain(`${record?.grade} ${record?.safety_score} ${record?.data_year}`);
    expect(await contentOf(path)).toContain(`href="${cityUrl(CONTRACT_EDITION, "Los Angeles")}"`);
  });

  test("say that a community's figures are its county's, and how many residents they cover", async () => {
    const path = "/explore/place/east-los-angeles-los-angeles-county";
    const record = places.county(ownText("Los Angeles"))?.entry?.record;
    expect(await text(path)).toContain("not in a city");
    expect(await text(path)).toContain(
      `those of all of Los Angeles County, its cities included: ${record?.population.toLocaleString("en-US")} residents`,
    );
    expect(await contentOf(path)).toContain(`href="${countyUrl(CONTRACT_EDITION, "Los Angeles County")}"`);
  });

  test("list what a ZIP code spans, with shares and their basis", async () => {
    const page = await text(zipUrl(CONTRACT_EDITION, "90210"));
    expect(page).toContain("It spans several places");
    // The places come first, each with its grade; the county's figures are for who does not know the place.
    expect(page).toMatch(
      /Beverly Hills [A-F][+−]? \d+ \d{4} 64\.3% residents of 2020 Los Angeles [A-F][+−]? \d+ \d{4} 31\.6% residents of 2020/,
    );
    expect(page).toMatch(/31\.6% residents of 2020.*If you do not know the place/);
    expect(page).toContain("all of Los Angeles County");
    expect(page).toContain("ZIP code areas are from 2010");
    expect(await text(zipUrl(CONTRACT_EDITION, "92616"))).toContain("a hint: the ZIP code is for post-office boxes");
  });

  test("say that no figures apply to a ZIP code that spans counties", async () => {
    const spanning = currentGeography.zips.find(({ zip }) => {
      const answer = currentGeography.locate({ zip });
      return answer.found && answer.data.answer === null;
    });
    expect(await text(zipUrl(CONTRACT_EDITION, spanning?.zip ?? ""))).toContain("No figures apply");
  });

  test("credit GeoNames wherever a name or a point is from there", async () => {
    for (const { place, named } of currentGeography.names) {
      if (!named.license.startsWith("CC BY 4.0")) continue;
      const page = await text(placeUrl(CONTRACT_EDITION, place));
      expect(page).toContain(`Name and position: ${named.source}, ${named.license}.`);
      expect(page).toContain("are from GeoNames , licensed under CC BY 4.0");
    }
    for (const zip of ["92616", "90210"])
      expect(await text(zipUrl(CONTRACT_EDITION, zip))).toContain(
        "Some names of neighborhoods, communities, and ZIP codes are from GeoNames (geonames.org)",
      );
  });

  test("do not exist for unknown places", async () => {
    for (const path of ["/explore/place/nowhere", "/explore/zip/00000", "/explore/zip/9021", "/explore/place/"])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });
});
