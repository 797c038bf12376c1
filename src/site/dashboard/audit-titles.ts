import type { AuditEventName } from "../../accounts/account.ts";

export const EVENT_TITLES = {
  account_created: "Account made",
  plan_changed: "Plan changed",
  limits_changed: "Limits changed",
  account_suspended: "Account suspended",
  account_resumed: "Account resumed",
  account_deleted: "Account deleted",
  key_created: "Key created",
  key_revoked: "Key revoked",
  key_reissued: "Key reissued",
  signed_up: "Email address confirmed",
  signed_in: "Signed in",
  sign_in_refused: "Sign-in refused",
  password_changed: "Password changed",
  password_reset: "Password set by email link",
  two_factor_on: "Two-factor sign-in turned on",
  two_factor_off: "Two-factor sign-in turned off",
  recovery_codes_renewed: "Recovery codes renewed",
  recovery_code_used: "Signed in with a recovery code",
  session_ended: "Session ended",
  other_sessions_ended: "Other sessions ended",
} as const satisfies Record<AuditEventName, string>;
