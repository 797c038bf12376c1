import type { Log } from "../../src/base/log.ts";

/** A log that keeps its lines, each with its fields and its `message`. */
export function recordingLog(): { readonly lines: object[]; readonly log: Log } {
  const lines: object[] = [];
  const keep = (fields: object, message: string) => void lines.push({ ...fields, message });
  return { lines, log: { info: keep, warn: keep, error: keep } };
}
