import { mapOffenses } from "../../domain/offense.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { collapsed, quote, readLines } from "../csv.ts";
import { fail } from "../fault.ts";
import { withoutMarks } from "../united-states/agency-name.ts";
import type { DepartmentRow } from "../united-states/areas/tables.ts";
import { sheetRows } from "../workbook.ts";
import { CLASS_TITLES } from "./class-titles.ts";

/** The FBI's table of a year: offenses that sheriffs and county police departments know of. */
export interface Table10 {
  readonly year: number;
  readonly rows: readonly DepartmentRow[];
}

const YEAR = /table-10_(\d{4})/;
/** A heading is "FLORIDA2 - Metropolitan Counties7", with the marks of footnotes, or the state alone. */
const HEADING = /^(.+?)(?: - (?:Metropolitan|Nonmetropolitan) Counties[\d, ]*)?$/;

/** The FBI's workbook, or a table that others saved as CSV. @throws DatasetError */
export async function readTable10(bytes: Uint8Array, file: string): Promise<Table10> {
  const [, year] = YEAR.exec(file) ?? [];
  if (year === undefined) fail({ file }, "the name of the file has no year, such as fbi_table-10_2024.xlsx");
  const lines = file.endsWith(".csv")
    ? readLines(bytes, file).map(({ number, fields }) => ({ number, cells: fields }))
    : (await sheetRows(bytes, file)).map((cells, index) => ({ number: index + 1, cells }));
  const header = lines.findIndex(({ cells }) => cells.some((cell) => cell.trim() === "County"));
  const titles = lines[header]?.cells.map(collapsed) ?? [];
  const column = (name: string, test: (title: string) => boolean) => {
    const found = titles.findIndex(test);
    return found === -1 ? fail({ file, line: header + 1, column: name }, "the column is missing") : found;
  };
  const county = column("County", (title) => title === "County");
  const state = column("State", (title) => title === "State");
  const at = mapOffenses((offense) => column(offense, (title) => CLASS_TITLES[offense].test(title.toLowerCase())));
  const codes = new Map(US_STATES.map(({ code, name }) => [name.toUpperCase(), code] as const));
  let heading = "";
  const rows = lines.slice(header + 1).flatMap(({ number: line, cells }): DepartmentRow[] => {
    const text = (index: number) => collapsed(cells[index] ?? "");
    const { name: department } = withoutMarks(text(county));
    if (department === "") return [];
    if (text(state) !== "") heading = text(state);
    const name = withoutMarks(HEADING.exec(heading)?.[1] ?? "").name.toUpperCase();
    const code = codes.get(name) ?? fail({ file, line, column: "State" }, `${quote(heading)} is not a state`);
    return [{ state: code, department, ...mapOffenses((offense) => countIn(text(at[offense]), { file, line })) }];
  });
  return { year: Number(year), rows };
}

/** A blank count is null, not zero: the FBI withholds it. */
function countIn(text: string, at: { file: string; line: number }): number | null {
  if (text === "") return null;
  const digits = text.replaceAll(",", "");
  return /^\d{1,9}(\.0*)?$/.test(digits) ? Number(digits) : fail(at, `${quote(text)} is not a count`);
}
