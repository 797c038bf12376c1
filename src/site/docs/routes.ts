import type { Hono } from "hono";
import { Lazy } from "../../domain/lazy.ts";
import type { OnePerTick } from "../../domain/one-per-tick.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../domain/problem.ts";
import type { Places } from "../../places/places.ts";
import { pageResponse, type ReadyPage, readyPage } from "../ready-page.ts";
import type { SiteEnv } from "../request-context.ts";
import type { SiteParts } from "../services.ts";
import type { TypedValues } from "../try/run-operation.ts";
import { URLS } from "../urls.ts";
import { describedOperations } from "./described.ts";
import { guidePage } from "./docs-page.tsx";
import { errorPage } from "./error-page.tsx";
import type { DocsView } from "./guide.ts";
import { GUIDES, TOOLS } from "./guides.ts";
import { operationUrl } from "./operation-link.tsx";
import { operationPage } from "./operation-page.tsx";
import { type DocumentedOperation, readReference } from "./reference-document.ts";
import { referencePage } from "./reference-page.tsx";
import { TryIt, tryOperation, typedValues } from "./try-it.tsx";

interface DocsParts extends Pick<SiteParts, "places" | "geography" | "plans" | "openApi" | "clientNames"> {
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly renderQueue: OnePerTick;
}

/** The pages of one places. Pages without form input are rendered once. */
interface Library {
  readonly places: Places;
  readonly view: Lazy<DocsView>;
  readonly pages: Map<string, ReadyPage>;
}

/** The documentation: reference, guides, and a page for every error code. */
export function docsRoutes(app: Hono<SiteEnv>, parts: DocsParts): void {
  let library: Library | undefined;

  function current(): Library {
    const places = parts.places();
    if (library?.places !== places) {
      library = { places, view: new Lazy(() => viewOf(parts, places)), pages: new Map() };
    }
    return library;
  }
  type Render = (view: DocsView) => string | Promise<string>;
  async function ready(request: Request, path: string, render: Render): Promise<Response> {
    const { view, pages } = current();
    const page = pages.get(path) ?? readyPage(await render(await view.get()));
    pages.set(path, page);
    return pageResponse(request, page);
  }

  app.get(URLS.docs, (context) => ready(context.req.raw, URLS.docs, referencePage));
  for (const guide of [...GUIDES, ...TOOLS]) {
    app.get(guide.path, (context) => ready(context.req.raw, guide.path, (view) => guidePage(view, guide)));
  }
  app.get(URLS.operation, async (context, next) => {
    const view = await current().view.get();
    const operation = view.reference.operations.find((one) => operationUrl(one) === context.req.path);
    if (!operation) return next();
    const typed = typedValues(view, operation, context.req.query());
    return typed === null
      ? ready(context.req.raw, context.req.path, () => renderOperation(view, operation, null))
      : context.html(await parts.renderQueue.run(() => renderOperation(view, operation, typed)));
  });
  // For readers who shorten the URL.
  app.get("/docs/reference", (context) => context.redirect(URLS.docs, 308));
  app.get("/errors", (context) => context.redirect(URLS.errorsGuide, 308));
  app.get(URLS.error, (context, next) => {
    const code = PROBLEM_CODES.find((one: ProblemCode) => one === context.req.param("code"));
    return code ? ready(context.req.raw, context.req.path, (view) => errorPage(view, code)) : next();
  });
}

async function viewOf(
  { openApi, plans, baseUrl, geography, clientNames }: DocsParts,
  places: Places,
): Promise<DocsView> {
  const [document, described, clients] = await Promise.all([openApi(), describedOperations(), clientNames()]);
  return { places, geography, plans, baseUrl, reference: readReference(document), described, clients };
}

async function renderOperation(
  view: DocsView,
  documented: DocumentedOperation,
  typed: TypedValues | null,
): Promise<string> {
  const tried = await tryOperation(view, documented, typed);
  return operationPage(view, documented, TryIt(tried));
}
