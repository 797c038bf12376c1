import { isIP, isIPv4, SocketAddress } from "node:net";

/** An address in brackets, or an IPv4 address, with a port or without one. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;
const ZONE = /%.*$/;
const MAPPED = /^::ffff:(?=[\d.]+$)/;

/**
 * The one form of an address in which addresses are compared: IPv6 in its short form in lower case (RFC 5952), without a
 * zone; an IPv4 address in IPv6 form is an IPv4 address. undefined if the text is not an address.
 */
export function readIpAddress(text: string): string | undefined {
  if (isIP(text) === 0) return undefined;
  if (isIPv4(text)) return text;
  return SocketAddress.parse(`[${text.replace(ZONE, "")}]`)?.address.replace(MAPPED, "");
}

/** An entry of `X-Forwarded-For`. Some proxies add the port, and brackets around IPv6. */
export function readForwardedAddress(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed, ipv4] = WITH_PORT.exec(text) ?? [];
  return readIpAddress(bracketed ?? ipv4 ?? text);
}
