/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { DESTINATION, destinationOf } from "../destination.ts";
import { Field, type FieldErrors, FORM_ERROR, PostForm } from "../form.tsx";
import {
  type PostedForm,
  type RequestContext,
  type SessionHandlers,
  type SiteEnv,
  sendCookies,
} from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountPage, throttledText } from "./account-page.tsx";

/** The second step of signing in. */
export function codeRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.signInCode,
    handlers.page((request) => {
      const destination = destinationOf(request.context.req.query(DESTINATION));
      return request.holder
        ? request.context.redirect(destination, 303)
        : request.context.html(codePage(request, destination, {}));
    }),
  );
  app.post(
    URLS.signInCode,
    handlers.post((request, form) => verify(services, request, form)),
  );
}

async function verify(services: SiteServices, request: RequestContext, form: PostedForm): Promise<Response> {
  const { context, client, holder } = request;
  const destination = destinationOf(form.get(DESTINATION));
  if (holder) return context.redirect(destination, 303);
  const code = (form.get("code") ?? "").replaceAll(/\s/g, "");
  const kind = /^\d{6}$/.test(code) ? "totp" : "recovery";
  const result = await services.identity.verifyCode(client, kind, code);
  if (result.ok) {
    sendCookies(context, result.cookies);
    return context.redirect(destination, 303);
  }
  if (result.reason === "throttled") {
    return context.html(codePage(request, destination, { [FORM_ERROR]: throttledText(result.retryAtMs) }), 429);
  }
  return context.html(
    codePage(request, destination, { code: REFUSALS[result.reason] }),
    result.reason === "locked" ? 429 : 400,
  );
}

const REFUSALS = {
  wrong: "The code is wrong or was already used. Wait for the next one",
  locked: "Too many wrong codes. Try again in 15 minutes",
  expired: "This sign-in took too long or had too many wrong codes. Sign in again",
} as const;

function codePage(request: RequestContext, destination: string, errors: FieldErrors): string {
  return accountPage({
    path: URLS.signInCode,
    title: "Enter your code",
    errors,
    content: (
      <>
        <PostForm action={URLS.signInCode} csrfToken={request.csrfToken}>
          <input type="hidden" name={DESTINATION} value={destination} />
          <Field
            name="code"
            label="Code"
            hint="Six digits from your authenticator app, or one of your recovery codes."
            autocomplete="one-time-code"
            errors={errors}
          />
          <button type="submit" class="primary">
            Sign in
          </button>
        </PostForm>
        <p>
          <a href={URLS.signIn}>Start again</a>
        </p>
      </>
    ),
  });
}
