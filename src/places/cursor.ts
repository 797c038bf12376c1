import { createHash } from "node:crypto";
import type { PlacesFault } from "../domain/place-query.ts";

/** A query of a list in pages. */
interface PagedQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** The start of the next page: the dataset version, the query without its page, and the number of places before it. */
const CURSOR = /^([0-9a-f]{8})([0-9a-f]{8})([1-9]\d{0,4})$/;

export function writeCursor(version: string, query: PagedQuery, start: number): string {
  return Buffer.from(`${shortHash(version)}${hashOf(query)}${start}`).toString("base64url");
}

/** The number of places before the page; a fault if the cursor is invalid or belongs to another query or dataset. */
export function readCursor(version: string, query: PagedQuery): number | PlacesFault {
  if (query.cursor === undefined) return 0;
  const [whole, dataset, asked, start] = CURSOR.exec(Buffer.from(query.cursor, "base64url").toString("latin1")) ?? [];
  if (whole === undefined || Buffer.from(whole).toString("base64url") !== query.cursor) return "cursor_malformed";
  if (dataset !== shortHash(version)) return "cursor_of_another_dataset";
  return asked === hashOf(query) ? Number(start) : "cursor_of_another_query";
}

/** The page size may change between pages. */
function hashOf({ limit: _, cursor: __, ...asked }: PagedQuery): string {
  const members = Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return shortHash(JSON.stringify(members));
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
