/** The store cannot be opened, reached or written, in words for an operator; `cause` has the driver's own error. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
