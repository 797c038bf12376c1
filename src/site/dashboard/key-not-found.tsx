/** @jsxImportSource hono/jsx */
import type { SiteKit } from "../kit.ts";
import { URLS } from "../urls.ts";
import type { HolderVisit } from "../visit.ts";
import { dashboardPage, holdingOf } from "./dashboard-page.tsx";

/** The same for a key of somebody else and for one that never was. */
export async function keyNotFound(kit: SiteKit, visit: HolderVisit): Promise<Response> {
  const page = dashboardPage(visit, await holdingOf(kit, visit), {
    path: URLS.keys,
    title: "You have no such key",
    content: (
      <>
        <p>It may belong to another account, or the address is mistyped.</p>
        <p>
          <a href={URLS.keys}>Back to API Keys</a>
        </p>
      </>
    ),
  });
  return visit.context.html(page, 404);
}
