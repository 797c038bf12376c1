import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** Smaller bodies are sent as they are: they fit in one packet anyway. */
const MIN_BYTES = 1_024;

/** Brotli at this level is faster than gzip and still smaller; higher ones cost more time than they save bytes. */
const BROTLI_LEVEL = 4;

export interface EncodedBody {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: { readonly "Content-Encoding"?: "br" | "gzip" };
}

/** The body in the coding that the sender of `Accept-Encoding` prefers (RFC 9110 section 12.5.3). */
export function encodeBody(body: string, acceptEncoding: string | null): EncodedBody {
  if (acceptEncoding === null || body.length < MIN_BYTES) return { body, headers: {} };
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  switch (negotiator.encoding(["br", "gzip", "identity"])) {
    case "br":
      return { body: brotli(body), headers: { "Content-Encoding": "br" } };
    case "gzip":
      return { body: gzipSync(body), headers: { "Content-Encoding": "gzip" } };
    default:
      return { body, headers: {} };
  }
}

function brotli(body: string): Uint8Array<ArrayBuffer> {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } });
}
