import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { namesOf } from "../base/named-table.ts";
import { DAY_MS, isoDay, timeText, utcMonth } from "../base/window.ts";
import { mapPlans, type PlanName, type PlanTable } from "../domain/plan.ts";
import { whole } from "../domain/published.ts";
import type { Account, NoticeKind } from "./account.ts";
import type { ApiKey } from "./keys.ts";
import type { NewEmail } from "./outbox.ts";
import { keyData, type WebhookEvent } from "./webhook.ts";

/** Percentages of the monthly quota at which the account holder is notified, highest first. */
const QUOTA_STEPS = [100, 95, 80] as const;
/** How long before a key's expiry its notice is raised. */
const EXPIRY_NOTICE_MS = 7 * DAY_MS;

/** What each notice is about. The account holder can switch all of them off, except that somebody else revoked a key. */
export const NOTICE_TITLES = {
  quota_80: "80% of the monthly quota is used",
  quota_95: "95% of the monthly quota is used",
  quota_100: "The monthly quota is used up",
  key_expiring: "A key expires within 7 days",
} as const satisfies Partial<Record<NoticeKind, string>>;
export const OPTIONAL_NOTICES = namesOf(NOTICE_TITLES);

export interface Notice {
  readonly id: number;
  readonly accountId: number;
  readonly kind: NoticeKind;
  /** Its subject, so each notice is raised only once: `quotaSubject`, or the key's id. */
  readonly subject: string;
  readonly text: string;
  readonly atMs: number;
}

interface NewNotice extends Omit<Notice, "id" | "atMs"> {
  /** What the account's webhook is told, whether or not the notice's kind is off. */
  readonly event?: WebhookEvent;
}

export interface NoticeStore {
  /**
   * Stores a notice, unless the account has switched its kind off, and raises its event. Each only once for a kind and
   * subject, so both may be raised again and again.
   */
  raise(notice: NewNotice): Promise<void>;
  /** Queues an email for up to `limit` notices of existing accounts that have none yet. Each gets one, whoever asks. */
  queueEmails(limit: number, letter: (notice: Notice & { readonly email: string }) => NewEmail): Promise<void>;
  /** An account's notices that were raised since `sinceMs` and not dismissed, newest first. */
  open(accountId: number, sinceMs: number): Promise<readonly Notice[]>;
  /** An account's notices that were emailed since `sinceMs`, dismissed or not, newest first. */
  sent(accountId: number, sinceMs: number): Promise<readonly (Notice & { readonly mailedAtMs: number })[]>;
  /** Also dismisses older notices on the same subject. False if the account has no such notice. */
  dismiss(accountId: number, noticeId: number): Promise<boolean>;
  /** Accounts with at least `floors[plan]` requests in the month that starts at `monthMs`, or with custom limits. */
  nearQuota(
    monthMs: number,
    floors: Readonly<Record<PlanName, number>>,
  ): Promise<readonly { readonly account: Account; readonly used: number }[]>;
  expiringKeys(fromMs: number, toMs: number): Promise<readonly ApiKey[]>;
}

