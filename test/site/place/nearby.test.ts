import { describe, expect, test } from "bun:test";
import { CONTRACT_EDITION } from "../../../src/editions/table.ts";
import { kilometersBetween } from "../../../src/gazetteer/distance.ts";
import { stateNear } from "../../../src/site/place/place-data.ts";
import { cityUrl } from "../../../src/site/view/addresses.ts";
import { releasedPlaces as places } from "../../support/server.ts";
import { contentOf, csvRows, text } from "../../support/site-pages.ts";

const { records } = places;
/** A row of every fifth graded city, and of every one without a grade. */
const SAMPLE = [...records.cities.filter((_, index) => index % 5 === 0), ...records.absent];

describe("the nearest towns", () => {
  test("of Oakland are in three counties, nearest first, with their distance", async () => {
    const rows = await csvRows("/explore/city/oakland/nearby.csv");
    expect(rows.map(({ city }) => city).slice(0, 3)).toEqual(["Alameda", "Piedmont", "San Leandro"]);
    expect(new Set(rows.map(({ county }) => county)).size).toBe(3);
    const page = await text("/explore/city/oakland");
    expect(page).toContain("Of the ten nearest towns, nine score higher and one lower than Oakland");
    expect(page).toContain("Alameda County, 2.7 miles");
  });

  test("are those that no other graded town is nearer than, also of a city without a grade", async () => {
    for (const place of SAMPLE) {
      const parts = await stateNear(place, { places });
      if (!parts) throw new Error("a city has no point");
      const { center, near } = parts;
      expect(near.length).toBeGreaterThanOrEqual(4);
      const miles = near.map((row) => row.miles);
      expect(miles).toEqual(miles.toSorted((a, b) => a - b));
      const names = new Set([center.name, ...near.map(({ name }) => name)]);
      const beyond = records.cities.filter(({ record }) => !names.has(record.city));
      const nearest = Math.min(...beyond.map((city) => kilometersBetween(center, city)));
      expect(nearest).toBeGreaterThanOrEqual((miles.at(-1) ?? 0) * 1.609);
    }
  });

  test("have boundaries that end at the coast, also where the point of a place lies in the bay", async () => {
    const boundaries = (await contentOf("/explore/city/oakland")).match(/<path class="boundary[^>]*>/g) ?? [];
    // On both maps, a wide one and one for a phone.
    expect(boundaries).toHaveLength(2 * 11);
    expect(boundaries.filter((path) => !/clip-path="url\(#land-\d+\)"/.test(path))).toEqual([]);
  });

  test("have names on their map that cover no mark and no other name", async () => {
    let omitted = 0;
    for (const place of SAMPLE) {
      const name = "record" in place ? place.record.city : place.city;
      const svg = await contentOf(`${cityUrl(CONTRACT_EDITION, name)}/nearby.svg`);
      const map = svg.slice(svg.indexOf('<svg aria-hidden="true" x='));
      const marks = [...map.matchAll(/<g class="[^"]*" transform="translate\(([\d.-]+) ([\d.-]+)\)">|<g transform/g)];
      const names = [
        ...map.matchAll(/<text class="end-place[^"]*" x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)">([^<]+)/g),
      ];
      const boxes = names.map(([, x, y, anchor, words = ""]) => {
        const width = words.length * 7;
        const left = Number(x) - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
        return { left, right: left + width, top: Number(y) - 11, bottom: Number(y) + 3 };
      });
      omitted += marks.length - names.length;
      for (const [index, one] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) {
          const isApart =
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
          expect([name, isApart]).toEqual([name, true]);
        }
      }
    }
    expect(omitted).toBeLessThanOrEqual(SAMPLE.length / 20);
  });
});

describe("a city without a grade", () => {
  test("has the reason first, the last complete year, and what was expected", async () => {
    const page = await text("/explore/city/dunsmuir");
    expect(page).toContain(
      "Too few reports since 2023, so no grade. The last complete year is 2022: grade D, score 35.",
    );
    expect(page).toContain("About 30 offenses were expected in 2025; 4 were reported");
    expect(page).toContain("Siskiyou : C 46 2022");
    expect(await csvRows("/explore/city/dunsmuir/expected.csv")).toContainEqual({
      ...{ year: "2023", reported: "8", expected: "40", complete: "false" },
    });
  });

  test("of each reason has a sentence, its county, and the nearest graded towns", async () => {
    for (const { city, county } of records.absent) {
      const page = await text(cityUrl(CONTRACT_EDITION, city));
      expect(page).toMatch(/so no grade\.|Too new for a grade\./);
      expect(page).toContain(county);
      expect(page).toContain("The nearest towns with a grade");
      expect(page).toContain(`They say nothing about ${city}`);
    }
  });
});
