import { LOOPBACK } from "../main/config.ts";

/** A proxy that gets a request without TLS reads it, with its key. */
const UNENCRYPTED = ["HTTP_PROXY", "http_proxy"];
const ANY = ["ALL_PROXY", "all_proxy"];
const EXCEPT = ["NO_PROXY", "no_proxy"];

/**
 * Keeps this process's requests to this machine, to the service's own address, and all without TLS from the proxies that
 * the environment names, such as those that Docker sets in every container. Others go through `HTTPS_PROXY`, in a tunnel.
 */
export function limitProxies(baseUrl: string | undefined): void {
  const own = baseUrl !== undefined && URL.canParse(baseUrl) ? [new URL(baseUrl).hostname] : [];
  const excepted = valuesOf(EXCEPT);
  for (const name of EXCEPT) process.env[name] = [...excepted, ...LOOPBACK, ...own].join(",");
  const [any] = valuesOf(ANY);
  if (any !== undefined && process.env["https_proxy"] === undefined) process.env["HTTPS_PROXY"] ??= any;
  for (const name of [...UNENCRYPTED, ...ANY]) delete process.env[name];
}

function valuesOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => process.env[name] ?? []);
}
