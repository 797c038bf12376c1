import { hash } from "node:crypto";
import { codingHeaders, EncodedBody, matchesTag } from "../../http/compression.ts";

/** Stands for the service's URL in the committed document; each server replaces it with its own. */
export const PLACEHOLDER_BASE_URL = "https://safety.example";

/**
 * `/openapi.json` and `/openapi.yaml`, outside `/v1` and without a key: the committed document with this server's address.
 * Read, converted, and compressed on the first request, and only once.
 */
export function createDocumentHandlers(baseUrl: string) {
  return {
    json: fileHandler("application/json", async () => JSON.stringify(await documentFor(baseUrl), null, 2)),
    // RFC 9512
    yaml: fileHandler("application/yaml", async () => {
      const { stringify } = await import("yaml");
      return stringify(await documentFor(baseUrl), { aliasDuplicateObjects: false });
    }),
  };
}

/** The document as a value, for pages generated from it. */
export async function documentFor(baseUrl: string): Promise<unknown> {
  const { default: document } = await import("../../../openapi/openapi.json");
  const { servers, ...rest } = document;
  const environment = isLocal(baseUrl) ? "Local" : "Production";
  const own = { ...rest, servers: servers.map((server) => ({ ...server, description: environment })) };
  return JSON.parse(JSON.stringify(own).replaceAll(PLACEHOLDER_BASE_URL, baseUrl));
}

/** Whether the URL is a loopback address (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3). */
function isLocal(baseUrl: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

function fileHandler(contentType: string, makeText: () => Promise<string>) {
  let file: Promise<{ readonly body: EncodedBody; readonly tag: string }> | undefined;
  return async (request: Request): Promise<Response> => {
    file ??= makeText().then((text) => ({
      body: new EncodedBody(text),
      tag: `"${hash("sha256", text, "base64url").slice(0, 22)}"`,
    }));
    const { body, tag } = await file;
    const headers = {
      // Weak, because it is the same for every coding of the text (RFC 9110 section 8.8.3.3).
      ETag: `W/${tag}`,
      "Cache-Control": "public, max-age=300",
      // It contains no secret, so pages of any origin may read it (decisions 6).
      "Access-Control-Allow-Origin": "*",
      Vary: "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
    };
    if (matchesTag(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers });
    const coding = body.codingFor(request.headers.get("accept-encoding"));
    return new Response(body.as(coding), {
      headers: { "Content-Type": contentType, ...codingHeaders(coding), ...headers },
    });
  };
}
