/** Only a committed write detects a full disk, a standby, or a missing synchronous one. */
export const WRITE_PROBE = `
  INSERT INTO readiness (id, writes) VALUES (1, 0) ON CONFLICT (id) DO UPDATE SET writes = 0`;
