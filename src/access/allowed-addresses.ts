import { BlockList, isIPv4, isIPv6 } from "node:net";
import { readIpAddress } from "../base/ip-address.ts";

/** Finds the client's IP address, which only restricted keys need; undefined if it is not known. */
export type ClientAddress = () => string | undefined;

export const MAX_NETWORKS = 50;

/** A set of networks of both families. An IPv4 address in IPv6 form is an IPv4 address. */
export class Networks {
  // Apart, because a `BlockList` finds an IPv4 address in ::/0.
  readonly #ipv4 = new BlockList();
  readonly #ipv6 = new BlockList();

  /** `networks` as `readNetworks` returns them. */
  constructor(networks: string) {
    for (const network of networks.split(" ")) {
      const [address = "", bits] = network.split("/");
      if (isIPv4(address)) this.#ipv4.addSubnet(address, Number(bits ?? 32), "ipv4");
      else this.#ipv6.addSubnet(address, Number(bits ?? 128), "ipv6");
    }
  }

  includes(address: string | undefined): boolean {
    const known = readIpAddress(address ?? "");
    if (known === undefined) return false;
    return isIPv4(known) ? this.#ipv4.check(known, "ipv4") : this.#ipv6.check(known, "ipv6");
  }
}

type NetworksRead =
  /** Separated by single spaces, in lower case; "" for any address. */
  { readonly ok: true; readonly networks: string } | { readonly ok: false; readonly fault: string };

/** Reads addresses and networks that are separated by white space or commas, such as `203.0.113.7 2001:db8::/48`. */
export function readNetworks(text: string): NetworksRead {
  const networks = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ];
  if (networks.length > MAX_NETWORKS) return { ok: false, fault: `A key can have ${MAX_NETWORKS} networks` };
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return { ok: true, networks: networks.join(" ") };
  return {
    ok: false,
    fault: `“${wrong.slice(0, 60)}” is neither an IP address nor a network such as 203.0.113.0/24 or 2001:db8::/48`,
  };
}

function isNetwork(network: string): boolean {
  const [, address = "", bits] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  if (isIPv4(address)) return Number(bits ?? 0) <= 32;
  // A network of IPv4 addresses in IPv6 form would never match.
  return isIPv6(address) && isIPv6(readIpAddress(address) ?? "") && Number(bits ?? 0) <= 128;
}
