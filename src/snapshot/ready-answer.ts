import { hash } from "node:crypto";

/** A resource's JSON, created once. */
export interface ReadyAnswer {
  /** The JSON text of the whole answer. */
  readonly body: string;
  /** Strong entity tag with its quotes (RFC 9110 section 8.8.3), of the dataset's version and the body. */
  readonly etag: string;
}

/** The answer with this JSON in this version of the dataset. */
export function readyAnswer(version: string, body: string): ReadyAnswer {
  return { body, etag: `"${hash("sha256", `${version}\n${body}`, "base64url").slice(0, 22)}"` };
}
