import { type Dialect, Kysely } from "kysely";
import { recordStoreFault } from "./faults.ts";
import type { Tables } from "./tables.ts";

/** A query builder over a dialect that records each failure for the current request and passes it to `onFailure`. */
export function faultRecordingKysely(dialect: Dialect, onFailure: (error: unknown) => void = () => {}): Kysely<Tables> {
  const createDriver = () => {
    const driver = dialect.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = () => acquire().catch(recordAndThrow);
    return driver;
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver,
    },
    log: (event) => {
      if (event.level !== "error") return;
      recordStoreFault(event.error);
      onFailure(event.error);
    },
  });
}

function recordAndThrow(fault: unknown): never {
  recordStoreFault(fault);
  throw fault;
}
