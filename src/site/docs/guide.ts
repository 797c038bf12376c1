import type { Child } from "hono/jsx";
import type { Address } from "../http/page.ts";
import type { ClientNames, SiteSettings } from "../http/services.ts";
import { URLS, urlOf } from "../ui/urls.ts";
import type { ReferenceDocument } from "./reference-document.ts";

/** The input of the documentation pages. The same view gives the same pages. */
export interface DocsView
  extends Pick<Address, "editions" | "places">,
    Pick<SiteSettings, "plans" | "retention" | "baseUrl"> {
  readonly reference: ReferenceDocument;
  readonly clients: ClientNames;
}

export interface Guide {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly content: (view: DocsView) => Child | Promise<Child>;
}

export function clientAddress(baseUrl: string, name: string): string {
  return baseUrl + urlOf(URLS.clientFile, { file: name });
}
