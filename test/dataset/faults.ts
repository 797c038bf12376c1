import { DatasetError, type Fault } from "../../src/dataset/fault.ts";

/** The faults with which an action was refused, none where it was not; any other error passes. */
export function refusal(action: () => Promise<unknown>): Promise<readonly Fault[]>;
export function refusal(action: () => unknown): readonly Fault[];
export function refusal(action: () => unknown): readonly Fault[] | Promise<readonly Fault[]> {
  try {
    const result = action();
    return result instanceof Promise ? result.then(() => [], faultsOf) : [];
  } catch (error) {
    return faultsOf(error);
  }
}

function faultsOf(error: unknown): readonly Fault[] {
  if (error instanceof DatasetError) return error.faults;
  throw error;
}
