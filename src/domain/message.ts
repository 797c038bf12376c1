/** The message of anything that was thrown, to append to a message for an operator. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
