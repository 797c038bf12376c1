/** @jsxImportSource hono/jsx */

import { type ApiKey, keyStatus, worksUntilMs } from "../../../accounts/keys.ts";
import { may, type Role } from "../../../accounts/roles.ts";
import { capitalized } from "../../../base/capitalized.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { PrimaryLink } from "../../ui/form.tsx";
import { number } from "../../ui/number.ts";
import { Table } from "../../ui/table.tsx";
import { Ago, Day } from "../../ui/time.tsx";
import { URLS, urlOf } from "../../ui/urls.ts";
import { accountOf, dashboardPage, idOf } from "./dashboard-page.tsx";
import { loadUsage, type UsageReport } from "./usage-report.ts";

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
          <KeyTable keys={keys} report={report} nowMs={services.clock.now()} role={holder.role} />
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

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly report: UsageReport;
  readonly nowMs: number;
  readonly role: Role;
}

/** Keys with their use in the days of the report, the busiest first. Each name leads to the page of its key. */
export function KeyTable({ keys, report, nowMs, role }: KeyTableProps) {
  const manages = may(role, "keys");
  const seriesOf = ({ id }: ApiKey) => report.series.find(({ keyId }) => keyId === id);
  const usedIn = (key: ApiKey) => seriesOf(key)?.total ?? 0;
  return (
    <Table
      class="stack"
      columns={[
        {
          heading: "Name",
          cell: ({ id, name }) => (manages ? <a href={urlOf(URLS.key, { key: String(id) })}>{name}</a> : name),
        },
        { heading: "Key", cell: ({ display }) => <code class="nowrap">{display}</code> },
        { heading: "Last used", cell: ({ lastUsedAtMs }) => <LastUse ms={lastUsedAtMs} nowMs={nowMs} /> },
        {
          heading: `${report.days.length}\u00a0days`,
          class: "number",
          cell: (key) => number(usedIn(key)),
        },
        { heading: "By day", cell: (key) => <Sparkline counts={seriesOf(key)?.counts ?? []} /> },
        {
          heading: "Status",
          class: "nowrap",
          cell: (key) => (
            <span>
              <KeyStatusText of={key} nowMs={nowMs} />{" "}
              {manages && ["active", "replaced"].includes(keyStatus(key, nowMs)) ? (
                <a href={urlOf(URLS.revokeKey, { key: String(key.id) })} aria-label={`Revoke ${key.name}`}>
                  Revoke
                </a>
              ) : null}
            </span>
          ),
        },
      ]}
      rows={keys.toSorted((one, other) => usedIn(other) - usedIn(one))}
    />
  );
}

export function LastUse({ ms, nowMs }: { readonly ms: number | null; readonly nowMs: number }) {
  return ms === null ? "Never" : <Ago ms={ms} nowMs={nowMs} />;
}

/** The status of a key and the last day on which it works. */
export function KeyStatusText({ of: key, nowMs }: { readonly of: ApiKey; readonly nowMs: number }) {
  const status = keyStatus(key, nowMs);
  const endMs = status === "replaced" || status === "active" ? worksUntilMs(key) : null;
  return (
    <span>
      <span class={status === "active" ? "tag" : "tag off"}>{capitalized(status)}</span>
      {endMs === null ? null : (
        <span class="small muted">
          {" "}
          until <Day ms={endMs - 1} />
        </span>
      )}
    </span>
  );
}

const HEIGHT = 20;
const STEP = 4;

/** Counts of days as bars without an axis. The table beside it has the total. */
function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts, 1);
  const bars = counts.map((count, at) => {
    const height = Math.ceil((HEIGHT * count) / most);
    return height === 0 ? "" : `M${at * STEP} ${HEIGHT}v-${height}h3v${height}`;
  });
  if (bars.every((bar) => bar === "")) return null;
  return (
    <svg class="sparkline" viewBox={`0 0 ${STEP * counts.length} ${HEIGHT}`} aria-hidden="true">
      <path class="ink" d={`${bars.join("")}M0 ${HEIGHT}v-1H${STEP * counts.length}v1`} />
    </svg>
  );
}
