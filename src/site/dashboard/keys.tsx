/** @jsxImportSource hono/jsx */
import type { Hono } from "hono";
import { type ApiKey, type KeyStatus, keyStatus } from "../../accounts/keys.ts";
import { timeText } from "../moment.ts";
import { Day } from "../moment-element.tsx";
import type { HolderRequest, SessionHandlers, SiteEnv } from "../request-context.ts";
import type { SiteServices } from "../services.ts";
import { URLS, urlOf } from "../urls.ts";
import { type AccountView, accountViewOf, dashboardPage } from "./dashboard-page.tsx";
import { idOf } from "./id-parameter.ts";

/** How many ended keys a page shows. The first page also shows all active keys. */
const ENDED_KEYS = 50;

const AFTER: ReadonlyMap<string, string> = new Map([
  ["revoked", "The key is revoked. Requests with it now get 403."],
  ["shown", "The service shows a key only once and does not store it. If you missed it, revoke it and create another."],
]);

export function keysRoutes(app: Hono<SiteEnv>, services: SiteServices, handlers: SessionHandlers): void {
  app.get(
    URLS.keys,
    handlers.holderPage(async (request) => {
      const { accountId } = request.holder;
      const beforeId = idOf(request.context.req.query("before"));
      const [accountView, usable, ended] = await Promise.all([
        accountViewOf(services, request),
        beforeId === null ? services.keys.usable(accountId) : [],
        services.keys.ended(accountId, { limit: ENDED_KEYS + 1, ...(beforeId === null ? {} : { beforeId }) }),
      ]);
      const shown = ended.slice(0, ENDED_KEYS);
      const olderThan = ended.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
      return request.context.html(keysPage(services, request, accountView, { keys: [...usable, ...shown], olderThan }));
    }),
  );
}

/** The account's key with the id from the path; null for any other. */
export async function ownKey(services: SiteServices, { context, holder }: HolderRequest): Promise<ApiKey | null> {
  const id = idOf(context.req.param("key"));
  const key = id === null ? null : await services.keys.find(id);
  return key?.accountId === holder.accountId ? key : null;
}

interface KeysView {
  /** Active keys first, then the others, newest first. */
  readonly keys: readonly ApiKey[];
  /** The last key of the page if there are more keys; otherwise null. */
  readonly olderThan: number | null;
}

function keysPage(
  services: SiteServices,
  request: HolderRequest,
  accountView: AccountView,
  { keys, olderThan }: KeysView,
): string {
  const perType = accountView.account.limits.activeKeysPerType;
  return dashboardPage(request, accountView, {
    path: URLS.keys,
    title: "API Keys",
    wide: true,
    status: AFTER.get(request.context.req.query("after") ?? ""),
    action: (
      <a class="button primary" href={URLS.createKey}>
        Create Key
      </a>
    ),
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
          <table class="stack">
            <thead>
              <tr>
                {["Name", "Type", "Key", "Created", "Last used", "Expires", "Status", "Actions"].map((heading) => (
                  <th scope="col">{heading}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} nowMs={services.clock.now()} />
              ))}
            </tbody>
          </table>
          {olderThan === null ? null : (
            <p>
              <a href={`${URLS.keys}?before=${olderThan}`}>Older keys</a>
            </p>
          )}
          <p class="small muted">
            Your plan allows {perType} live and {perType} active test keys at a time. Revoked and expired keys do not
            count. Days are UTC.
          </p>
        </>
      ),
  });
}

function KeyRow({ apiKey, nowMs }: { readonly apiKey: ApiKey; readonly nowMs: number }) {
  const status = keyStatus(apiKey, nowMs);
  const parameters = { key: String(apiKey.id) };
  // A replaced key ends with its grace period, regardless of its expiry.
  const endsAtMs = status === "replaced" ? (apiKey.graceEndsAtMs ?? apiKey.expiresAtMs) : apiKey.expiresAtMs;
  return (
    <tr>
      <th scope="row" data-label="Name">
        {apiKey.name}
      </th>
      <td data-label="Type">{apiKey.type}</td>
      <td data-label="Key">
        <code class="nowrap">{apiKey.display}</code>
      </td>
      <td data-label="Created">
        <Day ms={apiKey.createdAtMs} />
      </td>
      <td data-label="Last used">{apiKey.lastUsedAtMs === null ? "Never" : <Day ms={apiKey.lastUsedAtMs} />}</td>
      <td data-label="Expires">{endsAtMs === null ? "Never" : <Day ms={endsAtMs} />}</td>
      <td data-label="Status">
        <span>
          <span class={status === "active" ? "tag" : "tag off"}>{STATUS_TEXTS[status]}</span>
          {status === "replaced" && apiKey.graceEndsAtMs !== null ? (
            <span class="small muted"> Works until {timeText(apiKey.graceEndsAtMs)}</span>
          ) : null}
        </span>
      </td>
      <td data-label="Actions">
        <div class="actions">
          {status === "active" ? (
            <a href={urlOf(URLS.reissueKey, parameters)}>
              Reissue<span class="visually-hidden"> {apiKey.name}</span>
            </a>
          ) : null}
          {status === "active" || status === "replaced" ? (
            <a href={urlOf(URLS.revokeKey, parameters)}>
              Revoke<span class="visually-hidden"> {apiKey.name}</span>
            </a>
          ) : (
            <span class="muted">None</span>
          )}
        </div>
      </td>
    </tr>
  );
}

const STATUS_TEXTS = {
  active: "Active",
  replaced: "Replaced",
  expired: "Expired",
  revoked: "Revoked",
} as const satisfies Record<KeyStatus, string>;
