/** @jsxImportSource hono/jsx */
import type { Account } from "../../../accounts/account.ts";
import type { ApiKey } from "../../../accounts/keys.ts";
import { may, type Role } from "../../../accounts/roles.ts";
import type { WindowUsage } from "../../../accounts/store.ts";
import { dayText, timeText, utcMonth } from "../../../base/window.ts";
import { PLAN_NAMES, PLAN_TITLES, TEST_KEY_DAILY_REQUESTS } from "../../../domain/plan.ts";
import type { SignedInRequest } from "../../http/session.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { PostForm, PrimaryLink } from "../../ui/form.tsx";
import { Icon } from "../../ui/icons.tsx";
import { number } from "../../ui/number.ts";
import { Time } from "../../ui/time.tsx";
import { URLS } from "../../ui/urls.ts";
import { curlLine, FIRST_REQUESTS, FirstKeyFields } from "./create-key.tsx";
import { accountOf, dashboardPage } from "./dashboard-page.tsx";
import { KeyTable } from "./keys.tsx";
import { Refused, UsageChart } from "./usage-chart.tsx";
import { loadUsage, type UsageReport } from "./usage-report.ts";

const DAYS = 30;
const AFTER = { confirmed: "Your email address is confirmed." };

export async function overviewPage(request: SignedInRequest): Promise<Response> {
  const { holder, services } = request;
  const nowMs = services.clock.now();
  const [account, keys, month, report] = await Promise.all([
    accountOf(request),
    services.keys.usable(holder.accountId),
    services.usage.month(holder.accountId),
    loadUsage(request, DAYS),
  ]);
  const isUnused = report.total === 0 && keys.every((key) => key.lastUsedAtMs === null);
  return dashboardPage(request, {
    path: URLS.overview,
    title: "Overview",
    after: AFTER,
    ...(keys.length > 0 &&
      may(holder.role, "keys") && { action: <PrimaryLink href={URLS.createKey}>Create key</PrimaryLink> }),
    content: (
      <>
        {month ? <Pace month={month} account={account} nowMs={nowMs} role={holder.role} /> : null}
        <div class="overview">
          <div>
            {month ? <QuotaMeter month={month} account={account} nowMs={nowMs} role={holder.role} /> : null}
            <TestQuotas keys={keys} report={report} />
          </div>
          <Refused report={report} />
        </div>
        {isUnused && may(holder.role, "keys") ? (
          <FirstRequest baseUrl={services.baseUrl} keys={keys} />
        ) : (
          <UsageChart report={report} />
        )}
        {keys.length > 0 ? (
          <>
            <h2>Keys</h2>
            <KeyTable keys={keys} report={report} nowMs={nowMs} role={holder.role} />
          </>
        ) : null}
      </>
    ),
  });
}

function FirstRequest({ baseUrl, keys }: { readonly baseUrl: string; readonly keys: readonly ApiKey[] }) {
  return (
    <section class="panel" aria-labelledby="first">
      <h2 id="first">Your first request</h2>
      {keys.length === 0 ? (
        <>
          <p>
            A test key is free, with 100 requests a day. It is shown only once. Then send it in the X-API-Key header.{" "}
            <a href={URLS.createKey}>Choose a name and a type</a>
          </p>
          <PostForm action={URLS.createKey} submit="Create test key">
            <FirstKeyFields />
          </PostForm>
        </>
      ) : (
        <p>You have a key but have not sent a request yet. Replace YOUR_API_KEY with your key.</p>
      )}
      {FIRST_REQUESTS.map(({ id, title, path }) => (
        <section>
          <h3>{title}</h3>
          <CodeBlock id={`sample-${id}`} label={`${title} with curl`} text={curlLine(baseUrl, undefined, path)} />
        </section>
      ))}
      <p>
        The <a href={URLS.quickStart}>quick start</a> has the same in TypeScript and Python.
      </p>
    </section>
  );
}

interface QuotaMeterProps {
  readonly month: WindowUsage;
  readonly account: Account;
  readonly nowMs: number;
  readonly role: Role;
}

/** The account's month. Color and words change at 80% and at the limit. */
export function QuotaMeter({ month, account, nowMs, role }: QuotaMeterProps) {
  const plan = PLAN_TITLES[account.plan];
  const { used, limit, remaining, resetsAtMs } = month;
  const share = limit === 0 ? 100 : (100 * used) / limit;
  return (
    <section aria-labelledby="month">
      <h2 id="month">Live requests this month</h2>
      <p class="muted">
        <b class="figure">{number(used)}</b> of {number(limit)} on{" "}
        {may(role, "plan") ? <a href={URLS.plan}>{plan}</a> : plan}, {Math.floor(share)}%
      </p>
      <svg class="bar-line" aria-hidden="true">
        <rect class="track" width="100%" height="20" rx="4" />
        <rect class={levelOf(share)} width={`${Math.min(share, 100)}%`} height="20" rx="4" />
      </svg>
      <p class="meter-scale small muted" aria-hidden="true">
        <span>0</span>
        <span>{account.noticesOff.includes("quota_80") ? "80%" : "80%, email"}</span>
        <span>{number(limit)}</span>
      </p>
      <p class="small">
        {remaining === 0 ? <b>Limit reached: requests with live keys get 429. </b> : `${number(remaining)} left. `}
        All live keys share the quota, which resets on <Time ms={resetsAtMs} nowMs={nowMs} />.
      </p>
    </section>
  );
}

function TestQuotas({ keys, report }: { readonly keys: readonly ApiKey[]; readonly report: UsageReport }) {
  const used = keys.flatMap(({ id, name, type }) => {
    const today = report.series.find(({ keyId }) => keyId === id)?.counts.at(-1);
    return type === "test" && today ? [{ name, today }] : [];
  });
  if (used.length === 0) return null;
  return (
    <p>
      {used.map(({ name, today }) => (
        <>
          Test key {name}: <b>{number(today)}</b> of {number(TEST_KEY_DAILY_REQUESTS)} requests today.{" "}
        </>
      ))}
    </p>
  );
}

function levelOf(share: number): string {
  if (share >= 100) return "refused";
  return share >= 80 ? "near-limit" : "ink";
}

/** When the limit will be reached if the month goes on like this, if that is before the quota resets. */
function Pace({ month, account, nowMs, role }: QuotaMeterProps) {
  const reachedAtMs = limitReachedAtMs(month, nowMs);
  if (reachedAtMs === null) return null;
  const [next] = PLAN_NAMES.slice(PLAN_NAMES.indexOf(account.plan) + 1);
  return (
    <div class="message warning">
      <p>
        <Icon name="caution" /> <strong>At this pace the limit is reached on {dayText(reachedAtMs)}.</strong> Then
        requests get 429 until {timeText(month.resetsAtMs)}.{" "}
        {next && may(role, "plan") ? <a href={URLS.plan}>Ask for {PLAN_TITLES[next]}</a> : null}
      </p>
    </div>
  );
}

/** Before this day of a month, a few requests say little about the rest of it. */
const FIRST_DAY_OF_PACE = 5;

/** When the limit is reached at the month's average rate; null if after the reset, already, or too early to say. */
export function limitReachedAtMs({ used, limit, resetsAtMs }: WindowUsage, nowMs: number): number | null {
  const { startMs } = utcMonth(nowMs);
  if (used === 0 || used >= limit || new Date(nowMs).getUTCDate() < FIRST_DAY_OF_PACE) return null;
  const atMs = startMs + ((nowMs - startMs) * limit) / used;
  return atMs < resetsAtMs ? atMs : null;
}
