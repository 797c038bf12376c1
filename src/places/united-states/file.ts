import { UNITED_STATES_FORMAT } from "../../domain/dataset-format.ts";
import type { UnitedStatesSnapshot } from "../../domain/united-states/snapshot.ts";
import { type FileShape, isSealed, refuseUnsealed, sealText, tryTo } from "../seal.ts";

export interface SealedUnitedStates {
  readonly records: UnitedStatesSnapshot;
  readonly text: string;
}

const SHAPE: FileShape = { format: UNITED_STATES_FORMAT, schema: loadSchema };

/** Checks the content, and writes it (`sealText`). @throws ZodError if it is not in the file's shape */
export function sealUnitedStates(content: Omit<UnitedStatesSnapshot, "version">): SealedUnitedStates {
  const schema = loadSchema();
  const { version: _, ...draft } = schema.parse({ ...content, version: "0".repeat(16) });
  const { version, text } = sealText(draft);
  return { records: schema.parse({ ...draft, version }), text };
}

/** Refuses any changed byte. @throws DatasetFileError and nothing else */
export function openUnitedStates(bytes: Buffer): UnitedStatesSnapshot {
  const records = isSealed(bytes) ? tryTo((): UnitedStatesSnapshot => JSON.parse(bytes.toString("utf8"))) : undefined;
  return records?.format === UNITED_STATES_FORMAT ? records : refuseUnsealed(bytes, SHAPE);
}

function loadSchema(): typeof import("../../domain/united-states/snapshot.ts").unitedStatesSnapshot {
  const module: typeof import("../../domain/united-states/snapshot.ts") = require("../../domain/united-states/snapshot.ts");
  return module.unitedStatesSnapshot;
}
