import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_NETWORKS, Networks, readNetworks } from "../../src/access/allowed-addresses.ts";

interface Ip {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

const ip: fc.Arbitrary<Ip> = fc.oneof(
  fc.bigInt(0n, 2n ** 32n - 1n).map((value) => ({ bits: 32 as const, value })),
  // Without ::ffff:0:0/96, whose addresses are IPv4 addresses.
  fc.bigInt(2n ** 64n, 2n ** 128n - 1n).map((value) => ({ bits: 128 as const, value })),
);

function textOf({ bits, value }: Ip): string {
  const [count, width] = bits === 32 ? [4, 8n] : [8, 16n];
  const parts = Array.from(
    { length: count },
    (_, at) => (value >> (BigInt(count - 1 - at) * width)) & (2n ** width - 1n),
  );
  return parts.map((part) => part.toString(bits === 32 ? 10 : 16)).join(bits === 32 ? "." : ":");
}

test("an address is allowed exactly if it begins with the bits of a network of its family", () => {
  const near = ip.chain((network) =>
    fc.record({
      network: fc.constant(network),
      prefix: fc.nat({ max: network.bits }),
      // An address that first differs from the network's at any bit, or another one.
      address: fc.oneof(
        fc.nat({ max: network.bits - 1 }).map((bit) => ({ ...network, value: network.value ^ (1n << BigInt(bit)) })),
        ip,
      ),
    }),
  );
  fc.assert(
    fc.property(fc.array(near, { minLength: 1, maxLength: 4 }), (cases) => {
      const read = readNetworks(cases.map(({ network, prefix }) => `${textOf(network)}/${prefix}`).join(", "));
      const allowed = new Networks(read.ok ? read.networks : "");
      for (const { address } of cases) {
        const expected = cases.some(({ network: { bits, value }, prefix }) => {
          const rest = BigInt(bits - prefix);
          return bits === address.bits && value >> rest === address.value >> rest;
        });
        expect([textOf(address), allowed.includes(textOf(address))]).toEqual([textOf(address), expected]);
        if (address.bits === 32) expect(allowed.includes(`::ffff:${textOf(address)}`)).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
});

describe("what a person types", () => {
  test.each([
    ["", ""],
    [" \n ", ""],
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.0/24,2001:DB8::/48\r\n203.0.113.0/24", "203.0.113.0/24 2001:db8::/48"],
    ["0.0.0.0/0 ::/0", "0.0.0.0/0 ::/0"],
  ])("%j is read as %j", (text, networks) => {
    expect(readNetworks(text)).toEqual({ ok: true, networks });
  });

  test.each([
    "203.0.113.0/33",
    "2001:db8::/129",
    "203.0.113",
    "010.0.0.1",
    "::ffff:203.0.113.7",
    "fe80::1%eth0",
    "a.example",
    "203.0.113.7/",
    "/24",
    "203.0.113.7/-1",
  ])("%s is refused by name", (text) => {
    const read = readNetworks(`198.51.100.1 ${text}`);
    expect(read).toEqual({ ok: false, fault: expect.stringContaining(`“${text.toLowerCase()}” is neither`) });
  });

  test("more networks than a key can have are refused", () => {
    const many = Array.from({ length: MAX_NETWORKS + 1 }, (_, index) => `10.0.0.${index}`);
    expect(readNetworks(many.slice(1).join(" ")).ok).toBe(true);
    expect(readNetworks(many.join(" "))).toEqual({ ok: false, fault: "A key can have 50 networks" });
  });
});

test("nothing is allowed from an address that is unknown or none", () => {
  const everywhere = new Networks("0.0.0.0/0 ::/0");
  expect([undefined, "", "unknown", "1.2.3.4, 5.6.7.8"].map((address) => everywhere.includes(address))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
