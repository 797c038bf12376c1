import { createDocumentHandlers } from "../api/openapi/serve.ts";
import type { Lazy } from "../base/lazy.ts";
import { compressed } from "../http/compression.ts";
import { pathOf } from "../http/path.ts";
import { problemAnswer, type Refusal } from "../http/problem.ts";
import { DOCUMENTS } from "../site/docs/documents.ts";
import { URLS } from "../site/ui/urls.ts";
import type { ClientFiles } from "./client-files.ts";
import type { Config } from "./config.ts";
import { systemClock } from "./system-clock.ts";

type FileHandler = (request: Request) => Response | Promise<Response>;

/** Files that programs fetch without a key, by path: the API document, the discovery documents, and the clients. */
export function publicFiles(config: Config, clients: Lazy<ClientFiles>): Readonly<Record<string, FileHandler>> {
  const { baseUrl } = config;
  const document = createDocumentHandlers(baseUrl);
  // The default mailbox is from RFC 2142.
  const securityContact = config.SECURITY_CONTACT ?? `mailto:security@${new URL(baseUrl).hostname}`;
  const discovery = Object.entries(DOCUMENTS).map(([path, { contentType, headers, body }]) => {
    const text = body({ baseUrl, securityContact });
    return [path, readOnly(baseUrl, () => answer(contentType, text, headers))] as const;
  });
  return {
    ...Object.fromEntries(discovery),
    [URLS.openApiJson]: readOnly(baseUrl, document.json),
    [URLS.openApiYaml]: readOnly(baseUrl, document.yaml),
    [URLS.clientFile]: readOnly(baseUrl, (request) => clientFile(request, baseUrl, clients)),
  };
}

/** The content at such a URL never changes, because its name contains the hash. */
async function clientFile(request: Request, baseUrl: string, clients: Lazy<ClientFiles>): Promise<Response> {
  const name = pathOf(request.url).split("/").at(-1);
  const { typescript, python, pythonPackage, released } = await clients.get();
  const file = [typescript, python, pythonPackage, ...released].find((one) => one.name === name);
  if (file === undefined) {
    return problemAnswer(NO_CLIENT, { baseUrl, requestId: crypto.randomUUID(), nowMs: systemClock.now() });
  }
  return answer(file.contentType, file.bytes, { "Cache-Control": "public, max-age=31536000, immutable" });
}

const NO_CLIENT = {
  code: "path_unknown",
  detail: "There is no client of this name. The guides list the clients that this server offers.",
} as const satisfies Refusal;

function answer(contentType: string, body: string | Uint8Array<ArrayBuffer>, headers = {}): Response {
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}

const READ_ONLY = {
  code: "method_not_allowed",
  detail: "This path supports only GET and HEAD.",
  headers: { Allow: "GET, HEAD" },
} as const satisfies Refusal;

function readOnly(baseUrl: string, handle: FileHandler): FileHandler {
  return async (request) =>
    request.method === "GET" || request.method === "HEAD"
      ? compressed(request, await handle(request))
      : problemAnswer(READ_ONLY, { baseUrl, requestId: crypto.randomUUID(), nowMs: systemClock.now() });
}
