import type { FieldErrors, FormState } from "../ui/form.tsx";
import type { PageCode, PostedForm } from "./session.ts";

/** A form that is shown again, and the status of its page. */
export interface FormRefusal extends FormState {
  readonly code: PageCode;
}

/** A form that nobody has sent yet. */
export const FIRST_VISIT: FormRefusal = { errors: {}, typed: new Map(), code: 200 };

/** `typed` is what the fields show again. */
export function refused(errors: FieldErrors, code: PageCode = 400, typed: PostedForm = new Map()): FormRefusal {
  return { errors, typed, code };
}

/** Statuses of refusals that are not about what was typed. */
const CODES: Readonly<Record<string, PageCode>> = { locked: 429, account_suspended: 403 };

export function refusedFor<Reason extends string>(
  { reason }: { readonly reason: Reason },
  errors: Readonly<Record<Reason, FieldErrors>>,
  typed?: PostedForm,
): FormRefusal {
  return refused(errors[reason], CODES[reason], typed);
}
