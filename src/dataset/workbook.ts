import readWorkbook, { readSheet } from "read-excel-file/universal";
import { messageOf } from "../base/error-text.ts";
import { quote } from "./csv.ts";
import { fail } from "./fault.ts";

/** The first sheet of a workbook as text, an empty cell as "": `.xlsx`, the binary `.xls`, or a `.dbf`. @throws DatasetError */
export async function sheetRows(bytes: Uint8Array, file: string): Promise<readonly (readonly string[])[]> {
  try {
    const isBinary = /\.(xls|dbf)$/i.test(file);
    const rows = isBinary ? await binarySheet(bytes) : await readSheet(new Blob([new Uint8Array(bytes)]));
    return asText(rows);
  } catch (error) {
    return refuse(file, error);
  }
}

/** Every sheet of an `.xlsx` workbook. @throws DatasetError */
export async function workbookSheets(bytes: Uint8Array, file: string) {
  try {
    const sheets = await readWorkbook(new Blob([new Uint8Array(bytes)]));
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: asText(data) }));
  } catch (error) {
    return refuse(file, error);
  }
}

function asText(rows: readonly (readonly unknown[])[]): readonly (readonly string[])[] {
  return rows.map((row) => Array.from(row, (value) => (value === null || value === undefined ? "" : String(value))));
}

function refuse(file: string, error: unknown): never {
  return fail({ file }, `not a workbook that can be opened (${quote(messageOf(error))}); retrieve it again`);
}

/** Only imports need this package, so a service is installed without it. */
async function binarySheet(bytes: Uint8Array): Promise<readonly (readonly unknown[])[]> {
  const [{ read, set_cptable, utils }, codePages] = await Promise.all([
    import("@e965/xlsx"),
    import("@e965/xlsx/dist/cpexcel.full.mjs"),
  ]).catch(() => {
    throw new Error('the package @e965/xlsx is missing; run "npm ci" in a copy of the repository');
  });
  set_cptable(codePages);
  // A workbook says how its text is coded; the Census Bureau's .dbf are UTF-8.
  const { Sheets, SheetNames } = read(bytes, { dense: true, codepage: 65_001 });
  const sheet = Sheets[SheetNames[0] ?? ""];
  if (sheet === undefined) throw new Error("there is no sheet");
  return utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null, blankrows: true });
}
