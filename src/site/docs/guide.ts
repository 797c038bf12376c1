import type { Child } from "hono/jsx";
import type { PlanTable } from "../../domain/plan.ts";
import type { Geography } from "../../geography/geography.ts";
import type { Atlas } from "../../snapshot/atlas.ts";
import type { ClientNames } from "../services.ts";
import { URLS, urlOf } from "../urls.ts";
import type { Described } from "./described.ts";
import type { ReferenceDocument } from "./reference-document.ts";

/** What the pages of the documentation are made from. The same view gives the same pages. */
export interface DocsView {
  readonly atlas: Atlas;
  readonly geography: () => Promise<Geography>;
  readonly plans: PlanTable;
  /** Address under which users reach the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly reference: ReferenceDocument;
  readonly clients: ClientNames;
  /** The table of operations with their descriptions, by `operationId`. */
  readonly described: ReadonlyMap<string, Described>;
}

/** A page of prose about one subject. */
export interface Guide {
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines and for lists of the guides. */
  readonly description: string;
  readonly content: (view: DocsView) => Child | Promise<Child>;
}

/** Where a client is handed out. */
export function clientAddress(baseUrl: string, name: string): string {
  return baseUrl + urlOf(URLS.clientFile, { file: name });
}
