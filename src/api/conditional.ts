import type { ReadyAnswer } from "../snapshot/atlas.ts";
import { uncodedTag } from "./compression.ts";

/** Whether the sender of a GET or HEAD holds this very answer (RFC 9110 sections 13.1.2 and 13.1.3). */
export function isUnchanged(headers: Headers, answer: ReadyAnswer, lastModified: string): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return matchesTag(tags, answer.etag);
  const since = headers.get("if-modified-since");
  return since !== null && isHttpDate(since) && Date.parse(since) >= Date.parse(lastModified);
}

/** The one form in which dates are sent (RFC 9110 section 5.6.7); any other is to be ignored, and `Date` knows many. */
function isHttpDate(text: string): boolean {
  return new Date(text).toUTCString() === text;
}

/**
 * `If-None-Match` by weak comparison: neither a `W/` before a tag matters nor the coding that it is of, since the content is
 * the same. Our tags hold no comma to split at.
 */
export function matchesTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => uncodedTag(tag.trim().replace(/^W\//, "")) === etag);
}
