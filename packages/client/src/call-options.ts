export interface CallOptions {
  /** Aborts the call and any wait before a retry; throws the signal's reason. */
  readonly signal?: AbortSignal;
}
