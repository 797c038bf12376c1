/** @jsxImportSource hono/jsx */

import type { HolderRequest } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS } from "../urls.ts";
import { accountViewOf, dashboardPage } from "./dashboard-page.tsx";

/** The same page for another account's key and for a key that never existed. */
export async function keyNotFound(services: SiteServices, request: HolderRequest): Promise<Response> {
  const page = dashboardPage(request, await accountViewOf(services, request), {
    path: URLS.keys,
    title: "There is no such key in your account",
    content: (
      <>
        <p>It may belong to another account, or the URL is mistyped.</p>
        <p>
          <a href={URLS.keys}>Back to API Keys</a>
        </p>
      </>
    ),
  });
  return request.context.html(page, 404);
}
