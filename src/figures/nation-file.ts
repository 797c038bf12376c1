import { readFileSync } from "node:fs";
import { isSealed, readSealed, refuseUnsealed, tryTo } from "../base/sealed-file.ts";
import { NATION_FORMAT } from "../domain/dataset-format.ts";
import type { NationFile } from "../domain/nation.ts";

/** Refuses any changed byte. @throws DatasetFileError and nothing else */
export function openNation(bytes: Buffer): NationFile {
  const records = isSealed(bytes) ? tryTo((): NationFile => JSON.parse(bytes.toString("utf8"))) : undefined;
  return records?.format === NATION_FORMAT ? records : refuseUnsealed(bytes, NATION_FORMAT);
}

/** Reads and checks a file. @throws DatasetFileError that names the file */
export function readNation(path: string): NationFile {
  return readSealed(path, openNation).content;
}

/** Whether a file is one of the nation, valid or not: only its yardstick is beside its places. */
export function isNationFile(path: string): boolean {
  return readFileSync(path).includes('\n"yardstick":');
}
