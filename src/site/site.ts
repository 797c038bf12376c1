import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { AuthSettings } from "../accounts/auth.ts";
import { PasswordsBusy } from "../accounts/password-work.ts";
import { compressed } from "../api/compression.ts";
import type { Clock } from "../domain/clock.ts";
import { Lazy } from "../domain/lazy.ts";
import { QueueFull } from "../domain/one-at-a-time.ts";
import { ThreadUnavailable } from "../threads/task-thread.ts";
import type { AccountParts } from "./account-pages.ts";
import { assetResponse } from "./assets.ts";
import { pictureThread } from "./charts/pictures.ts";
import { failed, notFound } from "./failure.ts";
import type { Page } from "./page.ts";
import { answerPages } from "./page-answer.ts";
import { PAGES } from "./pages.ts";
import type { Reading } from "./services.ts";
import type { SiteContext, SiteEnv } from "./session.ts";
import { statusPage } from "./status-page.tsx";
import { URLS } from "./urls.ts";

interface SiteParts {
  readonly reading: Omit<Reading, "draw">;
  readonly auth: AuthSettings;
  readonly clock: Clock;
  /** The public pages do not wait for it. */
  readonly account: () => Promise<AccountParts>;
  /** The store's error that made a page fail; undefined if the store was not the cause. */
  readonly storeFaultBehind: (error: unknown) => unknown;
}

export interface Site {
  /** Answers a request for a page or a form post. */
  fetch(request: Request, visitor: SiteEnv["Bindings"]): Response | Promise<Response>;
  /** Waits for work that was started after an answer. The owner of the mailer closes it. */
  close(): Promise<void>;
}

const RESOURCE_POLICY = "Cross-Origin-Resource-Policy";

/** Load this module for the first page, not at startup: no answer of `/v1` needs its libraries. */
export function createSite(parts: SiteParts): Site {
  const app = new Hono<SiteEnv>({ strict: false });
  for (const { path, type } of PAGES.filter(({ cache }) => cache === "embedded")) app.use(path, embeddedHeaders(type));
  app.use(pageHeaders(parts.auth));
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has("Cache-Control")) context.res.headers.set("Cache-Control", "no-store");
    if (!context.res.headers.has(RESOURCE_POLICY)) context.res.headers.set(RESOURCE_POLICY, "same-origin");
    const answer = await compressed(context.req.raw, context.res);
    // Setting it copies all headers, even for the same response.
    if (answer !== context.res) context.res = answer;
  });
  app.get(
    "/assets/*",
    (context) => assetResponse(context.req.path, context.req.raw.headers.get("accept-encoding")) ?? context.notFound(),
  );
  app.get("/favicon.ico", (context) => context.body(null, 204));

  const failureParts = { baseUrl: parts.reading.baseUrl, clock: parts.clock };
  const pictures = pictureThread();
  const reading: Reading = { ...parts.reading, draw: (picture) => pictures.ask(picture) };
  answerPages(app, PAGES, reading);
  app.get(URLS.status, async (context) => {
    const { version, dataYear: year } = reading.places().records;
    const [status, nowMs] = [await reading.status(), parts.clock.now()];
    return context.html(statusPage({ ...reading, status, dataset: { version, year }, nowMs }));
  });
  const account = new Lazy(async () => {
    const { createAccountPages } = await import("./account-pages.ts");
    const pages = createAccountPages(reading, parts.auth, await parts.account());
    pages.app.notFound(unknown);
    pages.app.onError(broken);
    return pages;
  });
  app.notFound(unknown);
  app.onError(broken);
  app.all("*", async ({ req, env }) => (await account.get()).app.fetch(req.raw, env));
  return {
    fetch: (request, visitor) => app.fetch(readable(request, parts.auth.baseUrl), visitor),
    async close() {
      pictures.close();
      await (await account.loaded)?.close();
    },
  };

  function unknown(context: SiteContext) {
    return notFound(context, failureParts);
  }

  function broken(error: Error, context: SiteContext) {
    if (error instanceof PasswordsBusy)
      return failed(context, failureParts, "overloaded", "Too many people are signing in");
    if (error instanceof ThreadUnavailable || error instanceof QueueFull)
      return failed(context, failureParts, "overloaded");
    const storeFault = parts.storeFaultBehind(error);
    context.env.failed(storeFault ?? error);
    return failed(context, failureParts, storeFault === undefined ? "internal_error" : "store_unavailable");
  }
}

/** The request as the framework can answer it. */
function readable(request: Request, baseUrl: string): Request {
  // A request of HTTP/1.0 without a Host has a bare path as its URL.
  const absolute = request.url.startsWith("/") ? new Request(baseUrl + request.url, request) : request;
  // The framework would drop the length of the answer to HEAD. The server leaves out the body.
  return absolute.method === "HEAD" ? new Request(absolute, { method: "GET" }) : absolute;
}

/** Allows only our own scripts and styles, no frames, and no third parties. By default pages are not cached. */
function pageHeaders(auth: AuthSettings) {
  const secure = auth.baseUrl.startsWith("https://");
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // Chromium also checks the redirect after a post, and social sign-in redirects to the provider.
      formAction: ["'self'", ...Object.keys(auth.social).flatMap((name) => PROVIDER_ORIGINS[name] ?? [])],
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
