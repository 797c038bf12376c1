import { describe, expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { digestOf, displayOf, mintKey, readKeyHeader } from "../../src/access/key.ts";
import { KEY_TYPES } from "../../src/domain/plan.ts";

const BASE62 = "0-9A-Za-z";
const keyType = fc.constantFrom(...KEY_TYPES);
const codePoint = fc.integer({ min: 0, max: 0x10_ffff });
const anyText = fc.array(codePoint, { minLength: 1, maxLength: 300 }).map((points) => String.fromCodePoint(...points));
/** Any value that is well-formed by contract 5.4 and decisions 3, up to the longest one. */
const wellFormed = fc
  .tuple(keyType, fc.stringMatching(new RegExp(`^[${BASE62}_-]{1,247}$`)))
  .map(([type, rest]) => `svc_${type}_${rest}`);

describe("a minted key", () => {
  test("is a prefix and 38 base62 characters, which a double click selects as one word", () => {
    fc.assert(
      fc.property(keyType, (type) => {
        const { key } = mintKey(type);
        expect(key).toMatch(new RegExp(`^svc_${type}_[${BASE62}]{38}$`));
      }),
    );
  });

  test("is parsed into the digest that is stored", () => {
    fc.assert(
      fc.property(keyType, (type) => {
        const { key, digest } = mintKey(type);
        expect(readKeyHeader(key)).toEqual({ ok: true, digest });
        expect(digestOf(key)).toBe(digest);
      }),
    );
  });

  test("shows only its prefix and its last four characters", () => {
    const { key, display } = mintKey("live");
    expect(display).toBe(`svc_live_…${key.slice(-4)}`);
    expect(display).toBe(displayOf(key));
  });

  test("uses every character equally often", () => {
    const counts = new Map<string, number>();
    const draws = 5_000;
    for (let draw = 0; draw < draws; draw++) {
      for (const character of mintKey("live").key.slice(9, 41)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (draws * 32) / 62;
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // 61 degrees of freedom: exceeded once in a billion runs of a fair draw; a modulo bias gives over 1,000.
    expect(chiSquared).toBeLessThan(150);
  });
});

/** As docs/security.md describes it: the CRC-32 of everything before it, as six base62 digits. */
function withChecksum(body: string): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const places = Array.from({ length: 6 }, (_, place) => Math.floor(crc32(body) / 62 ** (5 - place)) % 62);
  return body + places.map((digit) => digits.charAt(digit)).join("");
}

describe("the published form of a key", () => {
  test("ends with the checksum that docs/security.md describes", () => {
    fc.assert(
      fc.property(keyType, (type) => {
        const { key } = mintKey(type);
        expect(withChecksum(key.slice(0, -6))).toBe(key);
      }),
    );
  });

  test("is stored as its SHA-256 in base64url", () => {
    const key = withChecksum(`svc_live_${"0".repeat(32)}`);
    const digest = new Bun.CryptoHasher("sha256").update(key).digest("base64url");
    expect(readKeyHeader(key)).toEqual({ ok: true, digest });
    expect(digest).toHaveLength(43);
  });

  test.each([1, 31, 33, 200])("has no other length, whatever its checksum: %i characters", (length) => {
    expect(readKeyHeader(withChecksum(`svc_live_${"a".repeat(length)}`))).toEqual({ ok: true, digest: null });
  });
});

describe("a well-formed header that is not one of our keys", () => {
  test("passes the format check but has no digest to look up", () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(readKeyHeader(value)).toEqual({ ok: true, digest: null });
      }),
    );
  });

  test("may have 256 characters", () => {
    expect(readKeyHeader(`svc_live_${"a".repeat(247)}`)).toEqual({ ok: true, digest: null });
  });

  test("includes every key with one character changed", () => {
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".split("");
    fc.assert(
      fc.property(keyType, fc.integer({ min: 9, max: 46 }), fc.constantFrom(...digits), (type, place, digit) => {
        const { key } = mintKey(type);
        fc.pre(key[place] !== digit);
        expect(readKeyHeader(key.slice(0, place) + digit + key.slice(place + 1))).toEqual({ ok: true, digest: null });
      }),
    );
  });
});

describe("a header that is missing or malformed", () => {
  test.each([null, undefined, ""])("is missing if it is absent or empty: %p", (value) => {
    expect(readKeyHeader(value)).toEqual({ ok: false, code: "key_missing" });
  });

  test("is malformed for every other string", () => {
    fc.assert(
      fc.property(anyText, (value) => {
        fc.pre(!/^svc_(live|test)_[\w-]+$/.test(value));
        expect(readKeyHeader(value)).toEqual({ ok: false, code: "key_malformed" });
      }),
    );
  });
});
