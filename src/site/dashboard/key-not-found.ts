import { messagePage } from "../message-page.tsx";
import type { HolderVisit } from "../visit.ts";

/** The same for a key of somebody else and for one that never was. */
export function keyNotFound({ context }: HolderVisit): Response | Promise<Response> {
  return context.html(
    messagePage({ path: context.req.path, title: "You have no such key", text: "It may belong to another account." }),
    404,
  );
}
