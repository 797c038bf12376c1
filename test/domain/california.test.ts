import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { countyCode, placeGeoid } from "../../src/editions/edition.ts";
import { releasedDataset } from "../support/server.ts";

const ROOT = `${import.meta.dir}/../..`;
/** Its codes, its words, what people call its places, and tables of all states. */
const OF_THE_EDITION =
  /^src\/(?:editions\/(?:california|us-states)\.ts|gazetteer\/state-text\.ts|(?:dataset|gazetteer)\/california\/)/;
const COMMENT = /^\s*(?:\/\/|\/?\*)|\{?\/\*.*\*\/\}?/;
/** The state's name, its abbreviation, the first digits of its codes, and the sides of its box. */
const OF_THE_STATE = /California|\bCA\b|["'`^(]06(?!\d{3}["-])|-12[56]\b|-11[34]\b/;

test("code, pages, and descriptions name the state only by the words of its edition", () => {
  const files = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync({ cwd: ROOT })]
    .filter((file) => !OF_THE_EDITION.test(file))
    .toSorted();
  const lines = files.flatMap((file) =>
    readFileSync(`${ROOT}/${file}`, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        OF_THE_STATE.test(line) && !COMMENT.test(line) ? [`${file}:${index + 1} ${line}`] : [],
      ),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(lines).toEqual([]);
});

/** Its constants, its folders, and its name in tables. */
const NAMES_IT = /\bCALIFORNIA\b|["./]california\b|\bcalifornia:/;

/** What may name the edition beside its own folders, and why. */
const MAY_NAME_IT: Readonly<Record<string, string>> = {
  "src/editions/california.ts": "its words",
  "src/editions/table.ts": "its row",
  "src/editions/united-states.ts": "it includes its records",
  "src/lookup/served.ts": "what people call its places",
  "src/main/paths.ts": "its file, which a bundler must find",
  "src/dataset/builds.ts": "its build",
  "src/dataset/united-states/import.ts": "a collection of both editions is imported once",
  "src/site/docs/guide-values.tsx": "the guide to names lists what people call its cities",
};

test("only its rows and folders name the edition: all other code takes the edition that it is given", () => {
  const files = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync({ cwd: ROOT })].filter(
    (file) => !/^src\/(?:dataset|gazetteer)\/california\//.test(file) && !(file in MAY_NAME_IT),
  );
  const named = files.filter((file) => NAMES_IT.test(readFileSync(`${ROOT}/${file}`, "utf8")));
  expect(named).toEqual([]);
  for (const file of Object.keys(MAY_NAME_IT)) expect(readFileSync(`${ROOT}/${file}`, "utf8")).toMatch(NAMES_IT);
});

test("the model of rates knows no edition: it imports only itself and the domain", () => {
  const files = [...new Bun.Glob("src/dataset/model/*.ts").scanSync({ cwd: ROOT })];
  expect(files.length).toBeGreaterThan(10);
  const imports = files.flatMap((file) =>
    Array.from(readFileSync(`${ROOT}/${file}`, "utf8").matchAll(/from "([^"]+)"/g), ([, from = ""]) => from),
  );
  expect(imports.filter((from) => !/^(?:\.\/[\w-]+\.ts|\.\.\/\.\.\/domain\/[\w-]+\.ts)$/.test(from))).toEqual([]);
  expect(imports.filter((from) => /california|edition|\/state/.test(from))).toEqual([]);
});

const { counties } = releasedDataset.records;
const [COUNTY_FIPS, PLACE_GEOID] = [countyCode(CALIFORNIA.fips), placeGeoid(CALIFORNIA.fips)];

test("each of the 58 counties has its own code: the state's digits and an odd number", () => {
  const codes = counties.map(({ fips }) => fips);
  expect(codes).toHaveLength(58);
  expect(new Set(codes).size).toBe(58);
  for (const code of codes) expect(code).toMatch(new RegExp(`^${CALIFORNIA.fips}\\d\\d[13579]$`));
});

test("the patterns of codes match only complete codes of the state", () => {
  for (const { fips } of counties) expect(fips).toMatch(COUNTY_FIPS);
  for (const { geoid } of releasedDataset.records.cities) expect(geoid).toMatch(PLACE_GEOID);
  for (const code of ["6001", "32001", "0600", "060011", "x06001", "06abc"]) expect(code).not.toMatch(COUNTY_FIPS);
  for (const code of ["3201234", "060123", "06012345", "x0601234", "06abcde"]) expect(code).not.toMatch(PLACE_GEOID);
});
