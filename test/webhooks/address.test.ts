import { describe, expect, test } from "bun:test";
import { Networks } from "../../src/access/allowed-addresses.ts";
import { isAllowedAddress, isPublicAddress, readWebhookUrl } from "../../src/webhooks/address.ts";

/** The first, an inner, and the last address of networks that no webhook may reach. */
const PRIVATE = {
  loopback: ["127.0.0.0", "127.0.0.1", "127.255.255.255", "::1"],
  unspecified: ["0.0.0.0", "0.255.255.255", "::"],
  private: ["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  "link-local": ["169.254.0.0", "169.254.255.255", "fe80::1", "febf::1", "fe80::1%eth0"],
  "unique local": ["fc00::", "fd12:3456::1", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  "carrier-grade NAT": ["100.64.0.0", "100.127.255.255"],
  metadata: ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16", "192.0.0.0", "192.0.0.255"],
  "multicast and reserved": ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "ff02::1"],
  documentation: ["192.0.2.0", "192.0.2.255", "198.51.100.0", "198.51.100.255", "203.0.113.0", "203.0.113.255"],
  "documentation of IPv6": ["2001:db8::1", "3fff::1"],
  "tests and anycast": ["198.18.0.0", "198.19.255.255", "192.88.99.0", "192.88.99.255"],
  "IPv4 inside IPv6": ["::ffff:10.0.0.1", "::ffff:127.0.0.1", "::7f00:1", "64:ff9b::a00:1", "2002:a00:1::", "2001::1"],
  "no address": ["", "localhost", "10.0.0", "0x7f.1", "2130706433"],
};

test.each(Object.entries(PRIVATE))("no webhook reaches an address that is %s", (_, addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
});

test("webhooks reach public addresses, up to the borders of the networks above", () => {
  const open =
    "1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17 " +
    "169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0 192.88.98.255 " +
    "192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0";
  const six = ["2606:4700::1111", "2a00:1450::1", "2001:200::1", "2003::1", "223.255.255.255"];
  expect([...open.split(" "), ...six].filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("an operator's networks are allowed, and only they without TLS", () => {
  const allowed = new Networks("10.1.0.0/16 fd00::/8 192.0.2.7");
  const is = (address: string, protocol: string) => isAllowedAddress(address, protocol, allowed);
  expect(["10.1.2.3", "fd00::1", "192.0.2.7"].map((one) => is(one, "http:"))).toEqual([true, true, true]);
  expect([is("10.2.0.1", "https:"), is("192.0.2.8", "https:"), is("1.1.1.1", "http:")]).toEqual([false, false, false]);
  expect(is("1.1.1.1", "https:")).toBe(true);
});

describe("the URL of a webhook", () => {
  const refused = [
    "",
    "example.com",
    "ftp://example.com/",
    "http://example.com/",
    "https://user:word@example.com/",
    "https://127.0.0.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://[::ffff:169.254.169.254]/",
    `https://example.com/${"a".repeat(500)}`,
  ];

  test("is refused with a sentence that says what to enter", () => {
    for (const text of refused) {
      expect({ text, ...readWebhookUrl(text, null) }).toEqual({
        text,
        ok: false,
        fault: expect.stringMatching(/^Enter /),
      });
    }
  });

  test("is normalized, without a fragment", () => {
    const read = readWebhookUrl(" https://EXAMPLE.com:443/hooks?token=1#part ", null);
    expect(read).toEqual({ ok: true, url: "https://example.com/hooks?token=1" });
    expect(readWebhookUrl("http://127.0.0.1:8080/", new Networks("127.0.0.1")).ok).toBe(true);
  });
});
