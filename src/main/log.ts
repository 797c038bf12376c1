import type pino from "pino";
import type { Log } from "../domain/log.ts";

/** The log of the service. Its library is brought in with the first line: an undisturbed service writes none. */
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
  const log = () => {
    opened ??= openLog(level);
    return opened;
  };
  const debugs = level === "debug" || level === "trace";
  return {
    debugs,
    debug(fields, message) {
      if (debugs) log().debug(fields, message);
    },
    info: (fields, message) => log().info(fields, message),
    warn: (fields, message) => log().warn(fields, message),
    error: (fields, message) => log().error(fields, message),
    flush: () => opened?.flush(),
  };
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
