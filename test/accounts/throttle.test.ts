import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addressSubject } from "../../src/accounts/throttle.ts";

describe("an address, as tries are counted by it", () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

  test("is the /64 of an IPv6 address, whatever the rest", () => {
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (network, host) => {
        expect(addressSubject([...network, ...host].join(":"))).toBe(network.join(":"));
      }),
    );
  });

  test.each([
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["::1", "0:0:0:0"],
    ["fe80::1:2:3:4", "fe80:0:0:0"],
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
    ["not an address", "not an address"],
  ])("%s counts as %s", (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });

  test("that is not known is one address", () => {
    expect(addressSubject(null)).toBe("unknown");
  });
});
