import { Lazy } from "../domain/lazy.ts";
import type { Geography } from "../geography/geography.ts";
import type { Atlas } from "../snapshot/atlas.ts";
import { CURRENT_GEOGRAPHY } from "./paths.ts";

/** The geography joined with the current records: read on first use, and joined again after a new snapshot. */
export class LiveGeography {
  readonly #atlas: () => Atlas;
  readonly #parts = new Lazy(async () => {
    const { readGeography } = await import("../geography/file.ts");
    const { createGeography } = await import("../geography/geography.ts");
    const { warmUp } = await import("../geography/warm-up.ts");
    const file = await readGeography(CURRENT_GEOGRAPHY);
    const { snapshot } = this.#atlas();
    const geography = createGeography(file, snapshot);
    await warmUp(geography);
    this.#joined = { version: snapshot.version, geography };
    return { file, createGeography };
  });
  #joined: { readonly version: string; readonly geography: Geography } | undefined;

  constructor(atlas: () => Atlas) {
    this.#atlas = atlas;
  }

  /** Rejects if the file cannot be read; the next use tries again. */
  async get(): Promise<Geography> {
    const { file, createGeography } = await this.#parts.get();
    const { snapshot } = this.#atlas();
    if (this.#joined?.version !== snapshot.version)
      this.#joined = { version: snapshot.version, geography: createGeography(file, snapshot) };
    return this.#joined.geography;
  }
}
