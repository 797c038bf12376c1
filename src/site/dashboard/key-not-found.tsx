/** @jsxImportSource hono/jsx */

import type { HolderRequest } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";

/** The same for a key of somebody else and for one that never was. */
export async function keyNotFound(services: SiteServices, request: HolderRequest): Promise<Response> {
  const page = dashboardPage(request, await accountViewOf(services, request), {
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
  return request.context.html(page, 404);
}
