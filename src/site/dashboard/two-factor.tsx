/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { encodeQR } from "qr";
import type { TwoFactorSetup } from "../../accounts/security.ts";
import { CurrentPasswordField, throttledText } from "../account/account-page.tsx";
import { Field, type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import {
  type HolderRequest,
  type PostedForm,
  type SessionHandlers,
  type SiteEnv,
  sendCookies,
} from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { type AccountView, accountViewOf, dashboardPage } from "./dashboard-page.tsx";

/** Turns on two-factor sign-in: the password, then the app, then the first code. */
export function twoFactorRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.twoFactor,
    handlers.holderPage(async (request) => {
      const [accountView, hasPassword] = await Promise.all([
        accountViewOf(services, request),
        services.security.hasPassword(request.holder),
      ]);
      return request.context.html(twoFactorPage(request, accountView, {}, hasPassword));
    }),
  );
  app.post(
    URLS.twoFactorStart,
    handlers.holderPost((request, form) => start(services, request, form)),
  );
  app.post(
    URLS.twoFactor,
    handlers.holderPost((request, form) => confirm(services, request, form)),
  );
  app.post(
    URLS.recoveryCodes,
    handlers.holderPost((request, form) => renew(services, request, form)),
  );
  app.post(
    URLS.twoFactorOff,
    handlers.holderPost((request, form) => turnOff(services, request, form)),
  );
}

/** The URL that an authenticator app scans, short enough for a QR code. */
const SETUP_URI = /^otpauth:\/\/totp\/\S{1,600}$/;
const WRONG_PASSWORD = "The password is wrong";

async function start(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const accountView = await accountViewOf(services, request);
  const started = await services.security.startTwoFactor(request.client, request.holder, form.get("password") ?? "");
  if (started.ok) return request.context.html(setupPage(request, accountView, started.setup, {}));
  if (started.reason === "already_on") return request.context.redirect(URLS.twoFactor, 303);
  return refused(request, accountView, started);
}

async function confirm(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const code = (form.get("code") ?? "").replaceAll(/\s/g, "");
  const confirmed = await services.security.confirmTwoFactor(request.client, request.holder, code);
  if (confirmed.ok) {
    sendCookies(request.context, confirmed.cookies);
    return request.context.redirect(`${URLS.security}?after=two-factor-on`, 303);
  }
  const setup = { uri: form.get("uri") ?? "", recoveryCodes: (form.get("codes") ?? "").split(" ") };
  // Without the setup's fields, or after it expires, the setup cannot be shown again and has to be restarted.
  if (confirmed.reason === "already_on" || !SETUP_URI.test(setup.uri)) {
    return request.context.redirect(URLS.twoFactor, 303);
  }
  const accountView = await accountViewOf(services, request);
  if (confirmed.reason === "throttled") {
    return request.context.html(
      setupPage(request, accountView, setup, { [FORM_ERROR]: throttledText(confirmed.retryAtMs) }),
      429,
    );
  }
  const error = {
    code: "The code is wrong. Check your device's clock and enter the code that the app shows now",
  };
  return request.context.html(setupPage(request, accountView, setup, error), 400);
}

async function renew(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const accountView = await accountViewOf(services, request);
  const renewed = await services.security.renewRecoveryCodes(
    request.client,
    request.holder,
    form.get("password") ?? "",
  );
  return renewed.ok
    ? request.context.html(recoveryCodesPage(request, accountView, renewed.recoveryCodes))
    : refused(request, accountView, renewed);
}

async function turnOff(services: SiteServices, request: HolderRequest, form: PostedForm): Promise<Response> {
  const accountView = await accountViewOf(services, request);
  const ended = await services.security.endTwoFactor(request.client, request.holder, form.get("password") ?? "");
  if (!ended.ok) return refused(request, accountView, ended);
  sendCookies(request.context, ended.cookies);
  return request.context.redirect(`${URLS.security}?after=two-factor-off`, 303);
}

type ChangeRefusal =
  | { readonly reason: "wrong_password" }
  | { readonly reason: "throttled"; readonly retryAtMs: number };

function refused(
  request: HolderRequest,
  accountView: AccountView,
  refusal: ChangeRefusal,
): Response | Promise<Response> {
  return refusal.reason === "throttled"
    ? request.context.html(
        twoFactorPage(request, accountView, { [FORM_ERROR]: throttledText(refusal.retryAtMs) }, true),
        429,
      )
    : request.context.html(twoFactorPage(request, accountView, { password: WRONG_PASSWORD }, true), 400);
}

