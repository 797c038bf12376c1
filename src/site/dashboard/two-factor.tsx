/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { encodeQR } from "qr";
import type { TwoFactorSetup } from "../../accounts/security.ts";
import { CurrentPasswordField, throttledText } from "../account/account-page.tsx";
import { Field, type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import type { SiteKit } from "../kit.ts";
import { URLS } from "../urls.ts";
import { type HolderVisit, type PostedForm, type SiteEnv, sendCookies, type Visits } from "../visit.ts";
import { dashboardPage, type Holding, holdingOf } from "./dashboard-page.tsx";

/** Turning the second factor on: the password, then the app, then a first code. */
export function twoFactorRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  app.get(
    URLS.twoFactor,
    visits.holderPage(async (visit) => {
      const [holding, hasPassword] = await Promise.all([holdingOf(kit, visit), kit.security.hasPassword(visit.holder)]);
      return visit.context.html(twoFactorPage(visit, holding, {}, hasPassword));
    }),
  );
  app.post(
    URLS.twoFactorStart,
    visits.holderPost((visit, form) => start(kit, visit, form)),
  );
  app.post(
    URLS.twoFactor,
    visits.holderPost((visit, form) => confirm(kit, visit, form)),
  );
  app.post(
    URLS.recoveryCodes,
    visits.holderPost((visit, form) => renew(kit, visit, form)),
  );
  app.post(
    URLS.twoFactorOff,
    visits.holderPost((visit, form) => turnOff(kit, visit, form)),
  );
}

/** What an authenticator app reads, no longer than a QR code holds with ease. */
const SETUP_URI = /^otpauth:\/\/totp\/\S{1,600}$/;
const WRONG_PASSWORD = "The password is not right";

async function start(kit: SiteKit, visit: HolderVisit, form: PostedForm): Promise<Response> {
  const holding = await holdingOf(kit, visit);
  const started = await kit.security.startTwoFactor(visit.client, visit.holder, form.get("password") ?? "");
  if (started.ok) return visit.context.html(setupPage(visit, holding, started.setup, {}));
  if (started.reason === "already_on") return visit.context.redirect(URLS.twoFactor, 303);
  return refused(visit, holding, started);
}

async function confirm(kit: SiteKit, visit: HolderVisit, form: PostedForm): Promise<Response> {
  const code = (form.get("code") ?? "").replaceAll(/\s/g, "");
  const confirmed = await kit.security.confirmTwoFactor(visit.client, visit.holder, code);
  if (confirmed.ok) {
    sendCookies(visit.context, confirmed.cookies);
    return visit.context.redirect(`${URLS.security}?after=two-factor-on`, 303);
  }
  const setup = { uri: form.get("uri") ?? "", recoveryCodes: (form.get("codes") ?? "").split(" ") };
  // Without the setup's own fields, or when it is over, there is nothing to show again: begin anew.
  if (confirmed.reason === "already_on" || !SETUP_URI.test(setup.uri)) {
    return visit.context.redirect(URLS.twoFactor, 303);
  }
  const holding = await holdingOf(kit, visit);
  if (confirmed.reason === "throttled") {
    return visit.context.html(
      setupPage(visit, holding, setup, { [FORM_ERROR]: throttledText(confirmed.retryAtMs) }),
      429,
    );
  }
  const error = { code: "The code is not right. Check the app's clock and enter the code it shows now" };
  return visit.context.html(setupPage(visit, holding, setup, error), 400);
}

async function renew(kit: SiteKit, visit: HolderVisit, form: PostedForm): Promise<Response> {
  const holding = await holdingOf(kit, visit);
  const renewed = await kit.security.renewRecoveryCodes(visit.client, visit.holder, form.get("password") ?? "");
  return renewed.ok
    ? visit.context.html(recoveryCodesPage(visit, holding, renewed.recoveryCodes))
    : refused(visit, holding, renewed);
}

async function turnOff(kit: SiteKit, visit: HolderVisit, form: PostedForm): Promise<Response> {
  const holding = await holdingOf(kit, visit);
  const ended = await kit.security.endTwoFactor(visit.client, visit.holder, form.get("password") ?? "");
  if (!ended.ok) return refused(visit, holding, ended);
  sendCookies(visit.context, ended.cookies);
  return visit.context.redirect(`${URLS.security}?after=two-factor-off`, 303);
}

type Refusal = { readonly reason: "wrong_password" } | { readonly reason: "throttled"; readonly retryAtMs: number };

function refused(visit: HolderVisit, holding: Holding, refusal: Refusal): Response | Promise<Response> {
  return refusal.reason === "throttled"
    ? visit.context.html(twoFactorPage(visit, holding, { [FORM_ERROR]: throttledText(refusal.retryAtMs) }, true), 429)
    : visit.context.html(twoFactorPage(visit, holding, { password: WRONG_PASSWORD }, true), 400);
}

function twoFactorPage(visit: HolderVisit, holding: Holding, errors: FieldErrors, hasPassword: boolean): string {
  return dashboardPage(visit, holding, {
    path: URLS.twoFactor,
    title: "Two-factor sign-in",
    errors,
    content: visit.holder.twoFactorOn ? (
      <>
        <p>It is on. Each of the acts below asks for your password.</p>
        <PostForm action={URLS.recoveryCodes} csrfToken={visit.csrfToken}>
          <CurrentPasswordField errors={errors} />
          <div class="actions">
            <button type="submit" class="primary">
              Make new recovery codes
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
          Signing in will also ask for a six-digit code of an authenticator app on your phone or computer. You get
          recovery codes for the day that it is lost.
        </p>
        <PostForm action={URLS.twoFactorStart} csrfToken={visit.csrfToken}>
          <CurrentPasswordField errors={errors} />
          <button type="submit" class="primary">
            Continue
          </button>
        </PostForm>
      </>
    ) : (
      <p>
        It goes with a password, and you sign in with a provider. <a href={URLS.forgotPassword}>Set a password first</a>
        .
      </p>
    ),
  });
}

function setupPage(visit: HolderVisit, holding: Holding, setup: TwoFactorSetup, errors: FieldErrors): string {
  const secret = URL.parse(setup.uri)?.searchParams.get("secret") ?? "";
  return dashboardPage(visit, holding, {
    path: URLS.twoFactor,
    title: "Set up your authenticator app",
    errors,
    content: (
      <>
        <h2>1. Scan this code with the app</h2>
        <QrCode text={setup.uri} />
        <p>
          Or type this key: <code>{secret}</code>
        </p>
        <h2>2. Keep the recovery codes</h2>
        <p>Each works once, in the place of a code. They are shown this once.</p>
        <RecoveryCodes codes={setup.recoveryCodes} />
        <h2>3. Enter the code that the app shows</h2>
        <PostForm action={URLS.twoFactor} csrfToken={visit.csrfToken}>
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

function recoveryCodesPage(visit: HolderVisit, holding: Holding, codes: readonly string[]): string {
  return dashboardPage(visit, holding, {
    path: URLS.twoFactor,
    title: "Your new recovery codes",
    status: "New recovery codes are made; the old ones no longer work.",
    content: (
      <>
        <p>Each works once, in the place of a code. They are shown this once.</p>
        <RecoveryCodes codes={codes} />
        <p>
          <a href={URLS.security}>I have them: back to Security</a>
        </p>
      </>
    ),
  });
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul class="codes">
      {codes.map((code) => (
        <li>{code}</li>
      ))}
    </ul>
  );
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
