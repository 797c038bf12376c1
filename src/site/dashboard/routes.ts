import type { HolderRoutes, SecurityRoutes } from "../routes.ts";
import { changeEmailRoutes } from "./change-email.tsx";
import { createKeyRoutes } from "./create-key.tsx";
import { deleteAccountRoutes } from "./delete-account.tsx";
import { keyRoutes } from "./key-page.tsx";
import { keysRoutes } from "./keys.tsx";
import { noticesRoutes } from "./notices.tsx";
import { overviewRoutes } from "./overview.tsx";
import { planRoutes } from "./plan.tsx";
import { reissueKeyRoutes } from "./reissue-key.tsx";
import { revokeKeyRoutes } from "./revoke-key.tsx";
import { securityRoutes } from "./security.tsx";
import { twoFactorRoutes } from "./two-factor.tsx";
import { usageRoutes } from "./usage.tsx";

export function dashboardRoutes(routes: HolderRoutes): void {
  overviewRoutes(routes);
  keysRoutes(routes);
  // Before the page of a key, whose URL would match too.
  createKeyRoutes(routes);
  keyRoutes(routes);
  revokeKeyRoutes(routes);
  reissueKeyRoutes(routes);
  usageRoutes(routes);
  planRoutes(routes);
  noticesRoutes(routes);
}

export function accountSecurityRoutes(routes: SecurityRoutes): void {
  securityRoutes(routes);
  twoFactorRoutes(routes);
  changeEmailRoutes(routes);
  deleteAccountRoutes(routes);
}
