import { expect, test } from "bun:test";
import { join } from "node:path";
import { COUNTIES, COUNTY_FIPS, PLACE_GEOID } from "../../src/domain/california.ts";
import { readDataset } from "../../src/places/file.ts";

const { cities, counties, absentCounties } = readDataset(join(import.meta.dir, "../../data/dataset.json")).records;

test("the codes of the 58 counties match the released dataset", () => {
  const released = new Map([
    ...counties.map(({ record, fips }) => [record.county, fips] as const),
    ...absentCounties.map(({ county, fips }) => [county, fips] as const),
  ]);
  expect(released.size).toBe(58);
  expect(Object.entries(COUNTIES)).toEqual([...released].toSorted(([, one], [, other]) => one.localeCompare(other)));
});

test("the patterns of codes match only complete codes of the state", () => {
  for (const code of Object.values(COUNTIES)) expect(code).toMatch(COUNTY_FIPS);
  for (const { geoid } of cities) expect(geoid).toMatch(PLACE_GEOID);
  for (const code of ["6001", "32001", "0600", "060011", "x06001", "06abc"]) expect(code).not.toMatch(COUNTY_FIPS);
  for (const code of ["3201234", "060123", "06012345", "x0601234", "06abcde"]) expect(code).not.toMatch(PLACE_GEOID);
});
