/** A throttle that is over. Only a committed write detects a full disk, a standby, or a missing synchronous one. */
export const PROBE_BUCKET = "readiness";
export const WRITE_PROBE = `
  INSERT INTO throttles (bucket, tries, window_ends_at) VALUES ('${PROBE_BUCKET}', 0, 0)
  ON CONFLICT (bucket) DO UPDATE SET tries = 0`;
