import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import Negotiator from "negotiator";
import { PasswordsBusy } from "../../accounts/password-work.ts";
import { PermissionEnded } from "../../accounts/roles.ts";
import { TooManyAttempts } from "../../accounts/throttle.ts";
import type { Clock } from "../../base/clock.ts";
import { ThreadUnavailable } from "../../base/task-thread.ts";
import { timeText } from "../../base/window.ts";
import type { ProblemCode } from "../../domain/problem.ts";
import { compressed } from "../../http/compression.ts";
import { problemAnswer, type Refusal } from "../../http/problem.ts";
import { messagePage } from "../ui/message-page.tsx";
import type { Page } from "./page.ts";
import type { SiteContext, SiteEnv } from "./session.ts";

export interface AppParts {
  readonly baseUrl: string;
  /** Of the pages where providers' sign-ins start. */
  readonly providerOrigins: readonly string[];
  readonly clock: Clock;
  /** The store's error that made a page fail; undefined if the store was not the cause. */
  readonly storeFaultBehind?: (error: unknown) => unknown;
}

const RESOURCE_POLICY = "Cross-Origin-Resource-Policy";

/** An app with the headers, the compression, and the error pages of the site. Other sites may embed some pages. */
export function siteApp(parts: AppParts, embedded: readonly Page[] = []): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>({ strict: false });
  for (const { path, type } of embedded) app.use(path, embeddedHeaders(type));
  app.use(pageHeaders(parts));
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has("Cache-Control")) context.res.headers.set("Cache-Control", "no-store");
    if (!context.res.headers.has(RESOURCE_POLICY)) context.res.headers.set(RESOURCE_POLICY, "same-origin");
    const answer = await compressed(context.req.raw, context.res);
    // Setting it copies all headers, even for the same response.
    if (answer !== context.res) context.res = answer;
  });
  app.notFound((context) => notFound(context, parts));
  app.onError((error, context) => answerError(parts, error, context));
  return app;
}

/** An app that answers every request with the page of this error. */
export function failingApp(parts: AppParts, error: unknown): Hono<SiteEnv> {
  const app = siteApp(parts);
  app.all("*", (context) => answerError(parts, error, context));
  return app;
}

function answerError(parts: AppParts, error: unknown, context: SiteContext): Response | Promise<Response> {
  if (error instanceof TooManyAttempts) return tooManyAttempts(context, error);
  if (error instanceof PermissionEnded) return permissionEnded(context);
  const storeFault = parts.storeFaultBehind?.(error);
  context.env.failed(storeFault ?? error);
  if (error instanceof PasswordsBusy) return failed(context, parts, "overloaded", "Too many people are signing in");
  if (error instanceof ThreadUnavailable) return failed(context, parts, "overloaded");
  return failed(context, parts, storeFault === undefined ? "internal_error" : "store_unavailable");
}

/** Allows only our own scripts and styles, no frames, and no third parties. By default pages are not cached. */
function pageHeaders({ baseUrl, providerOrigins }: AppParts): MiddlewareHandler {
  const secure = baseUrl.startsWith("https://");
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // Chromium also checks the redirect after a post, and sign-in through a provider redirects there.
      formAction: ["'self'", ...providerOrigins],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // Set only if no handler has set it: other sites may embed badges and cards.
    crossOriginResourcePolicy: false,
    strictTransportSecurity: secure ? "max-age=31536000; includeSubDomains" : false,
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  });
}

/** What other sites may show: a page in a frame, and SVG with its own style. They contain nothing of an account. */
function embeddedHeaders(type: Page["type"]): MiddlewareHandler {
  const style = type === "svg" ? "'unsafe-inline'" : "'self'";
  const policy = `default-src 'none'; style-src ${style}; script-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors *`;
  return async (context, next) => {
    await next();
    // The page that there is none has a form.
    if (context.res.status >= 400) return;
    context.res.headers.set("Content-Security-Policy", policy);
    context.res.headers.delete("X-Frame-Options");
  };
}

interface FailureParts {
  readonly baseUrl: string;
  readonly clock: Clock;
}

