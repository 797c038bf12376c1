/** @jsxImportSource hono/jsx */
import { OPERATIONS } from "../../api/operations.ts";
import { ALL_EDITIONS } from "../../editions/table.ts";
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

/** The operations of each edition, under its title. */
export function byEdition(operations: readonly DocumentedOperation[]) {
  const editions = new Map(OPERATIONS.map(({ id, edition }) => [id, edition]));
  return ALL_EDITIONS.map((edition) => ({
    title: edition.title,
    operations: operations.filter(({ operationId }) => editions.get(operationId) === edition),
  }));
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
