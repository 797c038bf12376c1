import { randomBytes } from "node:crypto";
import type { KeyType } from "../domain/plan.ts";

/** SHA-256 of a whole key in base64url, 43 characters. A key is stored and compared only in this form. */
export type KeyDigest = string;

/** `digest` is null for a well-formed value that cannot be one of our keys: it gets `key_unknown` without a query. */
export type KeyHeader =
  | { readonly ok: true; readonly digest: KeyDigest | null }
  | { readonly ok: false; readonly code: "key_missing" | "key_malformed" };

const KEY_PREFIXES = { live: "svc_live_", test: "svc_test_" } as const satisfies Record<KeyType, string>;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX_LENGTH = 9;
const SECRET_LENGTH = 32;
/** 62^6 > 2^32, so six characters hold any CRC-32. */
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = PREFIX_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH;
/** Longer header values are malformed, whatever their content. */
const MAX_HEADER_LENGTH = 256;
const WELL_FORMED = /^svc_(?:live|test)_[A-Za-z0-9_-]+$/;

/**
 * Creates a random key: the prefix, 32 base62 characters (190 bits), and their CRC-32 in 6 base62 characters. `key` is the
 * secret itself: it is shown to its holder once and never stored.
 */
export function mintKey(type: KeyType) {
  const body = KEY_PREFIXES[type] + randomSecret();
  const key = body + checksumOf(body);
  return { key, digest: digestOf(key), display: displayOf(key) };
}

/** Parses the header's value by its form only (contract 5.5: missing or malformed is 401). */
export function readKeyHeader(value: string | null | undefined): KeyHeader {
  if (value === null || value === undefined || value === "") return { ok: false, code: "key_missing" };
  if (value.length > MAX_HEADER_LENGTH || !WELL_FORMED.test(value)) return { ok: false, code: "key_malformed" };
  return { ok: true, digest: isMinted(value) ? digestOf(value) : null };
}

export function digestOf(key: string): KeyDigest {
  return Bun.SHA256.hash(key, "base64url");
}

/** The part of a key that may be shown after its creation: the prefix and the last four characters. */
export function displayOf(key: string): string {
  return `${key.slice(0, PREFIX_LENGTH)}…${key.slice(-4)}`;
}

/** Whether a well-formed value has the length and the checksum of a key that `mintKey` could have created. */
function isMinted(value: string): boolean {
  return value.length === KEY_LENGTH && checksumIn(value) === Bun.hash.crc32(value.slice(0, -CHECKSUM_LENGTH));
}

/** Draws again from 248 on, the largest multiple of 62 in a byte, so all characters are equally likely. */
function randomSecret(): string {
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += ALPHABET.charAt(byte % 62);
    }
  }
  return secret;
}

function checksumOf(body: string): string {
  let rest = Bun.hash.crc32(body);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const DIGITS: ReadonlyMap<number, number> = new Map(
  [...ALPHABET].map((letter, digit) => [letter.charCodeAt(0), digit]),
);

/** The last six characters as a number; not a number if one of them is not of the alphabet. */
function checksumIn(value: string): number {
  let checksum = 0;
  for (let at = value.length - CHECKSUM_LENGTH; at < value.length; at++) {
    checksum = checksum * ALPHABET.length + (DIGITS.get(value.charCodeAt(at)) ?? Number.NaN);
  }
  return checksum;
}

/**
 * For secret scanners (docs/security.md). A match is a key only if its checksum is right. Letters around it do not
 * matter: `\n` and `%3D` can precede a key in an encoded text.
 */
export const KEY_PATTERN = /svc_(?:live|test)_[0-9A-Za-z]{38}/g;

/** Finds keys by their form and checksum, without the store. `index` is the offset in the text, in UTF-16 units. */
export function findKeys(text: string) {
  return [...text.matchAll(KEY_PATTERN)].flatMap(({ 0: key, index }) => {
    const read = readKeyHeader(key);
    return read.ok && read.digest !== null ? [{ key, digest: read.digest, index }] : [];
  });
}
