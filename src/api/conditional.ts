import type { ReadyAnswer } from "../snapshot/atlas.ts";

/** Whether the sender of a GET or HEAD holds this very answer (RFC 9110 sections 13.1.2 and 13.1.3). */
export function isUnchanged(headers: Headers, answer: ReadyAnswer, lastModified: string): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return matches(tags, answer.etag);
  const since = headers.get("if-modified-since");
  return since !== null && Date.parse(since) >= Date.parse(lastModified);
}

/** Weak comparison: a `W/` before a tag does not matter. Our tags hold no comma, so a list may be split at them. */
function matches(list: string, etag: string): boolean {
  if (list.trim() === "*") return true;
  return list.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
