import { writeSync } from "node:fs";
import type pino from "pino";
import type { Log } from "../domain/log.ts";

/** The service's log. Its library is loaded with the first warning or error, so a healthy service never loads it. */
export interface ServiceLog extends Log {
  /** Whether `debug` lines are written. */
  readonly debugs: boolean;
  debug(fields: object, message: string): void;
  /** Writes buffered lines. */
  flush(): void;
}

/**
 * Structured log, one JSON object per line, on standard error, so that standard output has only the output of commands.
 */
export function createLog(level: pino.LevelWithSilent): ServiceLog {
  let opened: pino.Logger | undefined;
  const write = (at: WrittenLevel, fields: object, message: string) => {
    const isTrouble = at === "warn" || at === "error";
    if (isTrouble) opened ??= tryToOpen(level);
    try {
      if (opened === undefined) writeBare(level, at, fields, message);
      else opened[at](fields, message);
    } catch {
      // The disk is full, or nobody reads the pipe fast enough. A lost line must not turn an answer into 500.
    }
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

/** undefined if no more files can be opened, which is when the log is needed most. */
function tryToOpen(level: pino.LevelWithSilent): pino.Logger | undefined {
  try {
    return openLog(level);
  } catch {
    return undefined;
  }
}

/** Writes the same line without the library. */
function writeBare(least: pino.LevelWithSilent, level: WrittenLevel, fields: object, msg: string): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
  writeSync(2, `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`);
}

/** Loads synchronously: a process that ends after the line must still have written it. */
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
