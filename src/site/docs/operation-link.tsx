/** @jsxImportSource hono/jsx */
import { URLS, urlOf } from "../ui/urls.ts";
import type { DocumentedOperation } from "./reference-document.ts";

type Identified = Pick<DocumentedOperation, "operationId">;

/** An operation in a URL: `get-city`. */
export function operationSlug({ operationId }: Identified): string {
  return operationId.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

export function operationUrl(operation: Identified): string {
  return urlOf(URLS.operation, { operation: operationSlug(operation) });
}

export function OperationLink({ operation }: { readonly operation: DocumentedOperation }) {
  return (
    <a href={operationUrl(operation)}>
      <code>
        {operation.method} {operation.path}
      </code>
    </a>
  );
}
