/** The store cannot be opened, reached or written, in words for an operator; `cause` has the driver's own error. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** What the driver said, for the end of an operator's message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
