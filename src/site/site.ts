import { getPath } from "hono/utils/url";
import type { AuthSettings } from "../accounts/auth.ts";
import { providersOf } from "../accounts/provider.ts";
import { addressSubject } from "../accounts/throttle.ts";
import type { Clock } from "../base/clock.ts";
import { type FairQueue, QueueFull } from "../base/fair-queue.ts";
import { Lazy } from "../base/lazy.ts";
import type { AccountParts } from "./account-pages.ts";
import type { AppParts } from "./http/app.ts";
import { PublicPages, type PublicPagesParts } from "./http/public-pages.ts";
import type { ServiceStatus, SiteSettings } from "./http/services.ts";
import type { SiteEnv } from "./http/session.ts";
import { isOfAccount, URLS } from "./ui/urls.ts";

interface SiteParts {
  readonly settings: SiteSettings;
  readonly auth: AuthSettings;
  readonly clock: Clock;
  /** Where the public pages are made. */
  readonly thread: Pick<PublicPagesParts, "start" | "datasets" | "folders">;
  /** The state of this process. Answers within about a second, also without a store. */
  readonly status: () => Promise<ServiceStatus>;
  /** Shares the event loop with searches, batches, and assistants' messages. */
  readonly turns: FairQueue;
  /** The other pages do not wait for it. */
  readonly account: () => Promise<AccountParts>;
  /** The store's error that made a page fail; undefined if the store was not the cause. */
  readonly storeFaultBehind: (error: unknown) => unknown;
}

export interface Site {
  /** Answers a request for a page or a form post. */
  fetch(request: Request, visitor: SiteEnv["Bindings"]): Promise<Response>;
  /** Waits for work that was started after an answer. */
  close(): Promise<void>;
}

/** For a client that disconnected while it waited, as in the metrics of nginx. Nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499;

/** For a page that finds its queue full. In a flood these are most answers, and a whole page takes longer than a lookup. */
const BUSY = "The service is busy. Nothing was changed. Try again in some seconds.";
const BUSY_HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "Retry-After": "5",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * Public pages come from their own thread. The pages of accounts and the status need this process; their modules are
 * loaded with the first of them, and they start one per turn of the event loop.
 */
export function createSite({ settings, auth, clock, thread, storeFaultBehind, ...parts }: SiteParts): Site {
  const { baseUrl } = settings;
  const appParts: AppParts = {
    baseUrl,
    providerOrigins: providersOf(auth).map(({ origin }) => origin),
    clock,
    storeFaultBehind,
  };
  const publicPages = new PublicPages({ ...thread, settings, providerOrigins: appParts.providerOrigins });
  const status = new Lazy(async () => {
    const { statusApp } = await import("./status-page.tsx");
    return statusApp(appParts, settings, parts.status);
  });
  const account = new Lazy(async () => {
    const [{ siteApp }, { createAccountPages }] = await Promise.all([
      import("./http/app.ts"),
      import("./account-pages.ts"),
    ]);
    return createAccountPages(siteApp(appParts), settings, auth, await parts.account());
  });
  async function answer(request: Request, visitor: SiteEnv["Bindings"]): Promise<Response> {
    const path = getPath(request);
    const isStatus = path === URLS.status;
    if (!isStatus && !isOfAccount(path)) return publicPages.answer(request, visitor);
    const make = async () => (isStatus ? await status.get() : (await account.get()).app).fetch(request, visitor);
    return parts.turns.run(make, { client: addressSubject(visitor.address() ?? null), signal: request.signal });
  }

  return {
    async fetch(received, visitor) {
      const request = readable(received, baseUrl);
      try {
        return await answer(request, visitor);
      } catch (error) {
        if (received.signal.aborted) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
        if (error instanceof QueueFull) {
          visitor.failed(error);
          return new Response(BUSY, { status: 503, headers: BUSY_HEADERS });
        }
        const { failingApp } = await import("./http/app.ts");
        return failingApp(appParts, error).fetch(request, visitor);
      }
    },
    async close() {
      publicPages.close();
      await (await account.loaded)?.close();
    },
  };
}

/** The request as the framework can answer it. */
function readable(request: Request, baseUrl: string): Request {
  // A request of HTTP/1.0 without a Host has a bare path as its URL.
  const absolute = request.url.startsWith("/") ? new Request(baseUrl + request.url, request) : request;
  if (absolute.method !== "HEAD") return absolute;
  // The framework would drop the length of the answer to HEAD. The server leaves out the body.
  const whole = new Request(absolute, { method: "GET" });
  whole.headers.delete("range");
  return whole;
}
