import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { type AuthDatabase, type AuthSettings, createAuth } from "../accounts/auth.ts";
import { createAuthEmails } from "../accounts/auth-emails.ts";
import { createEmailChange } from "../accounts/email-change.ts";
import { createIdentity } from "../accounts/identity.ts";
import { PasswordsBusy } from "../accounts/password-work.ts";
import { createSecurity } from "../accounts/security.ts";
import type { UserStore } from "../accounts/user-store.ts";
import { compressed } from "../api/compression.ts";
import type { Log } from "../domain/log.ts";
import { QueueFull } from "../domain/one-at-a-time.ts";
import { ThreadUnavailable } from "../threads/task-thread.ts";
import { leakedKeyRoutes } from "./account/leaked-key.tsx";
import { accountRoutes } from "./account/routes.ts";
import { assetResponse } from "./assets.ts";
import { Pictures } from "./charts/pictures.ts";
import { accountSecurityRoutes, dashboardRoutes } from "./dashboard/routes.ts";
import { failed, notFound } from "./failure.ts";
import type { Page } from "./page.ts";
import { answerPages } from "./page-answer.ts";
import { PAGES } from "./pages.ts";
import { createRoutes } from "./routes.ts";
import type { Account, Reading, SignIn } from "./services.ts";
import type { SiteEnv } from "./session.ts";
import { statusPage } from "./status-page.tsx";
import { URLS } from "./urls.ts";

/** What the site is made of. */
export interface SiteParts {
  readonly reading: Omit<Reading, "draw">;
  readonly account: Account;
  readonly users: UserStore;
  readonly authDatabase: AuthDatabase;
  readonly auth: AuthSettings;
  readonly log: Log;
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

/**
 * The pages. Load this module for the first page, not at startup: it loads hono and better-auth, which no answer of
 * `/v1` needs.
 */
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

  const pictures = new Pictures();
  const reading: Reading = { ...parts.reading, draw: (picture) => pictures.draw(picture) };
  answerPages(app, PAGES, reading);
  app.get(URLS.status, async (context) => {
    const { version, dataYear: year } = reading.places().records;
    const [status, nowMs] = [await reading.status(), parts.account.clock.now()];
    return context.html(statusPage({ ...reading, status, dataset: { version, year }, nowMs }));
  });
  const signIn = createSignIn(parts);
  const session = { baseUrl: reading.baseUrl, secret: parts.auth.secret, identity: signIn.identity };
  accountRoutes(createRoutes(app, session, { ...reading, ...signIn }));
  const holder = createRoutes(app, session, { ...reading, ...parts.account });
  leakedKeyRoutes(holder);
  dashboardRoutes(holder);
  accountSecurityRoutes(createRoutes(app, session, { ...reading, ...parts.account, ...signIn }));

  const failureParts = { baseUrl: reading.baseUrl, clock: parts.account.clock };
  app.notFound((context) => notFound(context, failureParts));
  app.onError((error, context) => {
    if (error instanceof PasswordsBusy)
      return failed(context, failureParts, "overloaded", "Too many people are signing in");
    if (error instanceof ThreadUnavailable || error instanceof QueueFull)
      return failed(context, failureParts, "overloaded");
    const storeFault = parts.storeFaultBehind(error);
    context.env.failed(storeFault ?? error);
    return failed(context, failureParts, storeFault === undefined ? "internal_error" : "store_unavailable");
  });
  return {
    fetch: (request, visitor) => app.fetch(readable(request, parts.auth.baseUrl), visitor),
    close,
  };

  async function close(): Promise<void> {
    pictures.close();
    await signIn.identity.close();
  }
}

/** The request as the framework can answer it. */
function readable(request: Request, baseUrl: string): Request {
  // A request of HTTP/1.0 without a Host has a bare path as its URL.
  const absolute = request.url.startsWith("/") ? new Request(baseUrl + request.url, request) : request;
  // The framework would drop the length of the answer to HEAD. The server leaves out the body.
  return absolute.method === "HEAD" ? new Request(absolute, { method: "GET" }) : absolute;
}

function createSignIn({ reading, account, users, authDatabase, auth: settings, log }: SiteParts): SignIn {
  const { accounts, throttles, mailer, clock } = account;
  const { baseUrl, contactEmail } = reading;
  const emails = createAuthEmails({ mailer, contactEmail, baseUrl, links: URLS });
  const auth = createAuth({ settings, database: authDatabase, accounts, emails, log });
  const parts = { auth, baseUrl, secret: settings.secret, accounts, users, throttles, emails, clock, log };
  const security = createSecurity(parts);
  return {
    identity: createIdentity(parts),
    security,
    emailChange: createEmailChange(parts, security),
    social: settings.social,
    mailer,
  };
}

/**
 * Allows only our own script and style files, no frames, and no third parties. Pages are not cached unless a handler
 * allows it.
 */
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
    context.res.headers.set("Content-Security-Policy", policy);
    context.res.headers.delete("X-Frame-Options");
  };
}

const PROVIDER_ORIGINS: Readonly<Record<string, string>> = {
  github: "https://github.com",
  google: "https://accounts.google.com",
};