/** A problem, or a page for `text/html` (decisions 5). `//v1` comes from a base URL that ends with a slash. */
function notFound(context: SiteContext, parts: FailureParts): Response | Promise<Response> {
  const { path } = context.req;
  if (/^\/\/+v1(?:\/|$)/.test(path)) return problem(context, parts, { code: "path_unknown", detail: DOUBLED_SLASH });
  if (!namesHtml(context)) return problem(context, parts, { code: "path_unknown", detail: NO_ENDPOINT });
  const page = messagePage({
    path,
    title: "There is no such page",
    text: "The address may be mistyped, or the page has moved.",
    withSearch: true,
  });
  return context.html(page, 404, { Vary: "Accept" });
}

const RETRY_SOON = { "Retry-After": "5" } as const;
const NO_ENDPOINT = "There is nothing at this path. The paths of the API begin with /v1/, such as /v1/safety/Irvine.";
const DOUBLED_SLASH = "The path begins with two slashes. The client's base URL probably ends with a slash: remove it.";

/** What a failed page says. It reveals nothing about the internals. */
const FAILURES = {
  internal_error: {
    status: 500,
    title: "Something went wrong on the server",
    text: "Load the page again.",
    headers: {},
  },
  store_unavailable: {
    status: 503,
    title: "The page cannot be shown right now",
    text: "The service cannot reach its database. Try again in a few seconds.",
    headers: RETRY_SOON,
  },
  /** No capacity is left for the request, which changed nothing. */
  overloaded: {
    status: 503,
    title: "The service is busy",
    text: "Nothing was changed. Try again in some seconds.",
    headers: RETRY_SOON,
  },
} as const satisfies Partial<Record<ProblemCode, object>>;

/** The answer if a page fails: a page, or a problem for clients that prefer JSON. */
function failed(
  context: SiteContext,
  parts: FailureParts,
  code: keyof typeof FAILURES,
  title: string = FAILURES[code].title,
): Response | Promise<Response> {
  const { status, headers } = FAILURES[code];
  const isUnsure = code === "internal_error" && context.req.method === "POST";
  const text = `${FAILURES[code].text}${isUnsure ? " What you sent may not have been saved: check it." : ""}`;
  if (asksForJson(context)) return problem(context, parts, { code, detail: text, headers });
  const report = `If this continues, send the operator this request id: ${context.env.requestId}`;
  const page = messagePage({ path: context.req.path, title, text: `${text} ${report}` });
  return context.html(page, status, { Vary: "Accept", ...headers });
}

/** A form that was sent too often. The browser keeps what was typed. */
function tooManyAttempts(context: SiteContext, { retryAtMs }: TooManyAttempts): Response | Promise<Response> {
  const text = `Nothing was changed. Go back and try again after ${timeText(retryAtMs)}.`;
  return context.html(messagePage({ path: context.req.path, title: "Too many attempts", text }), 429);
}

/** A form whose person lost the right to it while it was under way. */
function permissionEnded(context: SiteContext): Response | Promise<Response> {
  const text = "Your role in the account has changed, or you are no longer in it. Nothing was changed.";
  return context.html(messagePage({ path: context.req.path, title: "You can no longer do this", text }), 403);
}

function problem({ env }: SiteContext, { baseUrl, clock }: FailureParts, refusal: Refusal): Response {
  const varying = { ...refusal, headers: { Vary: "Accept", ...refusal.headers } };
  return problemAnswer(varying, { baseUrl, requestId: env.requestId, nowMs: clock.now() });
}

/** Whether the client is a browser: most others send any type. */
function namesHtml(context: SiteContext): boolean {
  return /\btext\/html\b/i.test(context.req.header("accept") ?? "") && !asksForJson(context);
}

/** Whether `Accept` prefers JSON to a page. No header, or any type, means a page. */
function asksForJson(context: SiteContext): boolean {
  const negotiator = new Negotiator({ headers: { accept: context.req.header("accept") ?? "*/*" } });
  return /json/.test(negotiator.mediaType(["text/html", "application/problem+json", "application/json"]) ?? "");
}
