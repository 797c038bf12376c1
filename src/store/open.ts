import type { Log } from "../domain/log.ts";
import type { ServingOptions, ServingStore, Store, StoreOptions } from "./store.ts";

/**
 * Opens the store with all its repositories, for a command. Rejects under the same conditions as `openServingStore`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openDialect(options);
  return { ...store, ...(await store.repositories()) };
}

/**
 * Opens the store and brings its tables up to date. Rejects with `StoreError`, whose message is for the operator, if
 * the store cannot be reached or written, or if a newer version of this program has already changed its tables.
 */
export async function openServingStore({ log, ...options }: ServingOptions): Promise<ServingStore> {
  return await openDialect(options, log);
}

async function openDialect(options: StoreOptions, log?: Log): Promise<ServingStore> {
  const { address } = options;
  // Only the driver of the chosen store is loaded.
  switch (address.dialect) {
    case "sqlite": {
      const { openSqlite } = await import("./sqlite/open.ts");
      return await openSqlite(address, options, log);
    }
    case "postgres": {
      const { openPostgres } = await import("./postgres/open.ts");
      return await openPostgres(address, options);
    }
  }
}
