import type { Hono } from "hono";
import type { SiteKit } from "../kit.ts";
import { URLS } from "../urls.ts";
import type { SiteEnv, Visits } from "../visit.ts";
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

/** Everything behind sign-in. */
export function dashboardRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  overviewRoutes(app, kit, visits);
  createKeyRoutes(app, kit, visits);
  keysRoutes(app, kit, visits);
  revokeKeyRoutes(app, kit, visits);
  reissueKeyRoutes(app, kit, visits);
  usageRoutes(app, kit, visits);
  planRoutes(app, kit, visits);
  tryItRoutes(app, kit, visits);
  securityRoutes(app, kit, visits);
  twoFactorRoutes(app, kit, visits);
  deleteAccountRoutes(app, kit, visits);
  app.post(
    URLS.dismissNotice,
    visits.holderPost(async ({ context, holder }) => {
      const id = idOf(context.req.param("notice"));
      if (id !== null) await kit.notices.dismiss(holder.accountId, id);
      return context.redirect(URLS.overview, 303);
    }),
  );
}
