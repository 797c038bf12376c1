/** What an error says, whatever was thrown, for the end of a message to an operator. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
