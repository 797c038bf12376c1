/** The code of an error of the system, such as `ENOENT`; null if it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

/** The message of anything that was thrown, to append to a message for an operator. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
