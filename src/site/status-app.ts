import type { Hono } from "hono";
import { type AppParts, siteApp } from "./app.ts";
import type { ServiceStatus, SiteSettings } from "./services.ts";
import type { SiteEnv } from "./session.ts";
import { statusPage } from "./status-page.tsx";
import { URLS } from "./urls.ts";

/** `/status`. It needs no store. */
export function statusApp(
  parts: AppParts,
  settings: SiteSettings,
  statusOf: () => Promise<ServiceStatus>,
): Hono<SiteEnv> {
  const app = siteApp(parts);
  app.get(URLS.status, async (context) => {
    const [status, nowMs] = [await statusOf(), parts.clock.now()];
    return context.html(statusPage({ ...settings, status, nowMs }));
  });
  return app;
}
