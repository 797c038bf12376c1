import { type KeyDigest, readKeyHeader } from "./key.ts";

/**
 * For secret scanners (docs/security.md). A match is a key only if its checksum is right. Letters around it do not
 * matter: `\n` and `%3D` can precede a key in an encoded text.
 */
export const KEY_PATTERN = /svc_(?:live|test)_[0-9A-Za-z]{38}/g;

interface FoundKey {
  readonly key: string;
  readonly digest: KeyDigest;
  /** Offset in the text, in UTF-16 units. */
  readonly index: number;
}

/** Finds keys by their form and checksum, without the store. */
export function findKeys(text: string): readonly FoundKey[] {
  return [...text.matchAll(KEY_PATTERN)].flatMap(({ 0: key, index }) => {
    const read = readKeyHeader(key);
    return read.ok && read.digest !== null ? [{ key, digest: read.digest, index }] : [];
  });
}
