import type { KeyRow } from "../../src/access/counting.ts";

/** A live key of the Free plan that may pass. */
export const USABLE_KEY_ROW: KeyRow = {
  digest: "digest",
  key_id: 7,
  account_id: 3,
  type: "live",
  expires_at: null,
  revoked_at: null,
  grace_ends_at: null,
  first_key_id: null,
  addresses: null,
  plan: "free",
  overrides: null,
  suspended_at: null,
};
