import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ownText } from "../../src/base/text.ts";
import { checkCountry } from "../../src/dataset/gazetteer/check-country.ts";
import { US_STATES } from "../../src/editions/us-states.ts";
import { placeRank } from "../../src/gazetteer/find-in-state.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { allRows, country, rowsIn } from "./country.ts";
import { villageBorders } from "./village-borders.ts";

describe("the gazetteer", () => {
  test("has every state's counties, places, and subdivisions", () => {
    const levels = Map.groupBy(allRows().map(country.place), ({ level }) => level);
    expect(levels.get("county")?.length).toBe(3144);
    expect(levels.get("place")?.length).toBe(32_057);
    expect(levels.get("subdivision")?.length).toBe(16_193);
    expect(new Set(allRows().map((row) => country.place(row).state)).size).toBe(US_STATES.length);
  });

  test("finds each place by its GEOID, and each GEOID once", () => {
    const { same } = country.table();
    const geoids = new Set<string>();
    for (const row of allRows()) {
      const { geoid } = country.place(row);
      geoids.add(geoid);
      if (country.ofGeoid(geoid) !== (same.get(row) ?? row)) throw new Error(`${geoid} is not found`);
    }
    expect(geoids.size).toBe(allRows().length);
  });

  test("knows earlier GEOIDs, and those with a prefix", () => {
    const geoidOf = (text: string) => {
      const row = country.ofGeoid(text);
      return row === undefined ? undefined : country.place(row).geoid;
    };
    expect(geoidOf("1600000US4805000")).toBe("4805000");
    expect(geoidOf("1239075")).toBe("1239081");
    // Connecticut's towns moved from counties to planning regions.
    expect(geoidOf("0900133620")).toBe("0919033620");
    expect(geoidOf("3611932413")).toBe("3632402");
    for (const text of ["", "48", "4899999", "48050", "99", "480500", "x4805000"])
      expect(geoidOf(text)).toBeUndefined();
  });

  test("names the counties of a place with their shares", () => {
    const austin = country.place(country.ofGeoid("4805000") ?? -1);
    expect(austin.counties).toEqual([
      { county: "Travis County", share: 0.936 },
      { county: "Williamson County", share: 0.063 },
      { county: "Hays County", share: 0.001 },
    ]);
    expect(country.place(country.ofGeoid("0919033620") ?? -1).counties).toEqual([
      { county: "Fairfield County", share: 1 },
    ]);
  });

  test("has plain names", () => {
    const plain = ["1304204", "2146027", "2148006", "4752006", "1836003", "3011397", "0203000", "15003", "0665042"].map(
      (geoid) => country.place(country.ofGeoid(geoid) ?? -1).name,
    );
    expect(plain).toEqual([
      "Augusta",
      "Lexington",
      "Louisville",
      "Nashville",
      "Indianapolis",
      "Butte",
      "Anchorage",
      "Honolulu",
      "San Buenaventura",
    ]);
  });
});

describe("the tables", () => {
  test("say without their lines whether they have an outline", () => {
    const rows = allRows().filter((row) => country.place(row).level !== "county");
    const held = rows.filter((row) => country.outlineOf(row) !== undefined);
    expect(rows.filter(country.hasOutline)).toEqual(held);
    expect(held.length).toBeGreaterThan(20_000);
  });

  test("have no outline whose copy has no license", () => {
    const sources = readFileSync(join(import.meta.dir, "../../data/gazetteer/sources.json"), "utf8");
    expect(sources).not.toContain("unlicensed");
    // Fairfield in Connecticut, and Shaler in Allegheny County: municipalities without an outline.
    for (const [geoid, latitude, longitude] of [
      ["0912026620", 41.175, -73.272],
      ["4200369584", 40.525, -79.96],
    ] as const) {
      const found = country.locate({ latitude, longitude });
      expect(found?.municipality).toBeNull();
      expect(found?.unheld.map((row) => country.place(row).geoid)).toContain(geoid);
    }
  });

  test("are made from each other: the names and spellings are those of the places", async () => {
    expect(await checkCountry(DATA_DIR)).toMatchObject({ places: 51_394, ZIPs: 40_977 });
  });

  test.each([
    ["MI", "Shelby Township, Macomb County", "Macomb County"],
    ["TX", "Lago Vista", "Travis County"],
    ["WA", "Lakewood", "Pierce County"],
    ["OH", "Liberty Township, Butler County", "Butler County"],
    ["OH", "Liberty Township, Trumbull County", "Trumbull County"],
    ["AL", "Hoover", "Jefferson County"],
  ] as const)("have the county with most residents: %s, %s", (state, name, county) => {
    const found = country.find(state, ownText(name));
    expect(found.is === "one" ? country.place(found.row).counties[0]?.county : found.is).toBe(county);
  });
});

