import type { KeyDigest } from "../../access/key.ts";
import type { ResolvedKey } from "../counting.ts";

/** When the cache has this many keys, about half a kilobyte each, all are dropped. */
const MAX_KEYS = 10_000;

/** Keys that could pass, with their accounts, read at one version, which the statement that counts checks. */
export class KeyCache {
  readonly #keys = new Map<KeyDigest, ResolvedKey>();
  #version: string | null = null;

  /** null if the store gave no version: then nothing is cached. */
  get version(): string | null {
    return this.#version;
  }

  /** The keys with these digests; null unless all are cached. */
  all(digests: Iterable<KeyDigest>): ReadonlyMap<KeyDigest, ResolvedKey> | null {
    const found = new Map<KeyDigest, ResolvedKey>();
    for (const digest of digests) {
      const key = this.#keys.get(digest);
      if (key === undefined) return null;
      found.set(digest, key);
    }
    return found;
  }

  /** Adds what one statement read at `version`: keys that may pass, and digests of keys that may not. */
  update(version: string | null, passing: Iterable<ResolvedKey>, others: Iterable<KeyDigest>): void {
    if (version !== this.#version || this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#version = version;
    for (const digest of others) this.#keys.delete(digest);
    if (version === null) return;
    for (const key of passing) this.#keys.set(key.row.digest, key);
  }
}
