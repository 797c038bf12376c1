import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { readE4 } from "../../src/dataset/california/dof.ts";
import { readCrimesAndClearances } from "../../src/dataset/california/doj.ts";
import { readCountyEstimates, readPlaceEstimates } from "../../src/dataset/sources/census-estimates.ts";
import { readPlaces } from "../../src/dataset/sources/tiger.ts";
import { CALIFORNIA } from "../../src/editions/california.ts";
import { refusal } from "./faults.ts";
import {
  countyFile,
  dojFile,
  dojLine,
  e4File,
  FIXTURE_CITIES,
  placeFile,
  workbook,
  workbookRows,
} from "./official-files.ts";

/** Where to cut, what to put there and how much to take out: a file as a bad disk or a hasty hand leaves it. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(40),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc
      .constantFrom(",", '"', "\n", "\r", "\0", "-1", "1e9", "9".repeat(30), "é", "\uFEFF")
      .map((text) => new TextEncoder().encode(text)),
  ),
});
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(bytes: Uint8Array, { at, remove, insert }: Damage): Uint8Array {
  const start = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + remove)]);
}

const doj = dojFile([
  dojLine(2024, "Orange County", "Irvine", [6, 42, 70, 149, 627, 221, 3554]),
  dojLine(2024, "Alameda County", "Oakland", [81, 296, 2960, 5039, 3423, 9914, 18118]),
]);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const counties = ["Alameda County", "Alpine County", "Orange County"];

describe("a damaged file is read or refused with faults that say where, and nothing else ever happens", () => {
  test.each([
    ["Crimes and Clearances", encode(doj), readCrimesAndClearances],
    ["Crimes and Clearances as gzip", gzipSync(doj), readCrimesAndClearances],
    [
      "county estimates",
      encode(countyFile([2023, 2024], counties, 5)),
      (bytes: Uint8Array, file: string) => readCountyEstimates(bytes, file, CALIFORNIA),
    ],
    ["E-4", encode(e4File([2023, 2024], counties, FIXTURE_CITIES)), readE4],
    [
      "TIGER/Line places",
      encode(placeFile(FIXTURE_CITIES)),
      (bytes: Uint8Array, file: string) => readPlaces(bytes, file, CALIFORNIA),
    ],
  ] as const)("%s", (_, bytes, read) => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
        const file = damages.reduce(damaged, bytes);
        for (const fault of refusal(() => read(file, "fixture"))) {
          expect(fault.file).toBe("fixture");
          expect(fault.reason).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("the workbook", async () => {
    const bytes = await workbook(workbookRows([2023, 2024], FIXTURE_CITIES));
    await fc.assert(
      fc.asyncProperty(damage, async (one) => {
        for (const fault of await refusal(() => readPlaceEstimates(damaged(bytes, one), "fixture", CALIFORNIA))) {
          expect(fault.file).toBe("fixture");
        }
      }),
      { numRuns: 100 },
    );
  });
});
