import type { PrebuiltAnswer } from "../places/dataset-answers.ts";
import { uncodedTag } from "./compression.ts";

/** Whether the client of a GET or HEAD already has this answer (RFC 9110 sections 13.1.2 and 13.1.3). */
export function isUnchanged(headers: Headers, answer: PrebuiltAnswer, lastModified: string): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return matchesTag(tags, answer.etag);
  const since = headers.get("if-modified-since");
  return since !== null && isHttpDate(since) && Date.parse(since) >= Date.parse(lastModified);
}

/** The only format in which dates are sent (RFC 9110 section 5.6.7). Others must be ignored; `Date` accepts many. */
function isHttpDate(text: string): boolean {
  return new Date(text).toUTCString() === text;
}

/** Compares weakly: ignores `W/` and the coding, because the content is the same. Our tags contain no commas. */
export function matchesTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => uncodedTag(tag.trim().replace(/^W\//, "")) === etag);
}