interface NoticeParts {
  readonly store: NoticeStore;
  readonly plans: PlanTable;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

const QUEUED_AT_ONCE = 100;
const QUOTA_SUBJECT = "Your monthly quota";
const EMAIL_SUBJECTS = {
  quota_80: QUOTA_SUBJECT,
  quota_95: QUOTA_SUBJECT,
  quota_100: QUOTA_SUBJECT,
  key_expiring: "An API key expires soon",
  key_revoked: "An API key was revoked",
  webhook_disabled: "Your webhook is off",
} as const satisfies Record<NoticeKind, string>;

/**
 * Raises notices that are due, and queues their emails, about every minute in every process: the store ensures that
 * each is queued once. False if some must wait for the next round. Never rejects.
 */
export async function sweepNotices(parts: NoticeParts): Promise<boolean> {
  try {
    await raiseQuotaNotices(parts);
    await raiseExpiryNotices(parts);
    await parts.store.queueEmails(QUEUED_AT_ONCE, (notice) => letterOf(notice, parts.baseUrl));
    return true;
  } catch (error) {
    parts.log.warn({ error }, "notices wait for the next round");
    return false;
  }
}

async function raiseQuotaNotices({ store, plans, clock }: NoticeParts): Promise<void> {
  const month = utcMonth(clock.now());
  const lowest = Math.min(...QUOTA_STEPS);
  const floorOf = (plan: PlanName) => Math.ceil((plans[plan].monthlyRequests * lowest) / 100);
  const floors = mapPlans(floorOf);
  for (const { account, used } of await store.nearQuota(month.startMs, floors)) {
    const limit = account.limits.monthlyRequests;
    const step = QUOTA_STEPS.find((percent) => used * 100 >= limit * percent);
    if (step === undefined || account.suspendedAtMs !== null) continue;
    const count = `${whole(used)} of ${whole(limit)} requests of this month are used`;
    const resetsAt = new Date(month.endMs).toISOString();
    const reset = timeText(month.endMs);
    await store.raise({
      accountId: account.id,
      kind: `quota_${step}`,
      subject: quotaSubject(month.startMs, limit),
      text:
        step === 100
          ? `${count}. Requests with live keys get 429 until ${reset}.`
          : `${count} (${step}% or more). The quota resets on ${reset}.`,
      event: { type: "quota.threshold", data: { percent: step, used, limit, resets_at: resetsAt } },
    });
  }
}

/** The subject includes the month and the limit, so a change of plan raises new quota notices. */
function quotaSubject(monthMs: number, limit: number): string {
  return `${isoDay(monthMs)}/${limit}`;
}

/** How long the dashboard shows what needs an action, such as a revoked key, unless it is dismissed. */
const ACTION_NOTICE_MS = 30 * DAY_MS;

/** The notices shown at `nowMs`: the highest quota percentage of this month's limit, and recent ones about keys. */
export async function currentNotices(
  store: NoticeStore,
  { id, limits }: Account,
  nowMs: number,
): Promise<readonly Notice[]> {
  const subject = quotaSubject(utcMonth(nowMs).startMs, limits.monthlyRequests);
  const open = await store.open(id, Math.min(utcMonth(nowMs).startMs, nowMs - ACTION_NOTICE_MS));
  const quota = open.find((notice) => notice.kind.startsWith("quota_") && notice.subject === subject);
  return open.filter((notice) => {
    if (notice.kind === "key_expiring") return notice.atMs >= nowMs - EXPIRY_NOTICE_MS;
    if (notice.kind.startsWith("quota_")) return notice === quota;
    return notice.atMs >= nowMs - ACTION_NOTICE_MS;
  });
}

async function raiseExpiryNotices({ store, clock }: NoticeParts): Promise<void> {
  const nowMs = clock.now();
  for (const key of await store.expiringKeys(nowMs, nowMs + EXPIRY_NOTICE_MS)) {
    // A key that was created for only a few days gets no notice on the day of its creation.
    if (key.expiresAtMs === null || key.expiresAtMs - key.createdAtMs <= EXPIRY_NOTICE_MS) continue;
    await store.raise({
      accountId: key.accountId,
      kind: "key_expiring",
      subject: String(key.id),
      text: `The key “${key.name}” (${key.display}) expires on ${timeText(key.expiresAtMs)}. Reissue it before then.`,
      event: { type: "key.expiring", data: { key: keyData(key) } },
    });
  }
}

function letterOf(notice: Notice & { readonly email: string }, baseUrl: string): NewEmail {
  return {
    ...{ kind: "notice", recipient: notice.email, accountId: notice.accountId },
    subject: EMAIL_SUBJECTS[notice.kind],
    text: [notice.text, "", `${baseUrl}/dashboard`, "", "Safety Statistics"].join("\n"),
  };
}
