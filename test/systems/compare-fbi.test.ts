import { expect, test } from "bun:test";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CALIFORNIA_BUILD } from "../../src/dataset/california/california-build.ts";
import { readScorecard } from "../../src/dataset/sources/rtci-scorecard.ts";
import { describeComparison, importSecondSource } from "../../src/dataset/state/second-source.ts";
import { readNationTables } from "../../src/dataset/united-states/tables.ts";
import { DATA_DIR } from "../../src/main/paths.ts";
import { copiedData } from "../dataset/official-files.ts";
import { outputOf, run } from "../support/command.ts";

const COMPARE = ["python3", join(import.meta.dir, "../../research/compare_fbi.py")];
const TABLE = "review/second-source.csv";

/** Full years of an agency: the classes in the order of the scorecard's own rows. */
function scorecard(agency: string, counts: readonly (readonly [string, string, string])[]): string {
  return counts
    .map(([name, first, second]) => `"${agency}","California","${name}",${first},${second},"2026-04-24 15:19:01 EDT"\n`)
    .join("");
}

test("the import gives the committed counts of the FBI and those of a scorecard, and the comparison of the Python program", async () => {
  const dataDir = await copiedData();
  const committed = await readFile(join(dataDir, TABLE), "utf8");
  await writeFile(join(dataDir, TABLE), `${committed.split("\n")[0]}\n`);
  const { agencies } = await readNationTables(DATA_DIR);
  const table8 = [...agencies].map(([year, rows]) => ({ year, rows, footnotes: [] }));
  const classes = ["murder", "rape", "robbery", "aggravated_assault", "burglary", "theft", "motor_vehicle_theft"];
  const text = `agency_name,state_name,crime_type,two_years_prior_full,previous_year_full,last_updated
${scorecard(
  "Oceanside",
  classes.map((name, index) => [name, String(index), index === 5 ? '"1,000"' : "1"]),
)}${scorecard(
  "Fontana",
  classes.map((name, index) => [name, index === 1 ? "0" : "1", index === 1 ? "0" : "2"]),
)}`;
  const scorecardRows = readScorecard(new TextEncoder().encode(text), "scorecard.csv").map((row) => {
    return { ...row, kind: "department" } as const;
  });
  const comparisons = await importSecondSource(CALIFORNIA_BUILD, dataDir, table8, scorecardRows);

  const linesOf = (source: string, table: string) => table.split("\n").filter((line) => line.includes(`,${source},`));
  const written = await readFile(join(dataDir, TABLE), "utf8");
  expect(linesOf("fbi", written)).toEqual(linesOf("fbi", committed));
  expect(linesOf("rtci_department", written)).toEqual([
    "San Bernardino County,Fontana,2024,rtci_department,,3",
    "San Bernardino County,Fontana,2025,rtci_department,,6",
    "San Diego County,Oceanside,2024,rtci_department,6,15",
    "San Diego County,Oceanside,2025,rtci_department,4,1002",
  ]);

  const lines = comparisons.map((comparison) => `${describeComparison(comparison)}\n`);
  expect(lines.slice(-2)).toEqual([
    "2023: 430 cities in the FBI's table, 344 equal in every class, 429 within 4%; further apart: Oakland (49259, FBI 58538)\n",
    "2024: 452 cities in the FBI's table, 361 equal in every class, 450 within 4%; further apart: Los Angeles (131378, FBI 83991), San Marino (149, FBI 143)\n",
  ]);
  expect(await outputOf([...COMPARE, DATA_DIR])).toBe(lines.join(""));

  const sum = (of: "both" | "equal" | "close") => comparisons.slice(-2).reduce((total, one) => total + one[of], 0);
  expect(await readFile(join(DATA_DIR, "../README.md"), "utf8")).toContain(
    `of ${sum("both")} cities' years, ${sum("equal")} are equal in all seven classes, and all but three (Oakland, Los Angeles, San Marino) are within 4%.`,
  );
  expect(sum("both") - sum("close")).toBe(3);
  const shares = comparisons.slice(-2).map(({ equal, both }) => `${equal} of ${both}`);
  expect(await readFile(join(DATA_DIR, "../docs/methodology.md"), "utf8")).toContain(
    `equal in ${shares[0]} cities of 2023 and ${shares[1]} of 2024`,
  );
});

test("the comparison refuses a table that does not have what the FBI counted", async () => {
  const dataDir = await copiedData();
  await cp(join(DATA_DIR, "us/offenses/2024.csv"), join(dataDir, "us/offenses/2024.csv"));
  const table = join(dataDir, TABLE);
  await writeFile(table, (await readFile(table, "utf8")).replace("Alameda,2024,fbi,236,", "Alameda,2024,fbi,235,"));
  const { exitCode, note } = await run([...COMPARE, dataDir]);
  expect([exitCode, note]).toEqual([1, `${TABLE}: Alameda 2024 is not what the FBI counted\n`]);
});
