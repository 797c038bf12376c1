import { isTooLong, MAX_NAME_LENGTH } from "../domain/name.ts";
import type { Refused } from "./problem.ts";

type NamesInPath = { readonly ok: true; readonly names: readonly string[] } | Refused;

/** In a name, line ends and tabs count as white space, as in a batch. */
const CONTROL_CHARACTER = /[^\P{Cc}\t-\r\u0085]/u;

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
  const names: string[] = [];
  for (const segment of segments) {
    const name = decodedOnce(segment);
    if (name === undefined) {
      return invalidPath(
        "The name in the path is not UTF-8 in percent-encoding. Encode it as encodeURIComponent does.",
      );
    }
    if (CONTROL_CHARACTER.test(name)) {
      return invalidPath("The name in the path contains a control character. Remove it.");
    }
    if (isTooLong(name)) {
      const detail = `The name in the path has ${[...name].length} characters, more than ${MAX_NAME_LENGTH}. No place has such a name.`;
      return { ok: false, refusal: { code: "name_too_long", detail } };
    }
    names.push(name);
  }
  return { ok: true, names };
}

const ENCODED = /[%+]/;

/** With `+` as a space; undefined for a lone `%`, overlong forms, surrogates, and whatever else is not UTF-8. */
export function decodedOnce(segment: string): string | undefined {
  if (!ENCODED.test(segment)) return segment;
  try {
    return decodeURIComponent(segment.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function invalidPath(detail: string): Refused {
  return { ok: false, refusal: { code: "invalid_path", detail } };
}
