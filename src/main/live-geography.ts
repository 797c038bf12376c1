import { Lazy } from "../domain/lazy.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import type { Geography } from "../places/geography.ts";
import type { Places } from "../places/places.ts";
import { CURRENT_GEOGRAPHY } from "./paths.ts";

/** The geography joined with the current records: read on first use, and joined again after a new snapshot. */
export class LiveGeography {
  readonly #places: () => Places;
  readonly #create = new Lazy(async () => {
    const { createGeography } = await import("../places/geography.ts");
    const { readPackedGeography } = await import("../places/packed-geography.ts");
    const file = await readPackedGeography(CURRENT_GEOGRAPHY);
    return (snapshot: Snapshot) => createGeography(file, snapshot);
  });
  #joined: { readonly version: string; readonly geography: Lazy<Geography> } | undefined;

  constructor(places: () => Places) {
    this.#places = places;
  }

  /** Rejects if the file cannot be read; the next use tries again. */
  get(): Promise<Geography> {
    const snapshot = this.#places().records;
    if (this.#joined?.version !== snapshot.version) {
      const geography = new Lazy(async () => (await this.#create.get())(snapshot));
      this.#joined = { version: snapshot.version, geography };
    }
    return this.#joined.geography.get();
  }
}
