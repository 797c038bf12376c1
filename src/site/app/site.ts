import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { type AuthSettings, createAuth } from "../../accounts/auth.ts";
import { createAuthEmails } from "../../accounts/auth-emails.ts";
import { createEmailChange } from "../../accounts/email-change.ts";
import { createIdentity } from "../../accounts/identity.ts";
import { PasswordsBusy } from "../../accounts/password-work.ts";
import { createSecurity } from "../../accounts/security.ts";
import { compressed } from "../../api/compression.ts";
import { QueueFull } from "../../domain/one-per-tick.ts";
import { ThreadUnavailable } from "../../threads/task-thread.ts";
import { accountRoutes } from "../account/routes.ts";
import { assetResponse } from "../assets.ts";
import { dashboardRoutes } from "../dashboard/routes.ts";
import { docsRoutes } from "../docs/routes.ts";
import { downloadRoutes } from "../downloads/routes.ts";
import { locatedRoutes } from "../explore/located-routes.ts";
import { exploreRoutes } from "../explore/routes.ts";
import { createSearchPlaces } from "../explore/search/routes.ts";
import { failed, notFound } from "../failure.ts";
import { homePage } from "../home/home.tsx";
import { pricingPage } from "../home/pricing.tsx";
import { NOT_STORED, pageResponse, readyPage, recentPages } from "../ready-page.ts";
import { createRenderQueue } from "../render-queue.ts";
import type { SiteEnv } from "../request-context.ts";
import { createRoutes } from "../routes.ts";
import type { SiteParts, SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";

export interface Site {
  /** Answers a request for a page or a form post. */
  fetch(request: Request, visitor: SiteEnv["Bindings"]): Response | Promise<Response>;
  /** Waits for work that was started after an answer. The owner of the mailer closes it. */
  close(): Promise<void>;
}

const RESOURCE_POLICY = "Cross-Origin-Resource-Policy";
/** How many places the home page suggests for a name without a record. */
const SIMILAR = 5;

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

  const search = createSearchPlaces(parts.findPlaces);
  const renderQueue = createRenderQueue();
  const recent = recentPages();
  app.get(URLS.home, async (context) => {
    const query = context.req.query("q");
    const places = parts.places();
    const key = query === undefined ? "home" : `home?q=${query}`;
    const render = async () => {
      const { places: similar } = await search(query ?? "", SIMILAR);
      const html = homePage({ places, plans: parts.plans, baseUrl: parts.auth.baseUrl, query, similar });
      return recent(places).add(key, readyPage(html));
    };
    const page = recent(places).get(key) ?? (await renderQueue.run(render));
    return pageResponse(context.req.raw, page, NOT_STORED);
  });
  app.get(URLS.pricing, (context) => context.html(pricingPage(parts)));

  const routes = createRoutes(app, services);
  accountRoutes(routes);
  dashboardRoutes(routes);
  locatedRoutes(app, { geography: parts.geography, baseUrl: parts.auth.baseUrl });
  downloadRoutes(app, { places: parts.places, geography: parts.geography });
  const explore = exploreRoutes(app, { ...parts, baseUrl: parts.auth.baseUrl, search, renderQueue });
  docsRoutes(app, { ...parts, baseUrl: parts.auth.baseUrl, renderQueue });

  const failureParts = { baseUrl: parts.auth.baseUrl, clock: parts.clock };
  app.notFound((context) => notFound(context, failureParts));
  app.onError((error, context) => {
    if (error instanceof PasswordsBusy)
      return failed(context, failureParts, "overloaded", "Too many people are signing in");
    if (error instanceof ThreadUnavailable) return failed(context, failureParts, "overloaded");
    if (error instanceof QueueFull) return failed(context, failureParts, "overloaded", "Too many people are searching");
    const storeFault = parts.storeFaultBehind(error);
    context.env.failed(storeFault ?? error);
    return failed(context, failureParts, storeFault === undefined ? "internal_error" : "store_unavailable");
  });
  // A request of HTTP/1.0 without a Host has a bare path as its URL, which hono cannot read.
  const absolute = (request: Request) =>
    request.url.startsWith("/") ? new Request(parts.auth.baseUrl + request.url, request) : request;
  return { fetch: (request, visitor) => app.fetch(absolute(request), visitor), close };

  async function close(): Promise<void> {
    explore.close();
    await services.identity.close();
  }
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
