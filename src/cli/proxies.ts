import { LOOPBACK } from "../main/config.ts";

/** The proxy for requests without TLS would read them, with their key. */
const UNENCRYPTED = ["HTTP_PROXY", "http_proxy"];
const EXCEPT = ["NO_PROXY", "no_proxy"];

/**
 * Keeps this process's requests to this machine, to the service's own address, and all without TLS from the proxies that
 * the environment names, such as those that Docker sets in every container. Others go through `HTTPS_PROXY`, in a tunnel.
 */
export function limitProxies(baseUrl: string | undefined): void {
  const own = baseUrl !== undefined && URL.canParse(baseUrl) ? [new URL(baseUrl).hostname] : [];
  const excepted = EXCEPT.flatMap((name) => process.env[name] ?? []);
  for (const name of EXCEPT) process.env[name] = [...excepted, ...LOOPBACK, ...own].join(",");
  for (const name of UNENCRYPTED) delete process.env[name];
}
