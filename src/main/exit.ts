import { errorCode } from "../base/error-text.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export const EXIT = { failed: 1, usage: 2, stopped: 130 } as const;

/** Ends a command with a message for the user and no stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints a command's result on standard output. */
export function print(text: string): void {
  endWithReader();
  process.stdout.write(text);
}

/** Prints a hint or an error on standard error. One that cannot be written is no reason to end. */
export function note(text: string): void {
  if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", () => {});
  process.stderr.write(text);
}

/**
 * Ends a command whose output cannot be written: silently if the reader of a pipe has closed it, as `head` does. Loads the
 * library of streams, which takes long.
 */
export function endWithReader(): void {
  if (process.stdout.listenerCount("error") > 0) return;
  process.stdout.on("error", (error) => {
    const code = errorCode(error);
    if (code === "EPIPE") process.exit(0);
    note(`safety: the output cannot be written (${code ?? error.message})\n`);
    process.exit(EXIT.failed);
  });
}

/** For the service, which goes on if nobody reads its output. */
export function goOnWithoutReader(): void {
  process.stdout.on("error", () => {});
}
