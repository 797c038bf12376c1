import type { Hono } from "hono";
import type { Account, Reading, SignIn } from "./services.ts";
import { createSessionHandlers, type SessionParts, type SiteEnv } from "./session.ts";

type Handlers<Services> = ReturnType<typeof createSessionHandlers<Services>>;

/** Adds the handlers of pages and forms to the app. They get these services. */
export type Routes<Services = Reading & SignIn> = {
  readonly [Kind in keyof Handlers<Services>]: (path: string, handle: Parameters<Handlers<Services>[Kind]>[0]) => void;
};

/** For the pages of an account holder. */
export type HolderRoutes = Routes<Reading & Account>;
/** For the pages about the security of an account. */
export type SecurityRoutes = Routes<Reading & Account & SignIn>;

export function createRoutes<Services>(
  app: Hono<SiteEnv>,
  session: SessionParts,
  services: Services,
): Routes<Services> {
  const handlers = createSessionHandlers(session, services);
  return {
    page: (path, handle) => app.get(path, handlers.page(handle)),
    post: (path, handle) => app.post(path, handlers.post(handle)),
    signedInPage: (path, handle) => app.get(path, handlers.signedInPage(handle)),
    signedInPost: (path, handle) => app.post(path, handlers.signedInPost(handle)),
  };
}
