import { documentFor } from "../api/openapi/serve.ts";
import { EDITION_NAMES } from "../editions/table.ts";
import { openPlaces, servedFrom } from "../lookup/served.ts";
import { pictureThread } from "../site/charts/pictures.ts";
import { siteApp } from "../site/http/app.ts";
import { MadeFiles } from "../site/http/made-files.ts";
import { answerPages } from "../site/http/make-pages.ts";
import type { PageFacts } from "../site/http/page.ts";
import type { PageAnswer, PageRequest, PageSetup } from "../site/http/public-pages.ts";
import type { PageServices } from "../site/http/services.ts";
import { PAGES } from "../site/pages.ts";
import { assetResponse } from "../site/ui/assets.ts";
import { COUNTRY } from "./country.ts";
import { systemClock } from "./system-clock.ts";

/** Answers requests for the public pages of a dataset, inside their thread. */
export function publicSite(setup: PageSetup): (request: PageRequest) => Promise<PageAnswer> {
  const { settings, providerOrigins, files, folder } = setup;
  const { baseUrl } = settings;
  const pictures = pictureThread();
  const embedded = PAGES.filter(({ cache }) => cache === "embedded");
  const app = siteApp({ baseUrl, providerOrigins, clock: systemClock }, embedded);
  app.get(
    "/assets/*",
    ({ req, notFound }) => assetResponse(req.path, req.header("accept-encoding") ?? null) ?? notFound(),
  );
  app.get("/favicon.ico", (context) => context.body(null, 204));
  const services: PageServices = {
    ...settings,
    openApi: () => documentFor(baseUrl),
    async clientNames() {
      const { loadClientFiles } = await import("./client-files.ts");
      const { typescript, python, pythonPackage } = await loadClientFiles();
      return { typescript: typescript.name, python: python.name, pythonPackage: pythonPackage.name };
    },
    draw: (picture) => pictures.ask(picture),
  };
  const editions = servedFrom(EDITION_NAMES.map((name) => openPlaces(name, Buffer.from(files[name]), COUNTRY)));
  answerPages(app, PAGES, { editions, services, files: new MadeFiles(folder) });
  return async ({ url, method, headers, requestId }) => {
    let failure: string | undefined;
    const failed = (error: unknown) => {
      failure = String(error);
    };
    let page: PageFacts | undefined;
    const made = (facts: PageFacts) => {
      page = facts;
    };
    const response = await app.fetch(new Request(url, { method, headers }), {
      address: () => undefined,
      requestId,
      failed,
      made,
    });
    const isElsewhere = response.body === null || page?.file !== undefined;
    const body = isElsewhere ? null : new Uint8Array(await response.arrayBuffer());
    const facts = { ...(page ? { page } : {}), ...(failure ? { failure } : {}) };
    return { status: response.status, headers: [...response.headers], body, ...facts };
  };
}
