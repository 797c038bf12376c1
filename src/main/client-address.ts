import { readForwardedAddress, readIpAddress } from "../base/ip-address.ts";

/**
 * For restricted keys, limits, and the audit log. A trusted proxy writes the last entry of `X-Forwarded-For` itself: if
 * that cannot be read, the address is not known. undefined also if the connection is gone.
 */
export function clientAddress(
  request: Request,
  server: Pick<Bun.Server<undefined>, "requestIP">,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for") : null;
  if (forwarded !== null) return readForwardedAddress(forwarded.split(",").at(-1) ?? "");
  return readIpAddress(server.requestIP(request)?.address ?? "");
}
