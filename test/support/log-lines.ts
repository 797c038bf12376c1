import { z } from "zod";

const line = z.looseObject({ level: z.string(), msg: z.string() });
export type LogLine = z.infer<typeof line>;

/** The lines of a log: each is a JSON object with a level and a message. @throws on any other line */
export function logLines(log: string): readonly LogLine[] {
  return log.split("\n").flatMap((text) => (text === "" ? [] : [line.parse(JSON.parse(text))]));
}

/** Warnings and errors. An undisturbed service logs none. */
export function troubleIn(log: string): readonly LogLine[] {
  return logLines(log).filter(({ level }) => level !== "info" && level !== "debug");
}
