import type { HolderRoutes, SecurityRoutes } from "../routes.ts";
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

/** The pages of an account holder. */
export function dashboardRoutes(routes: HolderRoutes): void {
  overviewRoutes(routes);
  createKeyRoutes(routes);
  keysRoutes(routes);
  revokeKeyRoutes(routes);
  reissueKeyRoutes(routes);
  usageRoutes(routes);
  planRoutes(routes);
  tryItRoutes(routes);
  routes.signedInPost(URLS.dismissNotice, async ({ context, holder, services }) => {
    const id = idOf(context.req.param("notice"));
    if (id !== null) await services.notices.dismiss(holder.accountId, id);
    return context.redirect(URLS.overview, 303);
  });
}

/** The pages about the security of an account. */
export function accountSecurityRoutes(routes: SecurityRoutes): void {
  securityRoutes(routes);
  twoFactorRoutes(routes);
  changeEmailRoutes(routes);
  deleteAccountRoutes(routes);
}
