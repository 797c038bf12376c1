import type { Hono } from "hono";
import type { SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { changeEmailRoutes } from "./change-email.tsx";
import { createKeyRoutes } from "./create-key.tsx";
import { deleteAccountRoutes } from "./delete-account.tsx";
import { idOf } from "./id-parameter.ts";
import { keysRoutes } from "./keys.tsx";
import { overviewRoutes } from "./overview.tsx";
import { planRoutes } from "./plan.tsx";
import { reissueKeyRoutes } from "./reissue-key.tsx";
import { revokeKeyRoutes } from "./revoke-key.tsx";
import { securityRoutes } from "./security.tsx";
import { tryItRoutes } from "./try-it.tsx";
import { twoFactorRoutes } from "./two-factor.tsx";
import { usageRoutes } from "./usage.tsx";

/** All routes that require sign-in. */
export function dashboardRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  overviewRoutes(app, services, handlers);
  createKeyRoutes(app, services, handlers);
  keysRoutes(app, services, handlers);
  revokeKeyRoutes(app, services, handlers);
  reissueKeyRoutes(app, services, handlers);
  usageRoutes(app, services, handlers);
  planRoutes(app, services, handlers);
  tryItRoutes(app, services, handlers);
  securityRoutes(app, services, handlers);
  twoFactorRoutes(app, services, handlers);
  changeEmailRoutes(app, services, handlers);
  deleteAccountRoutes(app, services, handlers);
  app.post(
    URLS.dismissNotice,
    handlers.holderPost(async ({ context, holder }) => {
      const id = idOf(context.req.param("notice"));
      if (id !== null) await services.notices.dismiss(holder.accountId, id);
      return context.redirect(URLS.overview, 303);
    }),
  );
}
