/** The store cannot be opened, reached, or written. The message is for the operator; `cause` has the driver's error. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
}

/** The files of the embedded store are no longer at its path. SQLite has a code for it, but does not look in WAL mode. */
export class StoreFilesMoved extends StoreError {
  override readonly name = "StoreFilesMoved";
  readonly code = "SQLITE_READONLY_DBMOVED";

  constructor() {
    super("the files of the store were moved, deleted, or replaced");
  }
}
