import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { PasswordsBusy } from "../../accounts/password-work.ts";
import { TooManyAttempts } from "../../accounts/throttle.ts";
import { compressed } from "../../api/compression.ts";
import type { Clock } from "../../domain/clock.ts";
import { ThreadUnavailable } from "../../threads/task-thread.ts";
import { failed, notFound, tooManyAttempts } from "./failure.ts";
import type { Page } from "./page.ts";
import type { SiteContext, SiteEnv } from "./session.ts";

export interface AppParts {
  readonly baseUrl: string;
  /** The providers of social sign-in, by their names. */
  readonly providers: readonly string[];
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
  const storeFault = parts.storeFaultBehind?.(error);
  context.env.failed(storeFault ?? error);
  if (error instanceof PasswordsBusy) return failed(context, parts, "overloaded", "Too many people are signing in");
  if (error instanceof ThreadUnavailable) return failed(context, parts, "overloaded");
  return failed(context, parts, storeFault === undefined ? "internal_error" : "store_unavailable");
}

/** Allows only our own scripts and styles, no frames, and no third parties. By default pages are not cached. */
function pageHeaders({ baseUrl, providers }: AppParts): MiddlewareHandler {
  const secure = baseUrl.startsWith("https://");
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // Chromium also checks the redirect after a post, and social sign-in redirects to the provider.
      formAction: ["'self'", ...providers.flatMap((name) => PROVIDER_ORIGINS[name] ?? [])],
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

const PROVIDER_ORIGINS: Readonly<Record<string, string>> = {
  github: "https://github.com",
  google: "https://accounts.google.com",
};
