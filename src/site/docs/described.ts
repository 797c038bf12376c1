import type { Description } from "../../api/description.ts";
import type { Operation } from "../../api/operation.ts";
import { OPERATIONS } from "../../api/operations.ts";

export interface Described {
  readonly operation: Operation;
  readonly description: Description;
}

export async function describedOperations(): Promise<ReadonlyMap<string, Described>> {
  const described = OPERATIONS.map(
    async (operation) => [operation.id, { operation, description: await operation.describe() }] as const,
  );
  return new Map(await Promise.all(described));
}

/** @throws RangeError for an operation that is not in the table. */
export function describedOperation(operations: ReadonlyMap<string, Described>, operationId: string): Described {
  const described = operations.get(operationId);
  if (described === undefined) throw new RangeError(`there is no operation ${operationId}`);
  return described;
}
