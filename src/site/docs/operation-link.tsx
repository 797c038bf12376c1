/** @jsxImportSource hono/jsx */
import { URLS, urlOf } from "../urls.ts";
import type { DocumentedOperation } from "./reference-document.ts";

/** The reference page of an operation: `/docs/reference/get-city`. */
export function operationUrl({ operationId }: Pick<DocumentedOperation, "operationId">): string {
  return urlOf(URLS.operation, { operation: operationId.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`) });
}

/** An operation's method and path as a link to its page. */
export function OperationLink({ operation }: { readonly operation: DocumentedOperation }) {
  return (
    <a href={operationUrl(operation)}>
      <code>
        {operation.method} {operation.path}
      </code>
    </a>
  );
}
