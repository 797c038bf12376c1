import type { KeyDigest } from "../../access/key.ts";
import type { KeyGrant } from "../counting.ts";

/** When this many keys are kept, about half a kilobyte each, all are dropped. */
const MAX_KEYS = 10_000;

/**
 * Keys that could pass when they were read, with their accounts, all as of one version of keys and accounts. Whether that
 * version is still in force is for the statement that counts to find out.
 */
export class KeyCache {
  readonly #keys = new Map<KeyDigest, KeyGrant>();
  #version: string | null = null;

  /** null where the store gave no version: then nothing is kept. */
  get version(): string | null {
    return this.#version;
  }

  /** The keys with these digests; null unless all are known. */
  all(digests: Iterable<KeyDigest>): ReadonlyMap<KeyDigest, KeyGrant> | null {
    const found = new Map<KeyDigest, KeyGrant>();
    for (const digest of digests) {
      const key = this.#keys.get(digest);
      if (key === undefined) return null;
      found.set(digest, key);
    }
    return found;
  }

  /** Takes in what one statement has read in `version`: keys that may pass, and digests of which none may. */
  update(version: string | null, passing: Iterable<KeyGrant>, others: Iterable<KeyDigest>): void {
    if (version !== this.#version || this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#version = version;
    for (const digest of others) this.#keys.delete(digest);
    if (version === null) return;
    for (const key of passing) this.#keys.set(key.row.digest, key);
  }
}
