import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { type AuthSettings, createAuth } from "../accounts/auth.ts";
import { createAuthEmails } from "../accounts/auth-emails.ts";
import { createEmailChange } from "../accounts/email-change.ts";
import { createIdentity } from "../accounts/identity.ts";
import { PasswordsBusy } from "../accounts/password-work.ts";
import { createSecurity } from "../accounts/security.ts";
import { compressed } from "../api/compression.ts";
import { QueueFull } from "../domain/one-per-tick.ts";
import { ThreadUnavailable } from "../threads/task-thread.ts";
import { accountRoutes } from "./account/routes.ts";
import { assetResponse } from "./assets.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { Cards } from "./explore/share/cards.ts";
import { failed, notFound } from "./failure.ts";
import { answerPages } from "./page-answer.ts";
import { PAGES } from "./pages.ts";
import type { SiteEnv } from "./request-context.ts";
import { createRoutes } from "./routes.ts";
import type { Reading, SiteParts, SiteServices } from "./services.ts";
import { URLS } from "./urls.ts";

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
  const services = createServices(parts);
  const app = new Hono<SiteEnv>({ strict: false });
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

  const cards = new Cards();
  const reading: Reading = { ...parts, baseUrl: parts.auth.baseUrl, drawCard: (place) => cards.draw(place) };
  answerPages(app, PAGES, reading);
  const routes = createRoutes(app, services);
  accountRoutes(routes);
  dashboardRoutes(routes);

  const failureParts = { baseUrl: parts.auth.baseUrl, clock: parts.clock };
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
    cards.close();
    await services.identity.close();
  }
}

/** The request as the framework can answer it. */
function readable(request: Request, baseUrl: string): Request {
  // A request of HTTP/1.0 without a Host has a bare path as its URL.
  const absolute = request.url.startsWith("/") ? new Request(baseUrl + request.url, request) : request;
  // The framework would drop the length of the answer to HEAD. The server leaves out the body.
  return absolute.method === "HEAD" ? new Request(absolute, { method: "GET" }) : absolute;
}

function createServices(parts: SiteParts): SiteServices {
  const emails = createAuthEmails({ ...parts, baseUrl: parts.auth.baseUrl, links: URLS });
  const auth = createAuth({ ...parts, settings: parts.auth, database: parts.authDatabase, emails });
  const { baseUrl, secret } = parts.auth;
  const identityParts = { ...parts, auth, baseUrl, secret, emails };
  const security = createSecurity(identityParts);
  const emailChange = createEmailChange(identityParts, security);
  return { ...parts, identity: createIdentity(identityParts), security, emailChange };
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

const PROVIDER_ORIGINS: Readonly<Record<string, string>> = {
  github: "https://github.com",
  google: "https://accounts.google.com",
};
