/** A part of a body, both ends included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a body of `length` bytes that a request asks for (RFC 9110 section 14): null for the whole body, also for
 * several parts, which may be answered so; "unsatisfiable" beyond its end. `etag` is that of the bytes.
 */
export function rangeOf(headers: Headers, length: number, etag: string): ByteRange | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("range") ?? "") ?? [];
  if (from === "" && to === "") return null;
  const condition = headers.get("if-range");
  if (condition !== null && condition !== etag) return null;
  const first = from === "" ? Math.max(length - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  return first > last ? "unsatisfiable" : { first, last };
}
