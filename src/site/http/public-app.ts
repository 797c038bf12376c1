import type { Hono } from "hono";
import type { Editions } from "../../places/editions.ts";
import { assetResponse } from "../ui/assets.ts";
import { type AppParts, siteApp } from "./app.ts";
import { answerPages } from "./page-answer.ts";
import { PAGES } from "./pages.ts";
import type { PageServices } from "./services.ts";
import type { SiteEnv } from "./session.ts";

/** The pages and files that are the same to every visitor, of the datasets. */
export function publicApp(parts: AppParts, editions: Editions, services: PageServices): Hono<SiteEnv> {
  const embedded = PAGES.filter(({ cache }) => cache === "embedded");
  const app = siteApp(parts, embedded);
  app.get(
    "/assets/*",
    ({ req, notFound }) => assetResponse(req.path, req.header("accept-encoding") ?? null) ?? notFound(),
  );
  app.get("/favicon.ico", (context) => context.body(null, 204));
  answerPages(app, PAGES, { places: editions.california, nation: editions.unitedStates, services });
  return app;
}
