import type { Log } from "../domain/log.ts";
import { StoreError } from "./error.ts";
import type { ServingOptions, ServingStore, Store, StoreOptions } from "./store.ts";

/** Opens the store whole, for a command. Rejects as `openServingStore` does. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await openDialect(options);
  return { ...store, ...(await store.repositories()) };
}

/**
 * Opens the store and brings its tables up to date. Rejects with `StoreError`, in words for an operator, when it
 * cannot be reached or written, or when a newer version of this program has already changed its tables.
 */
export async function openServingStore({ log, ...options }: ServingOptions): Promise<ServingStore> {
  return await openDialect(options, log);
}

async function openDialect(options: StoreOptions, log?: Log): Promise<ServingStore> {
  const { url } = options;
  // The driver of the other store is not even loaded.
  if (url.startsWith("sqlite:")) {
    const { openSqlite } = await import("./sqlite/open.ts");
    return await openSqlite(url.slice("sqlite:".length), options, log);
  }
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    const { openPostgres } = await import("./postgres/open.ts");
    return await openPostgres(options);
  }
  throw new StoreError("The store's address must be sqlite:PATH or postgres://…");
}
