import { Lazy } from "../domain/lazy.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import type { Geography } from "../geography/geography.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { CURRENT_GEOGRAPHY } from "./paths.ts";

/** The geography joined with the current records: read on first use, and joined again after a new snapshot. */
export class LiveGeography {
  readonly #atlas: () => Atlas;
  readonly #create = new Lazy(async () => {
    const { readGeography } = await import("../geography/file.ts");
    const { createGeography } = await import("../geography/geography.ts");
    const { warmUp } = await import("../geography/warm-up.ts");
    const file = await readGeography(CURRENT_GEOGRAPHY);
    const create = (snapshot: Snapshot) => createGeography(file, snapshot);
    await warmUp(this.#join(create));
    return create;
  });
  #joined: { readonly version: string; readonly geography: Geography } | undefined;

  constructor(atlas: () => Atlas) {
    this.#atlas = atlas;
  }

  /** Rejects if the file cannot be read; the next use tries again. */
  async get(): Promise<Geography> {
    return this.#join(await this.#create.get());
  }

  #join(create: (snapshot: Snapshot) => Geography): Geography {
    const { snapshot } = this.#atlas();
    if (this.#joined?.version !== snapshot.version)
      this.#joined = { version: snapshot.version, geography: create(snapshot) };
    return this.#joined.geography;
  }
}
