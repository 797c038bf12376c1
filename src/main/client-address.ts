/**
 * For restricted keys, throttling, and the audit log. A trusted proxy writes the last address of `X-Forwarded-For`
 * itself.
 */
export function clientAddress(
  request: Request,
  server: Bun.Server<undefined>,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || server.requestIP(request)?.address;
}
