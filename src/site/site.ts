import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { type AuthSettings, createAuth } from "../accounts/auth.ts";
import { Identity } from "../accounts/identity.ts";
import { createSecurity } from "../accounts/security.ts";
import { createAuthEmails } from "../accounts/write-auth-emails.ts";
import { accountRoutes } from "./account/routes.ts";
import { assetResponse } from "./assets.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { exploreRoutes } from "./explore/routes.ts";
import { createSearchPlaces } from "./explore/search/routes.ts";
import { homePage } from "./home/home.tsx";
import { pricingPage } from "./home/pricing.tsx";
import { messagePage } from "./message-page.tsx";
import { createSessionHandlers, type SiteEnv } from "./request-context.ts";
import type { SiteParts, SiteServices } from "./services.ts";
import { URLS } from "./urls.ts";

export interface Site {
  /** Answers a request for a page or a form post. `address` is the client's, as the server knows it behind its proxy. */
  fetch(request: Request, address: string | undefined): Response | Promise<Response>;
  /** Waits for what was begun after an answer. The mailer is closed by who made it. */
  close(): Promise<void>;
}

const RESOURCE_POLICY = "Cross-Origin-Resource-Policy";
/** How many places the home page offers for a name without a record. */
const SIMILAR = 5;

/**
 * The pages. Load this module when the first page is asked for, not at the start: it brings hono and better-auth with
 * it, which no answer of `/v1` needs.
 */
export function createSite(parts: SiteParts): Site {
  const services = createServices(parts);
  const handlers = createSessionHandlers(services);
  const app = new Hono<SiteEnv>({ strict: false });
  app.use(pageHeaders(parts.auth));
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has("Cache-Control")) context.res.headers.set("Cache-Control", "no-store");
    if (!context.res.headers.has(RESOURCE_POLICY)) context.res.headers.set(RESOURCE_POLICY, "same-origin");
  });
  app.get("/assets/*", (context) => assetResponse(context.req.path) ?? context.notFound());
  app.get("/favicon.ico", (context) => context.body(null, 204));

  const search = createSearchPlaces(parts.findPlaces);
  app.get(URLS.home, async (context) => {
    const query = context.req.query("q");
    const { places: similar } = await search(query ?? "", SIMILAR);
    const { plans } = parts;
    return context.html(homePage({ atlas: parts.atlas(), plans, baseUrl: parts.auth.baseUrl, query, similar }));
  });
  app.get(URLS.pricing, (context) => context.html(pricingPage(parts.plans)));

  accountRoutes(app, services, handlers);
  dashboardRoutes(app, services, handlers);
  const explore = exploreRoutes(app, { atlas: parts.atlas, baseUrl: parts.auth.baseUrl, search });
  docsRoutes(app, { ...parts, baseUrl: parts.auth.baseUrl });

  app.notFound((context) =>
    context.html(
      messagePage({
        path: context.req.path,
        title: "There is no such page",
        text: "The address may be mistyped, or the page has moved.",
        withSearch: true,
      }),
      404,
    ),
  );
  app.onError((error, context) => {
    parts.log.error({ err: error, path: context.req.path }, "A page failed");
    return context.html(
      messagePage({
        path: context.req.path,
        title: "Something went wrong on the server",
        text: "Nothing was changed, or only in part. Load the page again; if it stays so, tell the operator.",
      }),
      500,
    );
  });
  return { fetch: (request, address) => app.fetch(request, { address }), close };

  async function close(): Promise<void> {
    explore.close();
    await services.identity.close();
  }
}

function createServices(parts: SiteParts): SiteServices {
  const emails = createAuthEmails(parts.mailer, parts.auth.baseUrl, URLS);
  const auth = createAuth({ ...parts, settings: parts.auth, database: parts.authDatabase, emails });
  const { baseUrl, secret } = parts.auth;
  const identityParts = { ...parts, auth, baseUrl, secret, emails };
  return { ...parts, identity: new Identity(identityParts), security: createSecurity(identityParts) };
}

/** No script or style but the two files, no frame, no third party; pages are not stored unless a handler says so. */
function pageHeaders(auth: AuthSettings) {
  const secure = auth.baseUrl.startsWith("https://");
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      // Chromium checks the redirect after a post too, and social sign-in redirects to the provider.
      formAction: ["'self'", ...Object.keys(auth.social).flatMap((name) => PROVIDER_ORIGINS[name] ?? [])],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // Set where no handler has set it: badges and cards are made to be shown on other sites.
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
