/** @jsxImportSource hono/jsx */

import type { SignedInRequest } from "../../http/session.ts";
import { PrimaryLink } from "../../ui/form.tsx";
import { URLS } from "../../ui/urls.ts";
import { accountOf, dashboardPage, idOf } from "./dashboard-page.tsx";
import { KeyTable } from "./key-table.tsx";
import { loadUsage } from "./usage-report.ts";

/** How many ended keys a page shows. The first page also shows all active keys. */
const ENDED_KEYS = 50;
const DAYS = 30;

const AFTER = {
  revoked: "The key is revoked. Requests with it now get 403.",
  shown: "The service shows a key only once and does not store it. If you missed it, revoke it and create another.",
};

export async function keysPage(request: SignedInRequest): Promise<Response> {
  const { holder, services } = request;
  const { accountId } = holder;
  const beforeId = idOf(request.context.req.query("before"));
  const [account, usable, ended, report] = await Promise.all([
    accountOf(request),
    beforeId === null ? services.keys.usable(accountId) : [],
    services.keys.ended(accountId, { limit: ENDED_KEYS + 1, ...(beforeId === null ? {} : { beforeId }) }),
    loadUsage(request, DAYS),
  ]);
  const shown = ended.slice(0, ENDED_KEYS);
  const keys = [...usable, ...shown];
  const perType = account.limits.activeKeysPerType;
  return dashboardPage(request, {
    path: URLS.keys,
    title: "API Keys",
    after: AFTER,
    action: <PrimaryLink href={URLS.createKey}>Create key</PrimaryLink>,
    content:
      keys.length === 0 ? (
        <div class="empty">
          <p>
            <strong>No keys yet.</strong> A request needs one in its <code>X-API-Key</code> header. A test key is free
            and limited to 100 requests a day. A live key counts toward your plan's quota.
          </p>
        </div>
      ) : (
        <>
          <KeyTable keys={keys} report={report} nowMs={services.clock.now()} />
          {ended.length > shown.length ? (
            <p>
              <a href={`${URLS.keys}?before=${shown.at(-1)?.id}`}>Older keys</a>
            </p>
          ) : null}
          <p class="small muted">
            Your plan allows {perType} live and {perType} active test keys at a time. Revoked and expired keys do not
            count.
          </p>
        </>
      ),
  });
}
