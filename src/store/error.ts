/** The store cannot be opened, reached, or written. The message is for the operator; `cause` has the driver's error. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
