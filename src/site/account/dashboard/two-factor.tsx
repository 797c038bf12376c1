/** @jsxImportSource hono/jsx */
import { encodeQR } from "qr";
import type { TwoFactorSetup } from "../../../accounts/security.ts";
import { FIRST_VISIT, refusedFor } from "../../http/form-refusal.ts";
import { type PostedForm, type SecurityRequest, sendCookies } from "../../http/session.ts";
import { PostForm } from "../../ui/form.tsx";
import { counted } from "../../ui/number.ts";
import { URLS } from "../../ui/urls.ts";
import { CodeField, PasswordField, readCode } from "../account-page.tsx";
import { dashboardPage } from "./dashboard-page.tsx";

const REFUSALS = { wrong_password: { password: "The password is wrong" } };
const WRONG_CODE = {
  wrong_code: { code: "The code is wrong. Check your device's clock and enter the code that the app shows now" },
};

const AFTER = {
  "recovery-code":
    "You signed in with a recovery code, which no longer works. If you lost the device, turn two-factor sign-in off, and on again with another. Create new codes before you run out.",
};

/** The URL that an authenticator app scans, short enough for a QR code. */
const SETUP_URI = /^otpauth:\/\/totp\/\S{1,600}$/;

/** The first step: the password. Then come the app and its first code. */
export async function startTwoFactor(request: SecurityRequest, form: PostedForm): Promise<Response> {
  if (request.holder.twoFactorOn) return request.context.redirect(URLS.twoFactor, 303);
  const started = await request.services.security.startTwoFactor(request, form.get("password") ?? "");
  return started.ok ? setupPage(request, started.setup) : twoFactorPage(request, refusedFor(started, REFUSALS));
}

export async function confirmTwoFactor(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const setup = { uri: form.get("uri") ?? "", recoveryCodes: (form.get("codes") ?? "").split(" ") };
  // Without the setup's fields, or after it expires, the setup cannot be shown again and has to be restarted.
  if (request.holder.twoFactorOn || !SETUP_URI.test(setup.uri)) return context.redirect(URLS.twoFactor, 303);
  const confirmed = await services.security.confirmTwoFactor(request, readCode(form));
  if (!confirmed.ok) return setupPage(request, setup, refusedFor(confirmed, WRONG_CODE));
  sendCookies(context, confirmed.cookies);
  return context.redirect(`${URLS.security}?after=two-factor-on`, 303);
}

export async function renewRecoveryCodes(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const renewed = await request.services.security.renewRecoveryCodes(request, form.get("password") ?? "");
  return renewed.ok
    ? recoveryCodesPage(request, renewed.value.backupCodes)
    : twoFactorPage(request, refusedFor(renewed, REFUSALS));
}

export async function endTwoFactor(request: SecurityRequest, form: PostedForm): Promise<Response> {
  const { context, services } = request;
  const ended = await services.security.endTwoFactor(request, form.get("password") ?? "");
  if (!ended.ok) return twoFactorPage(request, refusedFor(ended, REFUSALS));
  sendCookies(context, ended.cookies);
  return context.redirect(`${URLS.security}?after=two-factor-off`, 303);
}

export async function twoFactorPage(request: SecurityRequest, refusal = FIRST_VISIT): Promise<Response> {
  const { holder, services } = request;
  return dashboardPage(request, {
    path: URLS.twoFactor,
    title: "Two-factor sign-in",
    refusal,
    after: AFTER,
    content: holder.twoFactorOn ? (
      <>
        <p>
          Two-factor sign-in is on, and {codesLeftText(await services.security.recoveryCodesLeft(holder))}. To change
          it, enter your password.
        </p>
        <PostForm action={URLS.recoveryCodes}>
          <PasswordField />
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
    ) : (await services.security.hasPassword(holder)) ? (
      <>
        <p>
          Signing in will also ask for a six-digit code from an authenticator app on your phone or computer. You get
          recovery codes in case you lose the device.
        </p>
        <PostForm action={URLS.twoFactorStart} submit="Continue">
          <PasswordField />
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

/** `9 recovery codes are left`. */
function codesLeftText(count: number): string {
  return count === 0
    ? "no recovery code is left"
    : `${counted(count, "recovery code")} ${count === 1 ? "is" : "are"} left`;
}

function setupPage(request: SecurityRequest, setup: TwoFactorSetup, refusal = FIRST_VISIT): Promise<Response> {
  const secret = URL.parse(setup.uri)?.searchParams.get("secret") ?? "";
  return dashboardPage(request, {
    path: URLS.twoFactor,
    title: "Set up your authenticator app",
    refusal,
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
        <PostForm action={URLS.twoFactor} submit="Turn on">
          <input type="hidden" name="uri" value={setup.uri} />
          <input type="hidden" name="codes" value={setup.recoveryCodes.join(" ")} />
          <CodeField />
        </PostForm>
      </>
    ),
  });
}

function recoveryCodesPage(request: SecurityRequest, codes: readonly string[]): Promise<Response> {
  return dashboardPage(request, {
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
