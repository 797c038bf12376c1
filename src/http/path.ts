import { type Typed, typed } from "../base/text.ts";
import type { Refused } from "./problem.ts";

type NamesInPath = { readonly ok: true; readonly names: readonly Typed[] } | Refused;

/** Path and query, still encoded. */
export function requestTextOf(url: string): string {
  return url.slice(pathStartOf(url));
}

/** The path of a request's URL, still encoded. */
export function pathOf(url: string): string {
  const start = pathStartOf(url);
  const end = url.indexOf("?", start);
  return url.slice(start, end === -1 ? undefined : end);
}

/** The runtime gives an absolute URL, or the bare target without a Host header. */
function pathStartOf(url: string): number {
  return url.startsWith("/") ? 0 : url.indexOf("/", "https://".length);
}

/** The query of a request's URL, still encoded, without `?`; "" if there is none. */
export function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}

/** Decodes each segment exactly once, with `+` as a space (contract 4.1). */
export function namesInPath(segments: readonly string[]): NamesInPath {
  const texts: string[] = [];
  for (const segment of segments) {
    const text = decodedOnce(segment);
    if (text === undefined) {
      return invalidPath(
        "The name in the path is not UTF-8 in percent-encoding. Encode it as encodeURIComponent does.",
      );
    }
    texts.push(text);
  }
  return typedNames(texts);
}

/** The decoded names of a path, or the refusal of one. */
export function typedNames(texts: readonly string[]): NamesInPath {
  const names: Typed[] = [];
  for (const text of texts) {
    const name = typed(text);
    if (typeof name !== "string") {
      if (name.fault === "control_character") return invalidPath(`The name in the path ${name.detail}. Remove it.`);
      const detail = `The name in the path ${name.detail}. No place has such a name.`;
      return { ok: false, refusal: { code: "name_too_long", detail } };
    }
    names.push(name);
  }
  return { ok: true, names };
}

const ENCODED = /[%+]/;
/** A character of UTF-8 in percent-encoding, of one to four bytes (RFC 3629, section 4). */
const ENCODED_CHARACTER =
  /%[0-7][\da-f]|%(?:c[2-9a-f]|d[\da-f])%[89ab][\da-f]|%(?:e0%[ab][\da-f]|e[1-9a-cef]%[89ab][\da-f]|ed%[89][\da-f])%[89ab][\da-f]|%(?:f0%[9ab][\da-f]|f[1-3]%[89ab][\da-f]|f4%8[\da-f])(?:%[89ab][\da-f]){2}/gi;

/**
 * With `+` as a space; undefined for a lone `%`, overlong forms, surrogates, and whatever else is not UTF-8. It is looked
 * at first, because a decoder that fails throws, and an exception costs as much as a hundred names.
 */
export function decodedOnce(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  if (text.replace(ENCODED_CHARACTER, "").includes("%")) return undefined;
  return decodeURIComponent(text.replaceAll("+", " "));
}

function invalidPath(detail: string): Refused {
  return { ok: false, refusal: { code: "invalid_path", detail } };
}

/** A name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST_FORM = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The valid host that was seen last: nearly all requests name the same one. */
let knownHost = "";

/** Refuses a bad `Host` (RFC 9112, 3.2) or `Expect` (RFC 9110, 10.1.1): before any route, so without a `code`. */
export function headRefusal(headers: Headers): Response | null {
  const host = headers.get("host");
  if (host !== null && host !== knownHost) {
    if (!HOST_FORM.test(host) || !URL.canParse(`http://${host}`)) {
      return refusal(headers, 400, "The header Host must be one host name or address, with an optional port.");
    }
    knownHost = host;
  }
  const expectation = headers.get("expect");
  if (expectation !== null && expectation.toLowerCase() !== "100-continue") {
    return refusal(headers, 417, "The header Expect may only be 100-continue.");
  }
  return null;
}

/** A path or an absolute URL. The target of a CONNECT is neither. */
const TARGET_FORM = /^(?:https?:\/)?\//;

/**
 * Refuses a bad target (RFC 9112, 3.2), and a path or a query that is not UTF-8 in percent-encoding. Everything outside
 * `/v1` decodes what passes here, so no later decoder meets an invalid sequence: each one costs an exception.
 */
export function targetRefusal({ url, headers }: Request): Response | null {
  if (!TARGET_FORM.test(url)) return refusal(headers, 400, "The target must be a path or a URL.");
  return decodedOnce(requestTextOf(url)) === undefined ? refusal(headers, 400, NOT_ENCODED) : null;
}

const NOT_ENCODED =
  "The path or the query is not UTF-8 in percent-encoding. Encode each name and value as encodeURIComponent does.";

const TITLES = { 400: "The head of the request is not valid", 417: "The expectation cannot be met" } as const;

function refusal(headers: Headers, status: keyof typeof TITLES, detail: string): Response {
  const requestId = requestIdOf(headers);
  const body = { type: "about:blank", title: TITLES[status], status, detail, request_id: requestId };
  return Response.json(body, {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
    },
  });
}

/** The format of request ids: UUIDs of version 4, in lower case. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** W3C Trace Context, section 3.2: version, trace, parent, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id of a request: the one that a proxy set in `X-Request-Id` if it has our format, otherwise a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given !== null && REQUEST_ID.test(given) ? given : crypto.randomUUID();
}

/** The trace of a request from its `traceparent`; null if that is missing or malformed. */
export function traceparentOf(headers: Headers): string | null {
  const given = headers.get("traceparent");
  return given !== null && TRACEPARENT.test(given) ? given : null;
}
