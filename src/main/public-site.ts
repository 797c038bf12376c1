import { documentFor } from "../api/openapi/serve.ts";
import { openDataset } from "../places/file.ts";
import { openNation } from "../places/nation-file.ts";
import { createNationPlaces } from "../places/nation-places.ts";
import { createPlaces } from "../places/places.ts";
import { pictureThread } from "../site/charts/pictures.ts";
import { publicApp } from "../site/http/public-app.ts";
import type { PageAnswer, PageRequest, PageSetup } from "../site/http/public-pages.ts";
import { systemClock } from "./system-clock.ts";

/** Answers requests for the public pages of a dataset, inside their thread. */
export function publicSite({ settings, providers, files }: PageSetup): (request: PageRequest) => Promise<PageAnswer> {
  const { baseUrl } = settings;
  const editions = {
    california: createPlaces(openDataset(Buffer.from(files.california))),
    unitedStates: createNationPlaces(openNation(Buffer.from(files.unitedStates))),
  };
  const pictures = pictureThread();
  const app = publicApp({ baseUrl, providers, clock: systemClock }, editions, {
    ...settings,
    openApi: () => documentFor(baseUrl),
    async clientNames() {
      const { loadClientFiles } = await import("./client-files.ts");
      const { typescript, python, pythonPackage } = await loadClientFiles();
      return { typescript: typescript.name, python: python.name, pythonPackage: pythonPackage.name };
    },
    draw: (picture) => pictures.ask(picture),
  });
  return async ({ url, method, headers, requestId }) => {
    let failure: string | undefined;
    const failed = (error: unknown) => {
      failure = String(error);
    };
    const response = await app.fetch(new Request(url, { method, headers }), {
      address: () => undefined,
      requestId,
      failed,
    });
    const body = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: [...response.headers], body, ...(failure ? { failure } : {}) };
  };
}
