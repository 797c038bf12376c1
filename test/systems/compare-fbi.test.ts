import { expect, test } from "bun:test";
import { join } from "node:path";
import { outputOf, run } from "../support/command.ts";
import { scratchFolder } from "../support/scratch.ts";

const PROGRAM = join(import.meta.dir, "../../research/compare_fbi.py");
const DATA = join(import.meta.dir, "../../data");

/** Writes a workbook with the rows of standard input: the first of each row is the state. */
const WRITE_WORKBOOK = `
import json, sys, zipfile
from xml.sax.saxutils import escape
space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
texts, lines = [], []
for number, row in enumerate(json.loads(sys.argv[2]), 1):
    cells = ""
    for column, value in zip("ABCDEFGHIJKL", row):
        if isinstance(value, str):
            texts.append(value)
            cells += f'<c r="{column}{number}" t="s"><v>{len(texts) - 1}</v></c>'
        elif value is not None:
            cells += f'<c r="{column}{number}"><v>{value}</v></c>'
    lines.append(f"<row>{cells}</row>")
with zipfile.ZipFile(sys.argv[1], "w") as book:
    book.writestr("xl/sharedStrings.xml", f"<sst {space}>" + "".join(f"<si><t>{escape(t)}</t></si>" for t in texts) + "</sst>")
    book.writestr("xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{''.join(lines)}</sheetData></worksheet>")
`;

const HEADINGS =
  "State,City,Population,Violent crime,Murder,Rape1,Robbery,Aggravated assault,Property crime,Burglary,Larceny-theft,Motor vehicle theft";

async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<string> {
  const path = join(scratchFolder("compare-fbi"), "table.xlsx");
  await outputOf(["python3", "-c", WRITE_WORKBOOK, path, JSON.stringify(rows)]);
  return path;
}

test("the comparison with the FBI's table counts equal cities, and names each that is over 4% apart", async () => {
  const path = await workbook([
    ["by State by City, 2024"],
    HEADINGS.split(","),
    ["ALASKA", "Alameda", 1, 1, 0, 0, 0, 1, 1, 1, 0, 0],
    ["CALIFORNIA3", "Alameda", 74458, 237, 6, 16, 93, 122, 3667, 192, 2522, 953],
    [null, "Oakland5", 436504, 2, 1, 0, 0, 1, 1, 1, 0, 0],
    [null, "No Such City", 9, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [null, "Albany", 18735, 26, null, 2, 10, 14, 467, 56, 355, 56],
  ]);
  const line = await outputOf(["python3", PROGRAM, DATA, path]);
  expect(line).toMatch(
    /^2024: 2 cities in both, 1 equal in every class, 1 further apart than 4%: Oakland \([\d,]+, FBI 3\)\n$/,
  );
});

test("a workbook that is not the FBI's table is refused with its name", async () => {
  const path = await workbook([["State", "City"]]);
  const { exitCode, note } = await run(["python3", PROGRAM, DATA, path]);
  expect([exitCode, note]).toEqual([1, `${path}: not the FBI's Table 8 with cities of California\n`]);
});
