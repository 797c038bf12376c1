import pino from "pino";
import type { Log } from "../base/log.ts";

export interface ServiceLog extends Log {
  /** Whether `debug` lines are written. */
  readonly debugs: boolean;
  debug(fields: object, message: string): void;
}

/** The causes of an error that are logged. A chain of causes may be a circle. */
const MAX_CAUSES = 5;

/** One JSON object per line on standard error, written before the call returns. `error` takes anything thrown. */
export function createLog(level: pino.LevelWithSilent): ServiceLog {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: withCauses },
    },
    pino.destination({ fd: 2, sync: true }),
  );
  const write = (at: "debug" | "info" | "warn" | "error") => (fields: object, message: string) => {
    try {
      logger[at](fields, message);
    } catch {
      // The disk is full, or nobody reads the pipe fast enough. A lost line must not turn an answer into 500.
    }
  };
  return {
    debugs: logger.isLevelEnabled("debug"),
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
}

/** The messages of an error and its causes: the outermost alone may hide the one that matters. */
function withCauses(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause !== undefined && messages.length < MAX_CAUSES; ) {
    messages.push(String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return messages.join("; caused by ");
}
