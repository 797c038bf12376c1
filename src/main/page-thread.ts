// Runs in the thread of the public pages (`site/site.ts`).
import { documentFor } from "../api/openapi/serve.ts";
import { answerTasks } from "../base/answer-tasks.ts";
import { HeldFile } from "../base/held-file.ts";
import { Idle } from "../base/idle.ts";
import { EDITION_NAMES } from "../editions/table.ts";
import { openPlaces, servedFrom } from "../lookup/served.ts";
import { pictureThread } from "../site/charts/pictures.ts";
import { siteApp } from "../site/http/app.ts";
import { MadeFiles } from "../site/http/made-files.ts";
import { answerPages } from "../site/http/make-pages.ts";
import type { PageFacts } from "../site/http/page.ts";
import type { PageAnswer, PageQuestion, PageRequest, PageSetup } from "../site/http/page-question.ts";
import type { PageServices } from "../site/http/services.ts";
import { PAGES } from "../site/pages.ts";
import { assetResponse } from "../site/ui/assets.ts";
import { COUNTRY } from "./country.ts";
import { systemClock } from "./system-clock.ts";

/** After the last answer. */
const IDLE_MS = 5_000;

/** After pages, most of the heap is garbage. A collection takes a tenth of a second, so it is not done between two pages. */
const idle = new Idle(IDLE_MS, () => {
  COUNTRY.forget();
  Bun.gc(true);
});

const pictures = pictureThread();

/** Has the pages of the newest dataset. Requests that came before it are answered from theirs. */
let current: ReturnType<typeof createApp> | undefined;

answerTasks((question: PageQuestion) => idle.during(() => answer(question)));

async function answer(question: PageQuestion): Promise<PageAnswer | null> {
  if ("url" in question) return answerRequest(question);
  current = createApp(question);
  return null;
}

function createApp({ settings, providerOrigins, files, folder }: PageSetup) {
  const { baseUrl } = settings;
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
  const editions = servedFrom(EDITION_NAMES.map((name) => openPlaces(name, new HeldFile(files[name]), COUNTRY)));
  answerPages(app, PAGES, { editions, services, files: new MadeFiles(folder) });
  return app;
}

async function answerRequest({ url, method, headers, requestId }: PageRequest): Promise<PageAnswer> {
  if (current === undefined) throw new Error("the thread has no dataset");
  let failure: string | undefined;
  let page: PageFacts | undefined;
  const response = await current.fetch(new Request(url, { method, headers }), {
    address: () => undefined,
    requestId,
    failed(error: unknown) {
      failure = String(error);
    },
    made(facts: PageFacts) {
      page = facts;
    },
  });
  const isElsewhere = response.body === null || page?.file !== undefined;
  const body = isElsewhere ? null : new Uint8Array(await response.arrayBuffer());
  const facts = { ...(page ? { page } : {}), ...(failure ? { failure } : {}) };
  return { status: response.status, headers: [...response.headers], body, ...facts };
}
