import type { AuditEvent, AuditEventName } from "../../accounts/account.ts";
import { gracePeriod } from "../../accounts/keys.ts";
import { PLAN_NAMES, PLAN_TITLES } from "../../domain/plan.ts";

export const EVENT_TITLES = {
  account_created: "Account created",
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
  code_refused: "Two-factor code refused",
  password_changed: "Password changed",
  password_reset: "Password set by email link",
  email_change_requested: "Change of email address requested",
  email_change_approved: "Change of email address approved at the old address",
  email_changed: "Email address changed",
  two_factor_on: "Two-factor sign-in turned on",
  two_factor_off: "Two-factor sign-in turned off",
  recovery_codes_renewed: "Recovery codes renewed",
  recovery_code_used: "Signed in with a recovery code",
  session_ended: "Session ended",
  other_sessions_ended: "Other sessions ended",
} as const satisfies Record<AuditEventName, string>;

const GRACE_TEXTS = {
  none: "old key stopped at once",
  hour: "old key kept working for 1 hour",
  day: "old key kept working for 24 hours",
  week: "old key kept working for 7 days",
} as const;

/** Details that the audit log shows after the title. The store has short codes such as `free` and `grace day`. */
export function eventDetail({ name, detail }: Pick<AuditEvent, "name" | "detail">): string {
  if (name === "account_created") {
    const plan = PLAN_NAMES.find((one) => one === detail);
    return plan === undefined ? detail : `on the ${PLAN_TITLES[plan]} plan`;
  }
  if (name !== "key_reissued") return detail;
  return detail.replace(/grace (\w+)$/, (stored, word: string) => {
    const grace = gracePeriod.safeParse(word);
    return grace.success ? GRACE_TEXTS[grace.data] : stored;
  });
}
