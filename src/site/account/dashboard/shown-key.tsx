/** @jsxImportSource hono/jsx */

import { refused } from "../../http/form-refusal.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { URLS } from "../../ui/urls.ts";
import { dashboardPage } from "./dashboard-page.tsx";

interface ShownKey {
  readonly name: string;
  readonly secret: string;
  /** What happened, for `role="status"`. */
  readonly status: string;
}

/** The only page with the key: not stored (`no-store`), at the form's URL, and cleared when the user leaves. */
export function shownKeyPage(request: SignedInRequest, shown: ShownKey): Promise<Response> {
  return dashboardPage(request, {
    // The key is shown without other content; everything else can wait for the next page.
    hasNotices: false,
    refusal: refused({}, 201),
    path: URLS.createKey,
    title: "Copy your key now",
    status: shown.status,
    content: (
      <>
        <div class="panel" data-once={URLS.keys}>
          <h2>{shown.name}</h2>
          <p>This is the only time you can see it. The service stores only a hash of the key.</p>
          <code class="secret" id="key">
            {shown.secret}
          </code>
          <p class="actions">
            <button type="button" class="primary" data-copy="key" hidden>
              Copy key
            </button>
            <a href={URLS.keys}>I saved it: back to API Keys</a>
          </p>
          <h3>First request</h3>
          <CodeBlock
            id="curl"
            label="First request with curl"
            text={curlLine(request.services.baseUrl, shown.secret)}
          />
        </div>
        <p>Store it in your server's environment, not in pages, apps, repositories, or email.</p>
      </>
    ),
  });
}

/** A request on one line that works as printed. */
export function curlLine(baseUrl: string, key = "YOUR_API_KEY"): string {
  return `curl -H 'X-API-Key: ${key}' ${baseUrl}/v1/safety/Irvine`;
}
