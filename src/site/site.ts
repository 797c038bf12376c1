import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Admission } from "../access/admission.ts";
import type { AuthDatabase, AuthSettings } from "../accounts/auth.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { AccountStore, KeyStore, UsageStore } from "../accounts/store.ts";
import type { ThrottleStore } from "../accounts/throttle.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { PlanTable } from "../domain/plan.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { assetResponse } from "./assets.ts";
import { homePage } from "./home/home.tsx";
import { pricingPage } from "./home/pricing.tsx";
import { messagePage } from "./message-page.tsx";
import { URLS } from "./urls.ts";

export interface SiteParts {
  /** The atlas of this moment: a new snapshot shows without a restart. */
  readonly atlas: () => Atlas;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly throttles: ThrottleStore;
  /** The store's Kysely handle and its dialect, for better-auth: `{ db: store.database, type: store.dialect }`. */
  readonly authDatabase: AuthDatabase;
  readonly auth: AuthSettings;
  readonly admission: Admission;
  readonly plans: PlanTable;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Site {
  /** Answers a request for a page or a form post. `address` is the client's, as the server knows it behind its proxy. */
  fetch(request: Request, address: string | undefined): Response | Promise<Response>;
}

/**
 * The pages. Load this module when the first page is asked for, not at the start: it brings hono and better-auth with
 * it, which no answer of `/v1` needs.
 */
export function createSite(parts: SiteParts): Site {
  const app = new Hono<{ Bindings: { readonly address: string | undefined } }>();
  app.use(pageHeaders(parts.auth));
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has("Cache-Control")) context.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/assets/*", (context) => assetResponse(context.req.path) ?? context.notFound());
  app.get("/favicon.ico", (context) => context.body(null, 204));

  app.get(URLS.home, (context) =>
    context.html(
      homePage({
        atlas: parts.atlas(),
        plans: parts.plans,
        baseUrl: parts.auth.baseUrl,
        query: context.req.query("q"),
      }),
    ),
  );
  app.get(URLS.pricing, (context) => context.html(pricingPage(parts.plans)));

  app.notFound((context) =>
    context.html(
      messagePage({
        path: context.req.path,
        title: "There is no such page",
        text: "The address may be mistyped, or the page has moved.",
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
  return { fetch: (request, address) => app.fetch(request, { address }) };
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