describe("a ZIP code", () => {
  const shares = (zip: string) =>
    country.zip(zip)?.candidates.map(({ row, share }) => [country.place(row).officialName, share] as const);

  test("is in the places that have its residents, never by its postal name", () => {
    expect(shares("78701")).toEqual([["Austin city", 1]]);
    expect(shares("90210")).toEqual([
      ["Beverly Hills city", 0.65],
      ["Los Angeles city", 0.349],
    ]);
    expect(shares("19003")).toEqual([
      ["Haverford township", 0.538],
      ["Lower Merion township", 0.462],
    ]);
  });

  test("of a village inside its town, or of a village that is its town, counts its land once", () => {
    expect(shares("10528")).toEqual([["Harrison village", 0.997]]);
    expect(shares("06378")).toEqual([
      ["Stonington town", 0.984],
      ["Stonington borough", 0.016],
    ]);
  });

  test("of a municipality that the shares of 2010 do not have is shared by land", () => {
    expect([shares("30901"), country.zip("30901")?.basis]).toEqual([
      [["Augusta-Richmond County consolidated government (balance)", 1]],
      "land",
    ]);
    expect(shares("40202")).toEqual([["Louisville/Jefferson County metro government (balance)", 1]]);
    expect(shares("37201")).toEqual([["Nashville-Davidson metropolitan government (balance)", 1]]);
  });

  test("without an area of its own is where its point is, and has no residents", () => {
    const point = { latitude: 30.3264, longitude: -97.7713 };
    expect(country.zip("73301")).toMatchObject({ basis: "point", point, residents: null });
  });

  test("with an area has its own point and its residents", () => {
    const ardmore = country.zip("19003");
    expect(ardmore).toMatchObject({ basis: "land", residents: 14_411 });
    expect(country.locate(ardmore?.point ?? { latitude: 0, longitude: 0 })?.state).toBe("PA");
  });

  test("of a community in a city and county is in that one", () => {
    const [only, ...others] = country.zip("96813")?.candidates ?? [];
    expect(country.place(only?.row ?? -1).name).toBe("Honolulu");
    expect(others).toEqual([]);
  });

  test("completes from its first digits", () => {
    expect(country.zipsBeginning("0210", 3)).toEqual(["02108", "02109"]);
    expect(country.zipsBeginning("99999", 3)).toEqual([]);
  });

  test("that is not known is nowhere", () => {
    for (const zip of ["00000", "99999", "", "abcde"]) expect(country.zip(zip)).toBeUndefined();
  });
});

describe("a point", () => {
  test("in a municipality is in that one, and in its county", () => {
    const austin = country.locate({ latitude: 30.2672, longitude: -97.7431 });
    expect(austin).toMatchObject({ state: "TX", county: "Travis County", community: null, unheld: [] });
    expect(country.place(austin?.municipality ?? -1).geoid).toBe("4805000");
    const scarsdale = country.locate({ latitude: 40.98, longitude: -73.71 });
    expect(country.place(scarsdale?.municipality ?? -1).geoid).toBe("3632402");
  });

  test("on county land is in the community and the county", () => {
    const paradise = country.locate({ latitude: 36.1, longitude: -115.17 });
    expect(paradise).toMatchObject({ state: "NV", county: "Clark County", municipality: null });
    expect(country.place(paradise?.community ?? -1).geoid).toBe("3254600");
  });

  test("where municipalities have no outline may be in them, the nearest first", () => {
    const township = country.locate({ latitude: 39.35, longitude: -84.35 });
    expect(township).toMatchObject({ state: "OH", county: "Butler County", municipality: null });
    expect(township?.unheld.slice(0, 2).map((row) => country.place(row).officialName)).toEqual([
      "West Chester township",
      "Liberty township",
    ]);
  });

  test("in a village inside a town is in the village", () => {
    for (const row of rowsIn("NY")
      .filter((one) => country.place(one).kind === "village")
      .filter((_, at) => at % 20 === 0)) {
      const found = country.locate(country.pointOf(row));
      if (found?.municipality !== null) expect(placeRank(country.table(), found?.municipality ?? -1)).toBe(0);
    }
  });

  test("a few meters inside the border of a village is in the village, and outside it in the town", () => {
    const { inside, inTown, wrong } = villageBorders(40, 10);
    expect(wrong).toEqual([]);
    expect(Math.min(inside, inTown)).toBeGreaterThan(20);
  });

  test("in Connecticut is in the county that people name", () => {
    expect(country.locate({ latitude: 41.31, longitude: -72.92 })).toMatchObject({
      county: "New Haven County",
      countyRow: null,
    });
  });

  test("outside the states is nowhere, whatever it is", () => {
    expect(country.locate({ latitude: 45, longitude: -30 })).toBeNull();
    expect(country.locate({ latitude: 49.5, longitude: -97 })).toBeNull();
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const found = country.locate({ latitude, longitude });
        return found === null || found.county !== "";
      }),
      { numRuns: 500 },
    );
  });
});

describe("near a point", () => {
  test("San Francisco is where its land is, not at the Census Bureau's point in the sea", () => {
    const [daly, city] = [country.ofGeoid("0617918") ?? -1, country.ofGeoid("0667000") ?? -1];
    expect(country.near(country.pointOf(daly), 10).has(city)).toBe(true);
  });

  test("are the places within the radius, nearest first", () => {
    const austin = country.pointOf(country.ofGeoid("4805000") ?? -1);
    const near = country.near(austin, 15);
    const distances = [...near.values()];
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(distances.every((distance) => distance <= 15)).toBe(true);
    expect([...near.keys()].map((row) => country.place(row).name)).toContain("West Lake Hills");
  });
});
