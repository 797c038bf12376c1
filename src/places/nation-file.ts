import { existsSync, readFileSync } from "node:fs";
import { NATION_FORMAT } from "../domain/dataset-format.ts";
import type { Nation } from "../domain/nation.ts";
import { isSealed, readSealed, refuseUnsealed, sealText, tryTo } from "./seal.ts";

export interface SealedNation {
  readonly records: Nation;
  readonly text: string;
}

/** Checks the content, and writes it (`sealText`). @throws ZodError if it is not in the file's shape */
export function sealNation(content: Omit<Nation, "version">): SealedNation {
  const schema = loadSchema();
  const { version: _, ...draft } = schema.parse({ ...content, version: "0".repeat(16) });
  const { version, text } = sealText(draft);
  return { records: schema.parse({ ...draft, version }), text };
}

/** Refuses any changed byte. @throws DatasetFileError and nothing else */
export function openNation(bytes: Buffer): Nation {
  const records = isSealed(bytes) ? tryTo((): Nation => JSON.parse(bytes.toString("utf8"))) : undefined;
  return records?.format === NATION_FORMAT ? records : refuseUnsealed(bytes, NATION_FORMAT);
}

/** Reads and checks a file, and returns its bytes, too. @throws DatasetFileError that names the file */
export function readNation(path: string): Nation & { readonly bytes: Buffer } {
  return readSealed(path, openNation);
}

/** Whether a file is one of the nation, valid or not: only its yardstick is beside its places. */
export function isNationFile(path: string): boolean {
  return existsSync(path) && readFileSync(path).includes('\n"yardstick":');
}

function loadSchema(): typeof import("../domain/nation.ts").nation {
  const module: typeof import("../domain/nation.ts") = require("../domain/nation.ts");
  return module.nation;
}
