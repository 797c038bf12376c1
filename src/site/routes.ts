import type { Hono } from "hono";
import { createSessionHandlers, type SiteEnv } from "./request-context.ts";
import type { SiteServices } from "./services.ts";

type Handlers = ReturnType<typeof createSessionHandlers<SiteServices>>;

/** Adds the handlers of pages and forms to the app. */
export type Routes = {
  readonly [Kind in keyof Handlers]: (path: string, handle: Parameters<Handlers[Kind]>[0]) => void;
};

export function createRoutes(app: Hono<SiteEnv>, services: SiteServices): Routes {
  const handlers = createSessionHandlers(services);
  return {
    page: (path, handle) => app.get(path, handlers.page(handle)),
    post: (path, handle) => app.post(path, handlers.post(handle)),
    signedInPage: (path, handle) => app.get(path, handlers.signedInPage(handle)),
    signedInPost: (path, handle) => app.post(path, handlers.signedInPost(handle)),
  };
}
