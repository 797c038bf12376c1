import { z } from "zod";
import type { RequestValues } from "../../api/description.ts";
import { Lazy } from "../../base/lazy.ts";
import { oncePer } from "../../base/once-per.ts";
import { PROBLEM_CODES } from "../../domain/problem.ts";
import { type Address, firstValue } from "../http/page.ts";
import type { PageServices } from "../http/services.ts";
import type { DocsView, Guide } from "./guide.ts";
import { operationSlug } from "./operation-link.tsx";
import { readReference } from "./reference-document.ts";
import { fieldsOf, runOperation, type TypedValues, typedValues } from "./try-it.tsx";

/** Read again if it could not be read. */
const shared = oncePer(
  ({ openApi, clientNames }: PageServices) =>
    new Lazy(async () => {
      const [document, clients] = await Promise.all([openApi(), clientNames()]);
      return { reference: await readReference(document), clients };
    }),
);

async function docsView({ editions, places, services }: Address): Promise<DocsView> {
  const { plans, retention, baseUrl } = services;
  return { editions, places, plans, retention, baseUrl, ...(await shared(services).get()) };
}

export async function loadDocs(at: Address) {
  return { data: await docsView(at) };
}

export async function loadGuide(at: Address, guide: Guide) {
  const view = await docsView(at);
  return { data: { view, content: await guide.content(view) } };
}

export async function loadError(at: Address) {
  const code = PROBLEM_CODES.find((one) => one === at.params["code"]);
  return code === undefined ? null : { data: { view: await docsView(at), code } };
}

/** The parameters and the lists of all operations, as the API document names them: the document is loaded later. */
const FIELDS = [
  ...[
    "address",
    "cities",
    "city",
    "counties",
    "county",
    "cursor",
    "format",
    "geoid",
    "grade",
    "kind",
    "lat",
    "limit",
    "lon",
    "name",
  ],
  ...["min_population", "near", "places", "q", "queries", "radius_km", "sort", "state", "status", "zip"],
];

/** What a visitor typed into the fields of an operation, by their names. */
export const operationQuery = z.object(Object.fromEntries(FIELDS.map((name) => [name, firstValue])));

/** The operation of the path, by default the first, with what the visitor typed into its fields; on a first visit, its sample. */
export async function findOperation(at: Address, query: TypedValues) {
  const view = await docsView(at);
  const { operations } = view.reference;
  const slug = at.params["operation"];
  const documented = slug === undefined ? operations[0] : operations.find((one) => operationSlug(one) === slug);
  if (documented === undefined) return null;
  const { operation, sample } = documented;
  const fields = fieldsOf(documented);
  const isEmpty = fields.every(({ name }) => (query[name] ?? "").trim() === "");
  const typed = Object.fromEntries(fields.map(({ name, first }) => [name, isEmpty ? first : (query[name] ?? "")]));
  const values = typedValues(operation, typed);
  return {
    view,
    documented,
    operation,
    fields,
    typed,
    values,
    asked: isEmpty ? sample : { ...sample, ...given(values) },
  };
}

/** Without the lists that are empty. */
function given({ lists, ...values }: RequestValues): RequestValues {
  if (lists === undefined) return values;
  return { ...values, lists: Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) };
}

/** The operation of the path with its answer. The server runs it without a key, so nothing is counted. */
export async function loadOperation(at: Address, query: TypedValues) {
  const found = await findOperation(at, query);
  return found && { data: { ...found, run: await runOperation(found.operation, found.values, at.editions) } };
}
