import type { Routes } from "../routes.ts";
import { codeRoutes } from "./code.tsx";
import { confirmRoutes } from "./confirm-email.tsx";
import { resetRoutes } from "./reset-password.tsx";
import { signInRoutes } from "./sign-in.tsx";
import { signUpRoutes } from "./sign-up.tsx";
import { socialRoutes } from "./social.tsx";

export function accountRoutes(routes: Routes): void {
  signUpRoutes(routes);
  confirmRoutes(routes);
  signInRoutes(routes);
  codeRoutes(routes);
  resetRoutes(routes);
  socialRoutes(routes);
}
