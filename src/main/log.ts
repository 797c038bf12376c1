import { writeSync } from "node:fs";
import type pino from "pino";
import type { Log } from "../domain/log.ts";

/** The log of the service. Its library is brought in with the first warning or error: an undisturbed service has none. */
export interface ServiceLog extends Log {
  /** Whether `debug` writes anything. */
  readonly debugs: boolean;
  debug(fields: object, message: string): void;
  /** Writes out what is still held back. */
  flush(): void;
}

/** Structured log, one JSON object a line on standard error, so that standard output stays with the commands' answers. */
export function createLog(level: pino.LevelWithSilent): ServiceLog {
  let opened: pino.Logger | undefined;
  const write = (at: WrittenLevel, fields: object, message: string) => {
    const isTrouble = at === "warn" || at === "error";
    if (isTrouble) opened ??= tryToOpen(level);
    if (opened === undefined) writeBare(level, at, fields, message);
    else opened[at](fields, message);
  };
  const debugs = level === "debug" || level === "trace";
  return {
    debugs,
    debug(fields, message) {
      if (debugs) write("debug", fields, message);
    },
    info: (fields, message) => write("info", fields, message),
    warn: (fields, message) => write("warn", fields, message),
    error: (fields, message) => write("error", fields, message),
    flush: () => opened?.flush(),
  };
}

type WrittenLevel = "debug" | "info" | "warn" | "error";
const LEVELS: readonly pino.LevelWithSilent[] = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** undefined where no more files may be opened, which is when the log is needed most. */
function tryToOpen(level: pino.LevelWithSilent): pino.Logger | undefined {
  try {
    return openLog(level);
  } catch {
    return undefined;
  }
}

/** The same line without the library. */
function writeBare(least: pino.LevelWithSilent, level: WrittenLevel, fields: object, msg: string): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
  writeSync(2, `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`);
}

/** Loads at once, not a turn later: a process that ends on the line must still have written it. */
function openLog(level: pino.LevelWithSilent): pino.Logger {
  const createLogger: typeof pino = require("pino");
  return createLogger(
    {
      level,
      base: null,
      timestamp: createLogger.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    createLogger.destination({ fd: 2, sync: true }),
  );
}
