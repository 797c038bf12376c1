import type { StoreAddress } from "./address.ts";
import type { ServingStore, Store, StoreOptions } from "./store.ts";

/** Opens the store with all its repositories, for a command. @throws StoreError, as `openServingStore` */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openServingStore(options);
  return { ...store, ...(await store.repositories()) };
}

/**
 * Opens the store and brings its tables up to date. @throws StoreError, for the operator, if the store cannot be
 * reached or written, or if a newer version of this program has changed its tables
 */
export async function openServingStore(options: StoreOptions): Promise<ServingStore> {
  const { address } = options;
  // Only the driver of the chosen store is loaded.
  if (address.dialect === "sqlite") {
    const { openSqlite } = await import("./sqlite/open.ts");
    return await openSqlite(address, options);
  }
  const { openPostgres } = await import("./postgres/open.ts");
  return await openPostgres(address, options);
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
