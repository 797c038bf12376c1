import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createNonce, csrfToken, isSameToken } from "../../../src/site/ui/csrf.ts";

const text = fc.string({ maxLength: 40 });
const owner = fc.record({ secret: fc.string({ minLength: 1 }), nonce: text, session: text });
const tokenOf = ({ secret, nonce, session }: { secret: string; nonce: string; session: string }) =>
  csrfToken(secret, nonce, session);

describe("the token of a form", () => {
  test("is different each time, and each one is accepted", () => {
    fc.assert(
      fc.property(owner, (given) => {
        const tokens = Array.from({ length: 4 }, () => tokenOf(given));
        expect(new Set(tokens).size).toBe(4);
        for (const token of tokens) for (const other of tokens) expect(isSameToken(token, other)).toBe(true);
      }),
    );
  });

  test("differs from another one of the same form in nearly every byte", () => {
    const given = { secret: "secret", nonce: "nonce", session: "session" };
    const bits = (token: string) => Buffer.from(token, "base64url");
    const counts = new Array<number>(64).fill(0);
    const first = bits(tokenOf(given));
    const draws = 256;
    for (let draw = 0; draw < draws; draw++) {
      for (const [place, byte] of bits(tokenOf(given)).entries())
        if (byte === first[place]) counts[place] = (counts[place] ?? 0) + 1;
    }
    // A byte is the same once in 256 draws; 16 times in 256 happens less than once in 10^13.
    expect(Math.max(...counts)).toBeLessThan(16);
  });

  test("is not valid for another secret, browser, or session", () => {
    fc.assert(
      fc.property(owner, owner, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        // NUL is the separator; neither cookies nor session ids contain one.
        fc.pre(![one, other].some(({ nonce, session }) => `${nonce}${session}`.includes("\0")));
        expect(isSameToken(tokenOf(one), tokenOf(other))).toBe(false);
      }),
    );
    expect(isSameToken(csrfToken("s", "ab", "c"), csrfToken("s", "a", "bc"))).toBe(false);
  });

  test("is refused with any byte changed, removed, or added", () => {
    const given = { secret: "secret", nonce: "nonce", session: "session" };
    const expected = tokenOf(given);
    fc.assert(
      fc.property(fc.nat({ max: 63 }), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const bytes = Buffer.from(tokenOf(given), "base64url");
        bytes[place] = (bytes[place] ?? 0) ^ change;
        expect(isSameToken(expected, bytes.toString("base64url"))).toBe(false);
      }),
    );
    const bytes = Buffer.from(tokenOf(given), "base64url");
    for (const wrong of [bytes.subarray(0, 63), bytes.subarray(0, 32), Buffer.concat([bytes, Buffer.alloc(1)])]) {
      expect(isSameToken(expected, wrong.toString("base64url"))).toBe(false);
    }
    for (const wrong of ["", "csrf", expected.slice(43), `${expected}${expected}`]) {
      expect(isSameToken(expected, wrong)).toBe(false);
    }
    expect(isSameToken("", "")).toBe(false);
    expect(isSameToken("", expected)).toBe(false);
  });

  test("is an HMAC over the label csrf, the nonce, and the session: no other signature with the secret is a token", () => {
    const bytes = Buffer.from(csrfToken("secret", "nonce", "session"), "base64url");
    const plain = bytes.subarray(32).map((byte, index) => byte ^ (bytes[index] ?? 0));
    const hmac = new Bun.CryptoHasher("sha256", "secret").update("csrf\0nonce\0session").digest("hex");
    expect(Buffer.from(plain).toString("hex")).toBe(hmac);
  });
});

test("a nonce has 256 random bits, encoded as text for a cookie", () => {
  const nonces = Array.from({ length: 1_000 }, createNonce);
  expect(new Set(nonces).size).toBe(1_000);
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{43}$/);
});
