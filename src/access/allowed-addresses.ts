import { BlockList, isIP, isIPv4 } from "node:net";

/** Finds the client's IP address, which only restricted keys need; undefined if the connection is gone. */
export type ClientAddress = () => string | undefined;

export const MAX_NETWORKS = 50;

const MAPPED = /^::ffff:(?=[\d.]+$)/i;

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
    const known = address?.replace(MAPPED, "") ?? "";
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
  const most = isIPv4(address) ? 32 : 128;
  return isIP(address) !== 0 && !MAPPED.test(address) && Number(bits ?? 0) <= most;
}
