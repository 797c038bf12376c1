import { describe, expect, test } from "bun:test";
import { ownText } from "../../src/base/text.ts";
import { US_STATES } from "../../src/editions/us-states.ts";
import type { GazetteerPlace } from "../../src/gazetteer/gazetteer.ts";
import type { PlaceKind } from "../../src/gazetteer/place-table.ts";
import { allRows, country } from "../gazetteer/country.ts";
import { ANSWERS, answerAtOwnPoint, NOT_IN_IT, titleOf } from "../gazetteer/own-points.ts";
import { type Sweep, sweepOf } from "../gazetteer/sweep.ts";
import { villageBorders } from "../gazetteer/village-borders.ts";
import { currentGeography, currentGeographyTables } from "../support/current-geography.ts";

const { cities } = currentGeographyTables;
const STATE_BOX = { west: -124.5, south: 32.5, east: -114.1, north: 42 } as const;

function geoidCalled(city: string | null): string | null {
  return cities.find((own) => own.city === city)?.geoid ?? null;
}

function isMunicipality(kind: PlaceKind): boolean {
  return kind !== "county" && kind !== "community";
}

describe("the whole gazetteer", () => {
  const largestCommunities = new Set(
    allRows()
      .map(country.place)
      .filter(({ kind }) => kind === "community")
      .toSorted((a, b) => b.residents - a.residents)
      .slice(0, 300)
      .map(({ row }) => row),
  );

  test.each<[what: string, isTried: (place: GazetteerPlace) => boolean, most: Pick<Sweep, "ambiguous">]>([
    [
      "municipality of 2,500 residents or more",
      ({ kind, residents }) => isMunicipality(kind) && residents >= 2_500,
      { ambiguous: 12_600 },
    ],
    ["smaller municipality", ({ kind, residents }) => isMunicipality(kind) && residents < 2_500, { ambiguous: 40_000 }],
    ["county", ({ level }) => level === "county", { ambiguous: 0 }],
    ["of the 300 largest communities", ({ row }) => largestCommunities.has(row), { ambiguous: 150 }],
  ])(
    "has no name of a %s that means another place",
    (_, isTried, most) => {
      const { wrong, unknown, ambiguous, asked } = sweepOf(isTried);
      expect([wrong, unknown]).toEqual([[], []]);
      expect(asked).toBeGreaterThan(3_000);
      expect(ambiguous).toBeLessThanOrEqual(most.ambiguous);
    },
    900_000,
  );

  test("answers every ZIP code, with shares that add up to 1 at most", () => {
    let zips = 0;
    for (let code = 0; code < 100_000; code++) {
      const zip = String(code).padStart(5, "0");
      const found = country.zip(zip);
      if (found === undefined) continue;
      zips++;
      const sum = found.candidates.reduce((total, { share }) => total + share, 0);
      if (!(sum > 0 && sum <= 1 + 1e-9)) throw new Error(`the shares of ${zip} add up to ${sum}`);
    }
    expect(zips).toBe(40_977);
  });

  test("places points where the state's own edition does, but off the coast and on its border", () => {
    const { west, south, east, north } = STATE_BOX;
    let [seed, asked, other] = [11, 0, 0];
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      return seed / 0x7fffffff;
    };
    for (let point = 0; point < 20_000; point++) {
      const latitude = south + random() * (north - south);
      const longitude = west + random() * (east - west);
      const own = currentGeography.locate({ latitude, longitude });
      const [first] = own.found ? own.data.candidates : [];
      if (first === undefined) continue;
      asked++;
      const found = country.locate({ latitude, longitude });
      const city = found?.municipality == null ? null : country.place(found.municipality).geoid;
      if (city !== geoidCalled(first.city) || found?.county !== first.county) other++;
    }
    expect(asked).toBeGreaterThan(8_000);
    expect(other).toBeLessThan(8);
  }, 300_000);

  test("tells New York's villages from the towns around them, a few meters on each side of their borders", () => {
    const { inside, inTown, wrong, villages } = villageBorders(1, 3);
    expect(wrong).toEqual([]);
    expect(villages).toBe(532);
    expect(Math.min(inside, inTown)).toBeGreaterThan(4_000);
  }, 900_000);

  test("says of the boroughs of New York that they are parts of it", () => {
    for (const name of ["Manhattan", "Brooklyn", "Queens", "The Bronx", "Bronx", "Staten Island"]) {
      for (const text of [name, `${name}, NY`, `${name}, New York`, `${name}, N.Y.`]) {
        expect([text, country.find("NY", ownText(text)).is]).toEqual([text, "part"]);
      }
    }
  });

  test("says of a state's own name that it is the state, or the city that has it", () => {
    for (const { code, name } of US_STATES) {
      for (const text of [name, name.toUpperCase(), `${name}, ${code}`]) {
        const found = country.find(code, ownText(text));
        const isCity = found.is === "one" && country.place(found.row).name === name;
        const isCapital = code === "DC" && found.is === "one";
        if (!isCity && !isCapital) expect([text, found.is]).toEqual([text, "state"]);
      }
    }
  });

  test("has each place's own point in the place, but for those whose boundary is not held or has no room", () => {
    const places = allRows().map(country.place);
    const answers = Map.groupBy(places, answerAtOwnPoint);
    const counts = ANSWERS.map((answer) => [answer, answers.get(answer)?.length ?? 0]);
    expect(Object.fromEntries(counts)).toEqual({
      "its own boundary": 27_979,
      "any of the municipalities without a boundary": 16_682,
      "its county, without a boundary of its own": 5_330,
      "another municipality, without a boundary of its own": 1_370,
      "another community, without a boundary of its own": 13,
      "not in it": 20,
    });
    const outside = answers.get("not in it")?.map(titleOf) ?? [];
    expect(outside.toSorted()).toEqual(Object.values(NOT_IN_IT).flat().toSorted());
  });
});
