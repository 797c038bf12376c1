import pino from "pino";

export type Log = pino.Logger;

/** Structured log, one JSON object a line on standard error, so that standard output stays with the commands' answers. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
