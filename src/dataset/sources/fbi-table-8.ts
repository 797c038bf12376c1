import { mapOffenses } from "../../domain/offense.ts";
import { US_STATES } from "../../editions/us-states.ts";
import { collapsed, quote } from "../csv.ts";
import { fail } from "../fault.ts";
import { withoutMarks } from "../united-states/agency-name.ts";
import type { AgencyRow, Footnote } from "../united-states/tables.ts";
import { sheetRows } from "../workbook.ts";
import { CLASS_TITLES } from "./class-titles.ts";

/** The FBI's table of a year: "Offenses Known to Law Enforcement, by State by City". */
export interface Table8 {
  readonly year: number;
  readonly rows: readonly AgencyRow[];
  readonly footnotes: readonly Footnote[];
}

/** What the title of a column has in it, in small letters. */
export const TITLES = {
  ...CLASS_TITLES,
  population: /^population/,
  violent: /^violent/,
  property: /^property/,
} as const;

/** @throws DatasetError if it is not such a table, or a row is not of a state or has a fault in a number */
export async function readTable8(bytes: Uint8Array, file: string): Promise<Table8> {
  const rows = await sheetRows(bytes, file);
  const year = Number(
    rows.flatMap(([first = ""]) => /by State by City, (\d{4})/.exec(first.replace(/\s+/g, " "))?.[1] ?? [])[0],
  );
  const header = rows.findIndex(([first, second]) => first?.trim() === "State" && second?.trim() === "City");
  if (!year || header === -1)
    fail({ file }, "not the FBI's Table 8: there is no title with a year, or no column names");
  const titles = (rows[header] ?? []).map((title) => title.replace(/\s+/g, " ").trim().toLowerCase());
  const columns = (of: keyof typeof TITLES) => {
    const found = titles.flatMap((title, column) => (TITLES[of].test(title) ? [column] : []));
    return found.length > 0 ? found : fail({ file, line: header + 1, column: of }, "the column is missing");
  };
  const at = { population: columns("population"), ...mapOffenses((offense) => columns(offense)) };
  const states = new Map(US_STATES.map(({ code, name }) => [name.toUpperCase(), code] as const));
  const table: { readonly rows: AgencyRow[]; readonly footnotes: Footnote[] } = { rows: [], footnotes: [] };
  let state: ReturnType<typeof withoutMarks> = { name: "", marks: [] };
  rows.slice(header + 1).forEach((row, index) => {
    const line = header + 2 + index;
    const [first = "", second = ""] = row.map((cell) => cell.trim());
    if (second === "") {
      const [, mark, text] = /^(\d+)\s*(\D.*)$/s.exec(first) ?? [];
      if (mark !== undefined && text !== undefined) table.footnotes.push({ year, mark, text: collapsed(text) });
      return;
    }
    if (first !== "") state = withoutMarks(first);
    const code = states.get(state.name.toUpperCase());
    if (code === undefined) fail({ file, line, column: "State" }, `${quote(state.name)} is not a state`);
    const { name: agency, marks } = withoutMarks(second);
    const count = (cells: readonly number[]) => countIn(row, cells, { file, line });
    table.rows.push({
      state: code,
      agency,
      marks: [...new Set([...state.marks, ...marks])].join(" "),
      residents: count(at.population),
      ...mapOffenses((offense) => count(at[offense])),
    });
  });
  return { year, ...table };
}

/** The first of the columns with a number; null if all are blank. */
function countIn(
  row: readonly string[],
  columns: readonly number[],
  at: { file: string; line: number },
): number | null {
  const text = columns.map((column) => row[column]?.trim() ?? "").find((cell) => cell !== "");
  if (text === undefined) return null;
  if (/^\d{1,9}(\.0*)?$/.test(text)) return Number(text);
  // Some workbooks have a population that is not whole.
  if (/^\d{1,9}\.\d+$/.test(text)) return Math.round(Number(text));
  return fail(at, `${quote(text)} is not a count`);
}
