import { readFileSync } from "node:fs";
import type { HeldFile } from "../base/held-file.ts";
import { type LargeMembers, parsedSmall } from "../base/large-members.ts";
import { isSealed, readSealed, refuseUnsealed, tryTo } from "../base/sealed-file.ts";
import { NATION_FORMAT } from "../domain/dataset-format.ts";
import type { NationFile } from "../domain/nation.ts";

/** What pages and answers read of one place at a time. */
const LARGE: LargeMembers<NationFile> = {
  places: [
    "filled",
    "stateCounts",
    "source",
    "agency",
    "rating",
    "nextYear",
    "trend",
    "cautions",
    "months",
    "provisional",
    "checks",
  ],
  absent: ["trend", "months"],
  areas: ["rating", "withoutLetter", "nextYear", "nextRate", "trend", "cautions", "months", "provisional"],
  absentAreas: ["trend", "months"],
};

/**
 * Refuses any changed byte. The large members of places stay in the file until they are read (`parsedSmall`). @throws DatasetFileError and nothing else
 */
export function openNation(file: HeldFile): NationFile {
  const bytes = file.bytes();
  const records = isSealed(bytes) ? tryTo(() => parsedSmall<NationFile>(file, LARGE)) : undefined;
  return records?.format === NATION_FORMAT ? records : refuseUnsealed(bytes, NATION_FORMAT);
}

function openWhole(file: HeldFile): NationFile {
  const bytes = file.bytes();
  const records = isSealed(bytes) ? tryTo((): NationFile => JSON.parse(bytes.toString("utf8"))) : undefined;
  return records?.format === NATION_FORMAT ? records : refuseUnsealed(bytes, NATION_FORMAT);
}

/** Reads and checks a file, as plain objects. @throws DatasetFileError that names the file */
export function readNation(path: string): NationFile {
  return readSealed(path, openWhole).content;
}

/** Whether a file is one of the nation, valid or not: only its yardstick is beside its places. */
export function isNationFile(path: string): boolean {
  return readFileSync(path).includes('\n"yardstick":');
}
