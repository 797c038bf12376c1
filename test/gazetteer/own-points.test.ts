import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import countrySources from "../../data/gazetteer/sources.json" with { type: "json" };
import { MOVED_POINTS_FILE } from "../../src/dataset/gazetteer/moved-points.ts";
import { poleOf, squareAround, without } from "../../src/dataset/gazetteer/pole.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { allRows, country } from "./country.ts";
import { drawnAreas, isDrawnAround } from "./drawn-areas.ts";
import { answerAtOwnPoint, NOT_IN_IT, titleOf } from "./own-points.ts";

const moved: readonly Readonly<Record<string, string>>[] = parse(readFileSync(join(DATA_DIR, MOVED_POINTS_FILE)), {
  columns: true,
});
const rowOf = (geoid = "") => country.ofGeoid(geoid) ?? -1;
const left = new Set(Object.values(NOT_IN_IT).flat());

describe("a place's own point", () => {
  test("is in the place, or the answer says why it need not be", () => {
    const rows = [...allRows().filter((row) => row % 25 === 0), ...moved.map(({ geoid }) => rowOf(geoid))];
    const outside = rows.map(country.place).filter((place) => answerAtOwnPoint(place) === "not in it");
    expect(outside.map(titleOf).filter((title) => !left.has(title))).toEqual([]);
  });

  test("is in the listed place, where it was moved", () => {
    expect(moved.length).toBeGreaterThan(250);
    for (const { geoid, name, latitude, longitude, moved_into } of moved) {
      const row = rowOf(geoid);
      const point = { latitude: Number(latitude), longitude: Number(longitude) };
      const found = country.locate(point);
      const isIn = moved_into === "boundary" ? answerAtOwnPoint(country.place(row)) === "its own boundary" : true;
      expect([name, country.pointOf(row), isIn]).toEqual([name, point, true]);
      if (moved_into !== "boundary") expect([name, found?.municipality]).toEqual([name, null]);
    }
  });

  test("that was moved is counted in the note of the source", () => {
    const note = countrySources.find(({ file }) => file === "us_gazetteer.csv.gz")?.note;
    expect(note).toContain(`; ${moved.length} points outside their own place are moved into it`);
  });

  test("is in no village, where it was moved within a town", () => {
    const towns = moved.filter(({ state, geoid }) => state === "NY" && geoid?.length === 10);
    const areas = drawnAreas("NY");
    expect(towns.length).toBeGreaterThan(30);
    for (const { name, geoid, latitude, longitude } of towns) {
      const point = { latitude: Number(latitude), longitude: Number(longitude) };
      const around = areas.filter((area) => isDrawnAround(area, point)).map(({ row }) => country.place(row));
      const municipalities = around.filter(({ kind }) => kind !== "community").map((place) => place.geoid);
      expect([name, municipalities]).toEqual([name, [geoid ?? ""]]);
    }
  });

  test("is the one on land, where the Census Bureau's is in the sea", () => {
    expect(country.pointOf(rowOf("2502114640"))).not.toEqual({ latitude: 42.26243, longitude: -70.79888 });
    const savannah = country.locate(country.pointOf(rowOf("1369000")));
    expect(savannah?.municipality).toBe(rowOf("1369000"));
  });
});

describe("the pole of inaccessibility", () => {
  const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });

  test("of a square is its middle, and as far from its sides", () => {
    fc.assert(
      fc.property(degrees(-60, 70), degrees(-170, 170), degrees(0.5, 20), (latitude, longitude, km) => {
        const pole = poleOf(squareAround({ latitude, longitude }, km));
        expect(pole?.latitude).toBeCloseTo(latitude, 3);
        expect(pole?.longitude).toBeCloseTo(longitude, 3);
        expect(Math.abs((pole?.meters ?? 0) / 1000 / km - 1)).toBeLessThan(0.02);
      }),
    );
  });

  test("is outside what is taken out of the square", () => {
    fc.assert(
      fc.property(degrees(-0.9, 0.9), degrees(-0.9, 0.9), (north, east) => {
        const hole = { latitude: 40 + north / 100, longitude: -75 + east / 100 };
        const pole = poleOf(without(squareAround({ latitude: 40, longitude: -75 }, 2), [squareAround(hole, 0.5)]));
        const isOutside =
          Math.abs((pole?.latitude ?? 0) - hole.latitude) > 0.0044 ||
          Math.abs((pole?.longitude ?? 0) - hole.longitude) > 0.0057;
        expect([pole !== null, isOutside]).toEqual([true, true]);
      }),
    );
  });

  test("of nothing is none", () => {
    expect(poleOf([])).toBeNull();
    const square = squareAround({ latitude: 40, longitude: -75 }, 1);
    expect(poleOf(without(square, [square]))).toBeNull();
  });
});
