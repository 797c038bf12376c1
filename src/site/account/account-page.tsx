/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { emailAddress } from "../../accounts/account.ts";
import {
  isPasswordTooLong,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordFault,
} from "../../accounts/password.ts";
import { domainsText, type SignUpPolicy } from "../../accounts/sign-up-policy.ts";
import { cutText } from "../../base/text.ts";
import { FIRST_VISIT, type FormRefusal, refused } from "../http/form-refusal.ts";
import type { AccountServices } from "../http/services.ts";
import type { PageResponse, PostedForm, RequestContext } from "../http/session.ts";
import { ErrorSummary, Field, type FieldErrors, Forms } from "../ui/form.tsx";
import { renderPage } from "../ui/layout.tsx";

interface AccountPage {
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines; a page without it is hidden from them. */
  readonly description?: string;
  readonly refusal?: FormRefusal;
  readonly content: Child;
}

/** A narrow page with one form and its errors at the top. */
export function accountPage({ context, csrfToken }: RequestContext<unknown>, page: AccountPage): PageResponse {
  const { path, title, description, refusal = FIRST_VISIT, content } = page;
  const html = renderPage(
    {
      title: Object.keys(refusal.errors).length > 0 ? `Error: ${title}` : title,
      path,
      ...(description === undefined ? { unlisted: true } : { description }),
    },
    <Forms.Provider value={{ ...refusal, csrfToken }}>
      <div class="narrow">
        <ErrorSummary />
        <h1>{title}</h1>
        {content}
      </div>
    </Forms.Provider>,
  );
  return context.html(html, refusal.code);
}

export function EmailField({ hint }: { readonly hint?: string }) {
  const more = hint === undefined ? {} : { hint };
  return <Field name="email" label="Email address" type="email" autocomplete="username" {...more} />;
}

interface PasswordFieldProps {
  readonly name?: string;
  readonly label?: string;
}

export function PasswordField({ name = "password", label = "Password" }: PasswordFieldProps) {
  return <Field name={name} label={label} type="password" autocomplete="current-password" />;
}

export function NewPasswordField({ name = "password" }: PasswordFieldProps) {
  return (
    <Field
      name={name}
      label="New password"
      type="password"
      autocomplete="new-password"
      hint={`${MIN_PASSWORD_LENGTH} characters or more. Long passwords and pasting work; common passwords do not.`}
    />
  );
}

/** A code of six digits, or with a hint also another code. */
export function CodeField({ hint }: { readonly hint?: string }) {
  const input = hint === undefined ? ({ inputmode: "numeric" } as const) : { hint };
  return <Field name="code" label="Code" autocomplete="one-time-code" isSecret {...input} />;
}

/** From a letter or a digit to the one of full width, as some keyboards type it. */
const FULL_WIDTH = 0xfee0;

/** Letters and digits alone, also those of full width; a recovery code in lower case, with its hyphen. */
export function readCode(form: PostedForm): string {
  const code = cutText(form.get("code") ?? "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[\uff10-\uff5a]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH))
    .toLowerCase();
  return code.replace(/^([a-z\d]{5})([a-z\d]{5})$/, "$1-$2");
}

/** What an address must be that may sign up. */
export function addressAdvice(policy: SignUpPolicy): string {
  return `Enter an address of ${domainsText(policy)}`;
}

/** The normalized address, or why the form is refused. */
export function readEmail(
  form: PostedForm,
): { readonly email: string } | { readonly email: null; errors: FieldErrors } {
  const parsed = emailAddress.safeParse(form.get("email"));
  if (parsed.success) return { email: parsed.data };
  return { email: null, errors: { email: "Enter an email address such as name@example.com" } };
}

/** A normalized address and a password, or why the form is refused: `missing` if the password is empty. */
export function readCredentials(
  form: PostedForm,
  missing: string,
): { readonly email: string; readonly password: string } | FormRefusal {
  const read = readEmail(form);
  const password = form.get("password") ?? "";
  const fault = password === "" ? missing : isPasswordTooLong(password) ? PASSWORD_FAULTS.too_long : null;
  if (read.email !== null && fault === null) return { email: read.email, password };
  const errors = { ...(read.email === null ? read.errors : {}), ...(fault === null ? {} : { password: fault }) };
  return refused(errors, 400, form);
}

export const PASSWORD_FAULTS = {
  too_short: `Enter a password of ${MIN_PASSWORD_LENGTH} characters or more`,
  too_long: `Enter a password of at most ${MAX_PASSWORD_LENGTH} characters`,
  common: "This password is too common or too easy to guess. Choose another, such as four random words",
} as const satisfies Record<PasswordFault, string>;

export function passwordFaults(field: string): Readonly<Record<PasswordFault, FieldErrors>> {
  const { too_short, too_long, common } = PASSWORD_FAULTS;
  return { too_short: { [field]: too_short }, too_long: { [field]: too_long }, common: { [field]: common } };
}

export function EmailSent({
  services,
  children,
}: PropsWithChildren<{ readonly services: Pick<AccountServices, "sendsEmail"> }>) {
  return (
    <>
      <div class="message" role="status">
        <p>{children}</p>
      </div>
      <EmailDelivery services={services} />
    </>
  );
}

export function EmailDelivery({ services }: { readonly services: Pick<AccountServices, "sendsEmail"> }) {
  return services.sendsEmail ? (
    <p>It can take a minute. Look in your spam folder too.</p>
  ) : (
    <p>This server is not set up to send email. The operator can find the email and its link in the server's log.</p>
  );
}
