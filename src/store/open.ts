import type { Log } from "../domain/log.ts";
import type { StoreAddress } from "./address.ts";
import type { ServingOptions, ServingStore, Store, StoreOptions } from "./store.ts";

/** Opens the store with all its repositories, for a command. @throws StoreError, as `openServingStore` */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openDialect(options);
  return { ...store, ...(await store.repositories()) };
}

/**
 * Opens the store and brings its tables up to date. @throws StoreError, for the operator, if the store cannot be
 * reached or written, or if a newer version of this program has changed its tables
 */
export async function openServingStore({ log, ...options }: ServingOptions): Promise<ServingStore> {
  return await openDialect(options, log);
}

/** Takes the tables back to an earlier version, with all nodes stopped. @throws StoreError if that needs a backup */
export async function undoMigrationsOf(address: StoreAddress, target: number): Promise<void> {
  if (address.dialect === "sqlite") {
    const { undoSqliteMigrations } = await import("./sqlite/open.ts");
    return await undoSqliteMigrations(address, target);
  }
  const { Hosts } = await import("./postgres/hosts.ts");
  const { undoPostgresMigrations } = await import("./postgres/migrate.ts");
  await undoPostgresMigrations(new Hosts(address), target);
}

async function openDialect(options: StoreOptions, log?: Log): Promise<ServingStore> {
  const { address } = options;
  // Only the driver of the chosen store is loaded.
  switch (address.dialect) {
    case "sqlite": {
      const { openSqlite } = await import("./sqlite/open.ts");
      return await openSqlite(address, options);
    }
    case "postgres": {
      const { openPostgres } = await import("./postgres/open.ts");
      return await openPostgres(address, options, log);
    }
  }
}
