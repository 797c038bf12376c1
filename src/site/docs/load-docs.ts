import { z } from "zod";
import { Lazy } from "../../domain/lazy.ts";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { oncePer } from "../once-per.ts";
import { type Address, firstValue } from "../page.ts";
import type { Reading } from "../services.ts";
import { URLS, urlOf } from "../urls.ts";
import { describedOperations } from "./described.ts";
import type { DocsView, Guide } from "./guide.ts";
import { operationUrl } from "./operation-link.tsx";
import { readReference } from "./reference-document.ts";
import { tryOperation, typedValues } from "./try-it.tsx";

/** What the documentation shows of every dataset. Read again if it could not be read. */
const shared = oncePer(
  ({ openApi, clientNames }: Reading) =>
    new Lazy(async () => {
      const [document, described, clients] = await Promise.all([openApi(), describedOperations(), clientNames()]);
      return { reference: readReference(document), described, clients };
    }),
);

async function docsView({ places, reading }: Address): Promise<DocsView> {
  const { plans, baseUrl } = reading;
  return { places, plans, baseUrl, ...(await shared(reading).get()) };
}

export async function loadDocs(at: Address) {
  return { data: await docsView(at) };
}

export async function loadGuide(at: Address, guide: Guide) {
  const view = await docsView(at);
  return { data: { view, content: await guide.content(view) } };
}

/** The code of the path. */
export async function loadError(at: Address) {
  const code = PROBLEM_CODES.find((one) => one === at.params["code"]);
  return code === undefined ? null : { data: { view: await docsView(at), code } };
}

/** More than the fields of any operation. */
const MAX_FIELDS = 20;

/** What a visitor typed into the fields of an operation, by their names. */
export const operationQuery = z
  .record(z.string(), firstValue)
  .transform((values) => Object.fromEntries(Object.entries(values).slice(0, MAX_FIELDS)));

/** The operation of the path, with the answer to what was typed. */
export async function loadOperation(at: Address, query: z.infer<typeof operationQuery>) {
  const view = await docsView(at);
  const url = urlOf(URLS.operation, { operation: at.params["operation"] ?? "" });
  const operation = view.reference.operations.find((one) => operationUrl(one) === url);
  if (operation === undefined) return null;
  return { data: { view, operation, tried: await tryOperation(view, operation, typedValues(view, operation, query)) } };
}
