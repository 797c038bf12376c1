import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readForwardedAddress, readIpAddress } from "../../src/base/ip-address.ts";

const port = fc.integer({ min: 0, max: 65_535 });
/** Every form in which servers write IPv6: all groups, with and without zeros at their start, and the short one. */
const ipv6 = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 65_535 })), { minLength: 8, maxLength: 8 })
  .chain((groups) => {
    const full = groups.map((group) => group.toString(16)).join(":");
    const padded = groups.map((group) => group.toString(16).padStart(4, "0")).join(":");
    return fc.constantFrom(full, padded, new URL(`http://[${full}]`).hostname.slice(1, -1));
  });
const anyAddress = fc.oneof(fc.ipV4(), ipv6);

/** The last 32 bits of an IPv6 address in hexadecimal. */
function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split(".").map(Number);
  return `${(256 * a + b).toString(16)}:${(256 * c + d).toString(16)}`;
}

describe("an entry of X-Forwarded-For", () => {
  test("means its address, whatever a proxy adds to it", () => {
    fc.assert(
      fc.property(anyAddress, port, (address, number) => {
        const plain = readIpAddress(address);
        expect(plain).toBeString();
        const forms = [address, ` ${address} `, `[${address}]`, `[${address}]:${number}`, address.toUpperCase()];
        const withPort = address.includes(":") ? [`${address}%eth0`, `[${address}%eth0]`] : [`${address}:${number}`];
        for (const form of [...forms, ...withPort]) expect([form, readForwardedAddress(form)]).toEqual([form, plain]);
      }),
    );
  });

  test("in IPv6 form is its IPv4 address, dotted, in hexadecimal, and written out", () => {
    fc.assert(
      fc.property(fc.ipV4(), port, (address, number) => {
        for (const end of [address, hexOf(address)]) {
          for (const mapped of [`::ffff:${end}`, `::FFFF:${end}`, `0:0:0:0:0:ffff:${end}`, `0000::0:ffff:${end}`]) {
            expect([mapped, readForwardedAddress(mapped)]).toEqual([mapped, address]);
            expect(readForwardedAddress(`[${mapped}]:${number}`)).toBe(address);
          }
        }
      }),
    );
  });

  test.each([
    "",
    " ",
    "unknown",
    "_hidden",
    "client.example",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.007",
    "0x7f.1",
    "1",
    "203.0.113.7:",
    "203.0.113.7:port",
    "203.0.113.7:123456",
    "203.0.113.7:80:80",
    "203.0.113.7 203.0.113.8",
    "203.0.113.7/24",
    "user@203.0.113.7",
    "２０３.0.113.7",
    "[]",
    "[203.0.113.7",
    "2001:db8::1]",
    "[2001:db8::1]x",
    "[[2001:db8::1]]",
    "2001:db8::1::2",
    "1:2:3:4:5:6:7:8:443",
    'for="[2001:db8::1]"',
    "[2001:db8::1%]a]",
  ])("%j is no address", (entry) => {
    expect(readForwardedAddress(entry)).toBeUndefined();
  });

  test("of any text is read without an exception, and what is read is read the same again", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\d.:[\]a-f%]*$/)), (text) => {
        const address = readForwardedAddress(text);
        if (address !== undefined) expect(readIpAddress(address)).toBe(address);
      }),
    );
  });
});
