const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"] as const;

/** The origins under which browsers reach the service at `baseUrl`. A server on this machine has three names. */
export function ownOrigins(baseUrl: string): ReadonlySet<string> {
  const { origin, hostname, protocol, port } = new URL(baseUrl);
  if (!LOOPBACK.some((name) => name === hostname)) return new Set([origin]);
  return new Set(LOOPBACK.map((name) => `${protocol}//${name}${port ? `:${port}` : ""}`));
}
