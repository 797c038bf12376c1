/** @jsxImportSource hono/jsx */
import type { Holder } from "../../accounts/identity-parts.ts";
import { Field, type FieldErrors } from "../form.tsx";

interface ProofFieldProps {
  readonly holder: Holder;
  readonly hasPassword: boolean;
  readonly errors: FieldErrors;
}

/** Asks a signed-in holder for the password again; a holder without a password types the account's email address. */
export function ProofField({ holder, hasPassword, errors }: ProofFieldProps) {
  return hasPassword ? (
    <Field name="proof" label="Your password" type="password" autocomplete="current-password" errors={errors} />
  ) : (
    <Field name="proof" label={`Type ${holder.email}`} type="email" autocomplete="off" errors={errors} />
  );
}
