import { type FieldErrors, FORM_ERROR } from "./form.tsx";
import type { PageCode } from "./session.ts";
import { timeText } from "./time.tsx";

/** The errors of a form that is shown again, and the status of its page. */
export interface FormRefusal {
  readonly errors: FieldErrors;
  readonly code: PageCode;
}

/** A form that nobody has sent yet. */
export const FIRST_VISIT: FormRefusal = { errors: {}, code: 200 };

export function refused(errors: FieldErrors, code: PageCode = 400): FormRefusal {
  return { errors, code };
}

/** Statuses of refusals that are not about what was typed. */
const CODES: Readonly<Record<string, PageCode>> = { locked: 429, account_suspended: 403 };

/** A refusal with the errors for its reason, or of a form that was sent too often. */
export function refusedFor<Reason extends string>(
  refusal: { readonly reason: Reason; readonly retryAtMs?: number },
  errors: Readonly<Record<Exclude<Reason, "throttled">, FieldErrors>>,
): FormRefusal {
  if (refusal.reason === "throttled") return throttledForm(refusal.retryAtMs ?? 0);
  const known: Readonly<Record<string, FieldErrors>> = errors;
  return refused(known[refusal.reason] ?? {}, CODES[refusal.reason]);
}

function throttledForm(retryAtMs: number): FormRefusal {
  return refused({ [FORM_ERROR]: `Too many attempts. Try again after ${timeText(retryAtMs)}` }, 429);
}
