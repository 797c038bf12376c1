import { isIP } from "node:net";
import { Networks } from "../access/allowed-addresses.ts";

/** IPv6 addresses outside of it are loopback, link-local, unique local, multicast, or stand for IPv4 addresses. */
const GLOBAL_UNICAST = new Networks("2000::/3");
/** The special-purpose registries of IANA, and addresses of clouds where a machine finds its credentials. */
const SPECIAL = new Networks(
  [
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16 169.254.0.0/16",
    "172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24",
    "192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
    "2001::/23 2001:db8::/32 2002::/16 3fff::/20",
  ].join(" "),
);

const MAX_URL_LENGTH = 500;
const EXAMPLE = "https://example.com/hooks/safety";

/** An IPv4 or IPv6 address of a public host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return (family === 4 || (family === 6 && GLOBAL_UNICAST.includes(address))) && !SPECIAL.includes(address);
}

/** Whether a webhook may be sent to an address. Without TLS, only to those that the operator allows. */
export function isAllowedAddress(address: string, protocol: string, allowed: Networks | null): boolean {
  return (allowed?.includes(address) ?? false) || (protocol === "https:" && isPublicAddress(address));
}

export type ReadUrl = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly fault: string };

/** The URL of a webhook, normalized. What its name resolves to is checked with each request. */
export function readWebhookUrl(text: string, allowed: Networks | null): ReadUrl {
  const url = URL.parse(text.trim());
  const refuse = (fault: string) => ({ ok: false, fault }) as const;
  if (url === null || !/^https?:$/.test(url.protocol)) return refuse(`Enter a full URL, such as ${EXAMPLE}`);
  if (url.href.length > MAX_URL_LENGTH) return refuse(`Enter a URL of at most ${MAX_URL_LENGTH} characters`);
  if (url.protocol === "http:" && allowed === null) return refuse("Enter a URL that begins with https://");
  if (url.username !== "" || url.password !== "") return refuse("Enter a URL without a user name or password");
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowedAddress(host, url.protocol, allowed)) {
    return refuse("Enter the URL of a public server: this is an address of a private network");
  }
  url.hash = "";
  return { ok: true, url: url.href };
}

/** A name or an address, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
