import { URLS, urlOf } from "../urls.ts";
import type { DocumentedOperation } from "./reference-document.ts";

/** The reference page of an operation: `/docs/reference/get-city`. */
export function operationUrl({ operationId }: Pick<DocumentedOperation, "operationId">): string {
  return urlOf(URLS.operation, { operation: operationId.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`) });
}
