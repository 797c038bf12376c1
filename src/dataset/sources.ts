import { join } from "node:path";
import { z } from "zod";
import { type Source, source } from "../domain/snapshot.ts";
import { fail } from "./fault.ts";
import { readOptional } from "./input-rows.ts";

/** The gazetteer's files also have the terms of their copies. */
const RECORDED = source.unwrap().extend({ terms: z.string().optional() });

/** The official files that an import has read; empty where the file does not exist yet. @throws DatasetError */
export async function readSources(dataDir: string, file = "sources.json"): Promise<readonly Source[]> {
  const bytes = await readOptional(join(dataDir, file));
  if (bytes === null) return [];
  try {
    return z.array(RECORDED).parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : "it is not JSON";
    return fail({ file }, why);
  }
}

/** `April 24, 2026`: the day of the Real-Time Crime Index that the second counts are from; null without its file. */
export function secondReleaseOf(sources: readonly Source[]): string | null {
  const release = sources.find(({ table }) => table === SECOND_SOURCE_TABLE)?.release;
  return release === undefined ? null : longDay(release);
}

export const SECOND_SOURCE_TABLE = "second-source";

/** `April 24, 2026`, from `2026-04-24`. */
export function longDay(day: string): string {
  return new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

/** The newest of days of the form YYYY-MM-DD. */
export function newestOf(days: readonly string[]): string {
  return days.reduce((newest, day) => (day > newest ? day : newest));
}

export function sourcesText(sources: readonly Source[]): string {
  return `[\n${sources.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}
