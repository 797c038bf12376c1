/** @jsxImportSource hono/jsx */
import type { Child, PropsWithChildren } from "hono/jsx";
import { emailAddress } from "../../accounts/account.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordFault } from "../../accounts/password.ts";
import { ErrorSummary, Field, type FieldErrors, FORM_ERROR } from "../form.tsx";
import { renderPage } from "../layout.tsx";
import { timeText } from "../moment.ts";
import type { Account } from "../services.ts";
import type { PageCode, PageResponse, RequestContext } from "../session.ts";

interface AccountPage {
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines; a page without it is hidden from them. */
  readonly description?: string;
  readonly errors?: FieldErrors;
  /** The status; by default 400 with errors and 200 without. */
  readonly code?: PageCode | undefined;
  readonly content: Child;
}

/** A narrow page with one form and its errors at the top. */
export function accountPage({ context }: Pick<RequestContext, "context">, page: AccountPage): PageResponse {
  const { path, title, description, errors = {}, content } = page;
  const hasErrors = Object.keys(errors).length > 0;
  const html = renderPage(
    {
      title: hasErrors ? `Error: ${title}` : title,
      path,
      ...(description === undefined ? { unlisted: true } : { description }),
    },
    <div class="narrow">
      <ErrorSummary errors={errors} />
      <h1>{title}</h1>
      {content}
    </div>,
  );
  return context.html(html, page.code ?? (hasErrors ? 400 : 200));
}

export function EmailField({ value, errors }: { readonly value: string; readonly errors: FieldErrors }) {
  return (
    <Field name="email" label="Email address" type="email" autocomplete="username" value={value} errors={errors} />
  );
}

export function CurrentPasswordField({
  errors,
  label = "Password",
}: {
  readonly errors: FieldErrors;
  readonly label?: string;
}) {
  return <Field name="password" label={label} type="password" autocomplete="current-password" errors={errors} />;
}

export function NewPasswordField({
  errors,
  name = "password",
}: {
  readonly errors: FieldErrors;
  readonly name?: string;
}) {
  return (
    <Field
      name={name}
      label="New password"
      type="password"
      autocomplete="new-password"
      hint={`${MIN_PASSWORD_LENGTH} characters or more. Long passwords and pasting work; common passwords do not.`}
      errors={errors}
    />
  );
}

/** The normalized address, or an error message. */
export function readEmail(text: string): { readonly email: string } | { readonly error: string } {
  const parsed = emailAddress.safeParse(text);
  return parsed.success ? { email: parsed.data } : { error: "Enter an email address such as name@example.com" };
}

export const PASSWORD_FAULTS = {
  too_short: `Enter a password of ${MIN_PASSWORD_LENGTH} characters or more`,
  too_long: `Enter a password of at most ${MAX_PASSWORD_LENGTH} characters`,
  common: "This password is too common or too easy to guess. Choose another, such as four random words",
} as const satisfies Record<PasswordFault, string>;

/** The error of a form that was sent too often. Its status is 429. */
export function throttledError(retryAtMs: number): FieldErrors {
  return { [FORM_ERROR]: throttledText(retryAtMs) };
}

function throttledText(retryAtMs: number): string {
  return `Too many attempts. Try again after ${timeText(retryAtMs)}`;
}

/** The result of a form that sends an email. */
export function EmailSent({ services, children }: PropsWithChildren<{ readonly services: Pick<Account, "mailer"> }>) {
  return (
    <>
      <div class="message" role="status">
        <p>{children}</p>
      </div>
      <EmailDelivery services={services} />
    </>
  );
}

/** Where to find an email. */
export function EmailDelivery({ services }: { readonly services: Pick<Account, "mailer"> }) {
  return services.mailer.delivers ? (
    <p>It can take a minute. Look in your spam folder too.</p>
  ) : (
    <p>This server is not set up to send email. The operator can find the email and its link in the server's log.</p>
  );
}
