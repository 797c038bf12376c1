import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** Smaller bodies are sent as they are: they fit in one packet anyway. */
const MIN_LENGTH = 1_024;

/** Brotli at this level is faster than gzip and still smaller; higher ones cost more time than they save bytes. */
const BROTLI_LEVEL = 4;

export type Coding = "br" | "gzip" | "identity";

/** Text, or its bytes in UTF-8: about as long. */
type Body = string | Uint8Array<ArrayBuffer>;

/** The coding for a body that the sender of `Accept-Encoding` prefers (RFC 9110 section 12.5.3). */
export function codingFor(body: Body, acceptEncoding: string | null): Coding {
  if (acceptEncoding === null || body.length < MIN_LENGTH) return "identity";
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
  const coding = negotiator.encoding(["br", "gzip", "identity"]);
  return coding === "br" || coding === "gzip" ? coding : "identity";
}

export function encode(body: Body, coding: Coding): Body {
  switch (coding) {
    case "br":
      return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } });
    case "gzip":
      return gzipSync(body);
    case "identity":
      return body;
  }
}

/** `identity` is not named in an answer. */
export function codingHeaders(coding: Coding): { readonly "Content-Encoding"?: "br" | "gzip" } {
  return coding === "identity" ? {} : { "Content-Encoding": coding };
}
