import type { Hono } from "hono";
import type { SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { codeRoutes } from "./code.tsx";
import { confirmRoutes } from "./confirm-email.tsx";
import { leakedKeyRoutes } from "./leaked-key.tsx";
import { resetRoutes } from "./reset-password.tsx";
import { signInRoutes } from "./sign-in.tsx";
import { signUpRoutes } from "./sign-up.tsx";
import { socialRoutes } from "./social.tsx";

/** Routes that need no session: signing up, in, and out, and revoking a leaked key. */
export function accountRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  signUpRoutes(app, services, handlers);
  confirmRoutes(app, services, handlers);
  signInRoutes(app, services, handlers);
  codeRoutes(app, services, handlers);
  resetRoutes(app, services, handlers);
  socialRoutes(app, services, handlers);
  leakedKeyRoutes(app, services, handlers);
}
