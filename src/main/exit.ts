export type Environment = Readonly<Record<string, string | undefined>>;

export const EXIT = { failed: 1, usage: 2 } as const;

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

/** Prints a hint or an error on standard error. */
export function note(text: string): void {
  process.stderr.write(text);
}

/** The reader of a pipe may close it early, as `head` does. Loads the library of streams, which takes long. */
export function endWithReader(): void {
  if (process.stdout.listenerCount("error") > 0) return;
  process.stdout.on("error", (error: Error & { code?: string }) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}