function twoFactorPage(
  request: HolderRequest,
  accountView: AccountView,
  errors: FieldErrors,
  hasPassword: boolean,
): string {
  return dashboardPage(request, accountView, {
    path: URLS.twoFactor,
    title: "Two-factor sign-in",
    errors,
    content: request.holder.twoFactorOn ? (
      <>
        <p>Two-factor sign-in is on. To change it, enter your password.</p>
        <PostForm action={URLS.recoveryCodes} csrfToken={request.csrfToken}>
          <CurrentPasswordField errors={errors} />
          <div class="actions">
            <button type="submit" class="primary">
              Create new recovery codes
            </button>
            <button type="submit" formaction={URLS.twoFactorOff} class="danger">
              Turn two-factor sign-in off
            </button>
          </div>
        </PostForm>
      </>
    ) : hasPassword ? (
      <>
        <p>
          Signing in will also ask for a six-digit code from an authenticator app on your phone or computer. You get
          recovery codes in case you lose the device.
        </p>
        <PostForm action={URLS.twoFactorStart} csrfToken={request.csrfToken}>
          <CurrentPasswordField errors={errors} />
          <button type="submit" class="primary">
            Continue
          </button>
        </PostForm>
      </>
    ) : (
      <p>
        Two-factor sign-in needs a password, but you sign in with a provider.{" "}
        <a href={URLS.forgotPassword}>Set a password first</a>.
      </p>
    ),
  });
}

function setupPage(
  request: HolderRequest,
  accountView: AccountView,
  setup: TwoFactorSetup,
  errors: FieldErrors,
): string {
  const secret = URL.parse(setup.uri)?.searchParams.get("secret") ?? "";
  return dashboardPage(request, accountView, {
    path: URLS.twoFactor,
    title: "Set up your authenticator app",
    errors,
    content: (
      <>
        <h2>1. Scan this code with the app</h2>
        <QrCode text={setup.uri} />
        <p>
          Or type this key: <code>{grouped(secret)}</code>
        </p>
        <h2>2. Save the recovery codes</h2>
        <p>Each works once instead of a code. This is the only time you can see them.</p>
        <RecoveryCodes codes={setup.recoveryCodes} />
        <h2>3. Enter the code that the app shows</h2>
        <PostForm action={URLS.twoFactor} csrfToken={request.csrfToken}>
          <input type="hidden" name="uri" value={setup.uri} />
          <input type="hidden" name="codes" value={setup.recoveryCodes.join(" ")} />
          <Field name="code" label="Code" inputmode="numeric" autocomplete="one-time-code" errors={errors} />
          <button type="submit" class="primary">
            Turn on
          </button>
        </PostForm>
      </>
    ),
  });
}

function recoveryCodesPage(request: HolderRequest, accountView: AccountView, codes: readonly string[]): string {
  return dashboardPage(request, accountView, {
    path: URLS.twoFactor,
    title: "Your new recovery codes",
    status: "These are your new recovery codes. The old ones no longer work.",
    content: (
      <>
        <p>Each works once instead of a code. This is the only time you can see them.</p>
        <RecoveryCodes codes={codes} />
        <p>
          <a href={URLS.security}>I saved them: back to Security</a>
        </p>
      </>
    ),
  });
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <>
      <ul class="codes" id="recovery-codes">
        {codes.map((code) => (
          <>
            <li>{code}</li>
            {"\n"}
          </>
        ))}
      </ul>
      <p class="actions">
        <button type="button" data-copy="recovery-codes" hidden>
          Copy codes
        </button>
        <a href={file} download="safety-statistics-recovery-codes.txt">
          Download codes
        </a>
      </p>
    </>
  );
}

/** In groups of four, as authenticator apps show it. Apps ignore the spaces. */
function grouped(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, "$& ");
}

/** Dark on light in both themes, with the quiet zone that scanners need. */
function QrCode({ text }: { readonly text: string }) {
  const rows = encodeQR(text, "raw", { border: 4 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-labelledby="qr-title"
      shape-rendering="crispEdges"
    >
      <title id="qr-title">QR code of the key below, for the authenticator app</title>
      <rect width={rows.length} height={rows.length} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
