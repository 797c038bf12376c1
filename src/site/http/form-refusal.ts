import type { FieldErrors } from "../ui/form.tsx";
import type { PageCode } from "./session.ts";

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

export function refusedFor<Reason extends string>(
  { reason }: { readonly reason: Reason },
  errors: Readonly<Record<Reason, FieldErrors>>,
): FormRefusal {
  return refused(errors[reason], CODES[reason]);
}
