import type { Hono } from "hono";
import type { SiteKit } from "../kit.ts";
import type { SiteEnv, Visits } from "../visit.ts";
import { codeRoutes } from "./code.tsx";
import { confirmRoutes } from "./confirm-email.tsx";
import { leakedKeyRoutes } from "./leaked-key.tsx";
import { resetRoutes } from "./reset-password.tsx";
import { signInRoutes } from "./sign-in.tsx";
import { signUpRoutes } from "./sign-up.tsx";
import { socialRoutes } from "./social.tsx";

/** What needs no session: signing up, in and out, and ending a key that was found. */
export function accountRoutes(app: Hono<SiteEnv>, kit: SiteKit, visits: Visits): void {
  signUpRoutes(app, kit, visits);
  confirmRoutes(app, kit, visits);
  signInRoutes(app, kit, visits);
  codeRoutes(app, kit, visits);
  resetRoutes(app, kit, visits);
  socialRoutes(app, kit, visits);
  leakedKeyRoutes(app, kit, visits);
}
