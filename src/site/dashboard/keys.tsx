/** @jsxImportSource hono/jsx */

import { type ApiKey, type KeyStatus, keyStatus } from "../../accounts/keys.ts";
import { PrimaryLink } from "../form.tsx";
import { timeText } from "../moment.ts";
import { Day } from "../moment-element.tsx";
import type { HolderRoutes } from "../routes.ts";
import type { SignedInRequest } from "../session.ts";
import { Table } from "../table.tsx";
import { URLS, urlOf } from "../urls.ts";
import { type AccountView, accountViewOf, dashboardPage } from "./dashboard-page.tsx";
import { idOf } from "./id-parameter.ts";

/** How many ended keys a page shows. The first page also shows all active keys. */
const ENDED_KEYS = 50;

const AFTER: ReadonlyMap<string, string> = new Map([
  ["revoked", "The key is revoked. Requests with it now get 403."],
  ["shown", "The service shows a key only once and does not store it. If you missed it, revoke it and create another."],
]);

export function keysRoutes(routes: HolderRoutes): void {
  routes.signedInPage(URLS.keys, async (request) => {
    const { accountId } = request.holder;
    const { keys } = request.services;
    const beforeId = idOf(request.context.req.query("before"));
    const [accountView, usable, ended] = await Promise.all([
      accountViewOf(request),
      beforeId === null ? keys.usable(accountId) : [],
      keys.ended(accountId, { limit: ENDED_KEYS + 1, ...(beforeId === null ? {} : { beforeId }) }),
    ]);
    const shown = ended.slice(0, ENDED_KEYS);
    const olderThan = ended.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
    return keysPage(request, accountView, { keys: [...usable, ...shown], olderThan });
  });
}

/** The account's key with the id from the path; null for any other. */
export async function ownKey({ context, holder, services }: SignedInRequest): Promise<ApiKey | null> {
  const id = idOf(context.req.param("key"));
  const key = id === null ? null : await services.keys.find(id);
  return key?.accountId === holder.accountId ? key : null;
}

/** The same page for another account's key and for a key that never existed. */
export function keyNotFound(request: SignedInRequest): Promise<Response> {
  return dashboardPage(request, {
    path: URLS.keys,
    title: "There is no such key in your account",
    code: 404,
    content: (
      <>
        <p>It may belong to another account, or the URL is mistyped.</p>
        <p>
          <a href={URLS.keys}>Back to API Keys</a>
        </p>
      </>
    ),
  });
}

interface KeysView {
  /** Active keys first, then the others, newest first. */
  readonly keys: readonly ApiKey[];
  /** The last key of the page if there are more keys; otherwise null. */
  readonly olderThan: number | null;
}

function keysPage(
  request: SignedInRequest,
  accountView: AccountView,
  { keys, olderThan }: KeysView,
): Promise<Response> {
  const perType = accountView.account.limits.activeKeysPerType;
  return dashboardPage(request, {
    accountView,
    path: URLS.keys,
    title: "API Keys",
    status: AFTER.get(request.context.req.query("after") ?? ""),
    action: <PrimaryLink href={URLS.createKey}>Create Key</PrimaryLink>,
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
          <KeysTable keys={keys} nowMs={request.services.clock.now()} />
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

function KeysTable({ keys, nowMs }: { readonly keys: readonly ApiKey[]; readonly nowMs: number }) {
  const rows = keys.map((key) => ({ ...key, status: keyStatus(key, nowMs) }));
  return (
    <Table
      class="stack"
      columns={[
        { heading: "Name", cell: ({ name }) => name },
        { heading: "Type", cell: ({ type }) => type },
        { heading: "Key", cell: ({ display }) => <code class="nowrap">{display}</code> },
        { heading: "Created", cell: ({ createdAtMs }) => <Day ms={createdAtMs} /> },
        { heading: "Last used", cell: ({ lastUsedAtMs }) => dayOrNever(lastUsedAtMs) },
        {
          heading: "Expires",
          // A replaced key ends with its grace period, regardless of its expiry.
          cell: ({ status, graceEndsAtMs, expiresAtMs }) =>
            dayOrNever(status === "replaced" ? (graceEndsAtMs ?? expiresAtMs) : expiresAtMs),
        },
        {
          heading: "Status",
          cell: ({ status, graceEndsAtMs }) => (
            <span>
              <span class={status === "active" ? "tag" : "tag off"}>{STATUS_TEXTS[status]}</span>
              {status === "replaced" && graceEndsAtMs !== null ? (
                <span class="small muted"> Works until {timeText(graceEndsAtMs)}</span>
              ) : null}
            </span>
          ),
        },
        { heading: "Actions", cell: ({ id, name, status }) => <KeyActions id={id} name={name} status={status} /> },
      ]}
      rows={rows}
    />
  );
}

function dayOrNever(ms: number | null) {
  return ms === null ? "Never" : <Day ms={ms} />;
}

function KeyActions({ id, name, status }: Pick<ApiKey, "id" | "name"> & { readonly status: KeyStatus }) {
  const parameters = { key: String(id) };
  if (status !== "active" && status !== "replaced") return <span class="muted">None</span>;
  return (
    <div class="actions">
      {status === "active" ? (
        <a href={urlOf(URLS.reissueKey, parameters)}>
          Reissue<span class="visually-hidden"> {name}</span>
        </a>
      ) : null}
      <a href={urlOf(URLS.revokeKey, parameters)}>
        Revoke<span class="visually-hidden"> {name}</span>
      </a>
    </div>
  );
}

const STATUS_TEXTS = {
  active: "Active",
  replaced: "Replaced",
  expired: "Expired",
  revoked: "Revoked",
} as const satisfies Record<KeyStatus, string>;
